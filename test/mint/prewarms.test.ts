import { describe, expect, it } from 'vitest';
import { prewarmImage } from '../../lambdas/deliver/prewarm-image.ts';
import { orderPrewarms } from '../../lambdas/mint/order-prewarms.ts';
import type { Ports } from '../../lambdas/ports/ports.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';

const url = 'http://images.test/v1/image?templateId=t&uid=ana&rv=e2-1&v_title=secret&sig=1.abc';
const ana = { accountId: 'ana' } as AccountRecord;

const reported = () => {
  const lines: { level: string; details: unknown }[] = [];
  const counted: object[] = [];
  const log = (level: string, _message: string, details: unknown = {}) => void lines.push({ level, details });
  return { lines, counted, runtime: { log, count: (values: object) => void counted.push(values) } as never };
};

const prepared = (...urls: string[]) => urls.map((one) => ({ url: one }));

describe('orders of images', () => {
  const order = async (position: (urls: readonly string[]) => Promise<void>, prewarm: (boolean | undefined)[]) => {
    const { lines, counted, runtime } = reported();
    const requests = prewarm.map((one) => ({ templateId: 't', ...(one !== undefined && { prewarm: one }) }));
    const urls = prepared(...prewarm.map((_one, n) => `${url}&n=${n}`));
    await orderPrewarms({ 'prewarms:order': { order: position } }, runtime, ana, urls, requests);
    return { lines, counted };
  };

  it('are for the items that ask for it', async () => {
    const placed: (readonly string[])[] = [];
    const position = async (urls: readonly string[]) => void placed.push(urls);
    await order(position, [true, false, undefined, true]);
    await order(position, [false, undefined]);
    expect(placed).toEqual([[`${url}&n=0`, `${url}&n=3`]]);
  });

  it('that cannot be placed fail no mint, and leave an error and a count', async () => {
    const { lines, counted } = await order(() => Promise.reject(new Error('down')), [true, true]);
    expect(lines).toEqual([{ level: 'error', details: expect.objectContaining({ accountId: 'ana', images: 2 }) }]);
    expect(counted).toEqual([{ FailedPrewarms: 2 }]);
    expect(JSON.stringify(lines)).not.toMatch(/sig=|secret/);
  });
});

describe('rendering ahead', () => {
  const prewarm = async (request: Ports['images:request']['request'], address = url) => {
    const { lines, counted, runtime } = reported();
    const ended = await prewarmImage({ 'images:request': { request } }, runtime, address).then(
      () => 'done',
      () => 'again',
    );
    return { lines, counted, ended };
  };

  it('asks the image host as a reader does', async () => {
    const asked: string[] = [];
    const { counted, lines } = await prewarm(async (given) => {
      asked.push(given);
      return 'rendered';
    });
    expect([asked, counted, lines]).toEqual([[url], [{ Prewarms: 1 }], []]);
  });

  it.each([
    ['cannot be rendered', 'failed', 'done'],
    ['is delivered no more', 'refused', 'done'],
    ['nothing is known of', 'unknown', 'again'],
  ] as const)('tells operators of an image that %s', async (_what, outcome, expected) => {
    const { ended, counted, lines } = await prewarm(async () => outcome);
    expect([ended, counted]).toEqual([expected, [{ FailedPrewarms: 1 }]]);
    expect(lines).toEqual([{ level: 'error', details: { outcome, templateId: 't', uid: 'ana', rv: 'e2-1' } }]);
  });

  it('tells operators of an on-demand URL neither its variables nor its signature', async () => {
    const path = `/v1/i/1-ana-0000000000000000/${'s'.repeat(43)}/t/-/c2VjcmV0.png`;
    const { lines } = await prewarm(async () => 'failed', `http://images.test${path}`);
    expect(lines).toEqual([{ level: 'error', details: { outcome: 'failed', templateId: 't', uid: 'ana' } }]);
  });

  it('is tried again where the image host cannot be reached', async () => {
    const { ended, lines } = await prewarm(() => Promise.reject(new Error('down')));
    expect(ended).toBe('again');
    expect(JSON.stringify(lines)).not.toMatch(/sig|secret/);
  });
});
