import { expect, it } from 'vitest';
import type { Ports } from '../../lambdas/ports/ports.ts';
import { costlyRenderMs, verifyCostlyImage } from '../../lambdas/publishing/costly-images.ts';

/** Proves an image with an image host that answers so. Returns the rejection and the time limits of the requests. */
const prove = async (
  answer: Awaited<ReturnType<Ports['images:request']['request']>> | Error,
  ms = costlyRenderMs + 1,
  leftMs?: number,
) => {
  const waits: number[] = [];
  const request = async (_url: string, withinMs: number) => {
    waits.push(withinMs);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const runtime = { log: () => undefined, count: () => undefined };
  const url = { url: 'https://images.test/', cost: { ms, mostly: 'turbulence' } };
  const proving = verifyCostlyImage({ 'images:request': { request } }, runtime, url, leftMs);
  const refusal = await proving.then(
    () => undefined,
    (error: Error) => error,
  );
  return { refusal, waits };
};

it('a costly image that cannot be rendered is refused, saying what takes long', async () => {
  const { refusal } = await prove('failed');
  expect(refusal).toMatchObject({ code: 'INVALID_VARIABLES', message: expect.stringContaining('turbulence') });
});

it.each(['unknown', new Error('no network')] as const)(
  'an image host that says nothing of it refuses nothing, unless the batch has no time left: %s',
  async (answer) => {
    const [alone, inBatch] = [await prove(answer), await prove(answer, costlyRenderMs + 1, 3_000)];
    expect(alone.refusal).toBeUndefined();
    expect(inBatch.waits).toEqual([3_000]);
    expect(inBatch.refusal).toMatchObject({ message: expect.stringContaining('mint it alone') });
  },
);
