import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shortBackoffMs } from '../../lambdas/domain/times.ts';
import { anAccount, aTemplate, readUsage, send } from '../support/service.ts';

/** On a machine that is very busy. */
const mostUnproven = 8;

/** Layers over the whole of the largest image; one of them can be rendered when the template is saved. */
const layers = (style: string): string => `export const options = { width: 4096, height: 4096, format: 'webp' };
export default function T({ n = 0 }) {
  return (
    <div style={{ display: 'flex', width: '100%', height: '100%', background: '#fff' }}>
      {Array.from({ length: n }, (_, i) => <div key={i} style={{ position: 'absolute', inset: 0, background: '#123', ${style} }} />)}
    </div>
  );
}`;

it('an image that takes longer than an image may is refused when it is minted, alone and in a batch', async () => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller, layers("filter: 'blur(40px)'"));
  const costly = { templateId, variables: { n: 20 } };

  let alone = await send('POST', '/v1/url', { caller, body: costly });
  let unproven = 0;
  // a rendering that got no processor time proves nothing, and is retried after a backoff
  for (; alone.status === 200 && unproven < mostUnproven; unproven += 1) {
    await pause(shortBackoffMs);
    alone = await send('POST', '/v1/url', { caller, body: costly });
  }
  const again = await send('POST', '/v1/url', { caller, body: costly });
  const batch = await send('POST', '/v1/urls', { caller, body: { items: [{ templateId }, costly] } });

  expect([alone, again, batch].map(({ status, json }) => [status, json.code])).toEqual(
    Array(3).fill([400, 'INVALID_VARIABLES']),
  );
  expect(alone.json.message).toContain('blurs and shadows');
  expect(batch.json.item).toBe(1);
  expect(await readUsage(caller)).toMatchObject({ mints: unproven });
});
