import { expect, it } from 'vitest';
import { eventSource } from '../../../local/event-source.ts';

it('a record that fails again and again holds up no other', async () => {
  const source = eventSource({ tries: 20 });
  const done: string[] = [];
  const last = Promise.withResolvers<void>();
  source.feed(async ({ Records }) => {
    const names = Records.map(({ dynamodb: { Keys } }) => Keys.id?.S ?? '');
    if (names.includes('damaged')) throw new Error('This record is damaged.');
    done.push(...names);
    if (names.includes('last')) last.resolve();
  });
  for (const id of ['first', 'damaged', 'second', 'last']) source.put({ dynamodb: { Keys: { id: { S: id } } } });
  await last.promise;
  source.close();

  expect(done).toEqual(['first', 'second', 'last']);
});
