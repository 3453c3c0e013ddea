import { expect, it } from 'vitest';
import { anAccount, aTemplate, readUsage, send } from '../support/service.ts';

/**
 * @promise Template code: A batch of loops
 * @how items are prepared a few at a time, and the first invalid one ends the batch; a batch has 10 s of processor
 *   time
 * @figure long form: 1.1 s, 0 units, another account's slowest request 0.6 s
 */

const loop = `export default function T({ go = '' }) { if (go) { for (;;) {} } return <div>done</div>; }`;

it('a batch of 25 endless loops is refused and costs nothing, and the next honest request is answered', async () => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller, loop);
  const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { go: `${n}` } }));

  const { status, json } = await send('POST', '/v1/urls', { caller, body: { items } });
  const honest = await send('POST', '/v1/url', { caller: await anAccount(), body: { templateId: 'starter-article' } });

  expect([status, json.code]).toEqual([400, 'INVALID_VARIABLES']);
  expect(json.item).toBe(0);
  expect(await readUsage(caller)).toMatchObject({ mints: 0 });
  expect(honest.status).toBe(200);
});
