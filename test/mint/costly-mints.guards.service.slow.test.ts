import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shortBackoffMs } from '../../lambdas/domain/times.ts';
import { anAccount, aTemplate, readUsage, send } from '../support/service.ts';

/**
 * @promise Quota and cost: A URL that is paid for and can never show an image
 * @how an image that may cost too much (nested SVG masks, clip paths and patterns and more than 20 MB of custom fonts
 *   included) is rendered before the unit is consumed (decision 123)
 * @also test/engine/rendering/cost.test.ts
 * @figure no golden case pays for it
 */

/**
 * @promise What one signed URL can cost: An image that is too expensive to render consumes no quota
 * @also test/mint/verify-costly-image.test.ts
 * @figure blurred layers of 4,096 px rejected without consuming a unit; the second time within 53 ms
 */

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
