import { describe, expect, it } from 'vitest';
import type { RemoteImages } from '../../../lambdas/ports/images.ts';
import { fetchInOrder } from '../../../lambdas/usecases/images/fetch-within-budget.ts';
import { fc } from '../../support/fast-check.ts';

const budgetBytes = 1_000;

/** An image of a size, in pieces; each piece arrives at a turn of its own. */
interface Served {
  readonly bytes: number;
  readonly pieces: readonly number[];
  readonly isAnnounced: boolean;
}

/** Serves images piece by piece in the order of their turns, and notes the most that was held at once. */
const server = (images: readonly Served[]) => {
  const waiting: { turn: number; go: () => void }[] = [];
  const held = new Map<number, number>();
  let most = 0;
  const fetches: number[] = images.map(() => 0);
  const remote: RemoteImages = {
    async fetch(url, space) {
      const n = Number(url);
      const { bytes, pieces, isAnnounced } = images[n] as Served;
      fetches[n] = (fetches[n] ?? 0) + 1;
      space.lost.addEventListener('abort', () => held.delete(n));
      if (isAnnounced && !space.grow(bytes)) return { ok: false, reason: 'too large' };
      for (const [at, turn] of pieces.entries()) {
        await new Promise<void>((go) => waiting.push({ turn, go }));
        const received = Math.ceil((bytes * (at + 1)) / pieces.length);
        if (!space.grow(received)) return { ok: false, reason: 'too large' };
        held.set(n, received);
        const total = [...held.values()].reduce((sum, one) => sum + one, 0);
        most = Math.max(most, total);
      }
      return { ok: true, bytes: new Uint8Array(bytes) };
    },
  };
  const run = async () => {
    const wanted = images.map((_, n) => ({ url: String(n), isNew: true }));
    const fetching = fetchInOrder(remote, wanted, budgetBytes);
    let isDone = false;
    void fetching.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((done) => setImmediate(done));
      waiting.sort((one, other) => one.turn - other.turn);
      waiting.shift()?.go();
    }
    return { fetched: await fetching, fetches, most };
  };
  return { run };
};

/** Which fit when they are taken in order. */
const thatFit = (images: readonly Served[]): boolean[] => {
  let left = budgetBytes;
  return images.map(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
};

const image = fc.record({
  bytes: fc.integer({ min: 1, max: 600 }),
  pieces: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }),
  isAnnounced: fc.boolean(),
});

describe('images that share room', () => {
  it('are had or left out by their order and sizes alone, whichever arrives first', async () => {
    const property = fc.asyncProperty(fc.array(image, { minLength: 1, maxLength: 8 }), async (images) => {
      const { fetched, fetches, most } = await server(images).run();

      const expected = thatFit(images).map((fits, n) => (fits ? images[n]?.bytes : 'too large'));
      expect(fetched.map(({ bytes, reason }) => bytes?.length ?? reason)).toEqual(expected);
      expect(Math.max(...fetches)).toBeLessThanOrEqual(2);
      expect(most).toBeLessThanOrEqual(2 * budgetBytes);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('of which one comes to nothing are tried again later where they lost their room to it', async () => {
    const fails: RemoteImages = {
      async fetch(url, space) {
        if (!space.grow(url === 'first' ? 900 : 200)) return { ok: false, reason: 'too large' };
        await new Promise((done) => setImmediate(done));
        return url === 'first' ? { ok: false, reason: 'timed out' } : { ok: true, bytes: new Uint8Array(200) };
      },
    };
    const wanted = ['first', 'second'].map((url) => ({ url, isNew: false }));

    expect(await fetchInOrder(fails, wanted, budgetBytes)).toEqual([
      { reason: 'timed out', fetches: 1 },
      { reason: 'no room', fetches: 1 },
    ]);
  });
});
