import type { RemoteImages } from '../../ports/images.ts';
import { sharedTime } from '../../runtime/time-budget.ts';
import { type BudgetSlot, ByteBudget } from './byte-budget.ts';

/** Reason of an image that exceeds the budget. Final: the image is never fetched again. */
export const tooLarge = 'too large';

/** An image to fetch. */
export interface Wanted {
  readonly url: string;
  /** Whether it was never fetched before; only then may it be fetched a second time. */
  readonly isNew: boolean;
}

/** Result of a fetch: the bytes, or the reason of a failure. */
export interface Fetched {
  readonly bytes?: Uint8Array;
  readonly reason?: string;
  /** Number of requests. */
  readonly fetches: number;
}

type Answer = Awaited<ReturnType<RemoteImages['fetch']>>;

/** Milliseconds after the first round of fetches in which images may be fetched a second time. */
const againMs = 5_000;

/**
 * Fetches images in parallel within a shared byte budget. Which images are omitted depends on their order and sizes,
 * not on which arrives first: an image that was evicted is fetched again if it fits after all. The bytes held are at
 * most the budget, and briefly twice that when a second fetch displaces another image.
 */
export const fetchInOrder = async (
  remote: RemoteImages,
  wanted: readonly Wanted[],
  budgetBytes: number,
): Promise<Fetched[]> => {
  const fetchInto = async (budget: ByteBudget, url: string): Promise<{ answer: Answer; slot: BudgetSlot }> => {
    const slot = budget.position();
    const answer = await remote.fetch(url, slot);
    if (!answer.ok) slot.leave();
    return { answer, slot };
  };
  const all = new ByteBudget(budgetBytes);
  const first = await Promise.all(wanted.map(({ url }) => fetchInto(all, url)));

  const time = sharedTime(againMs);
  let leftBytes = budgetBytes;
  const fetched: Fetched[] = [];
  for (const [n, { url, isNew }] of wanted.entries()) {
    let { answer, slot } = first[n] as (typeof first)[number];
    let fetches = 1;
    const hasLost = () => slot.lost.aborted && slot.wanted <= leftBytes;
    if (hasLost() && isNew && time.leftMs() > 0) {
      ({ answer, slot } = await fetchInto(new ByteBudget(leftBytes), url));
      fetches = 2;
    }
    const isTooLarge = slot.lost.aborted || (answer.ok && answer.bytes.length > leftBytes);
    if (hasLost()) fetched.push({ reason: 'no room', fetches });
    else if (isTooLarge) fetched.push({ reason: tooLarge, fetches });
    else if (!answer.ok) fetched.push({ reason: answer.reason, fetches });
    else {
      leftBytes -= answer.bytes.length;
      fetched.push({ bytes: answer.bytes, fetches });
    }
  }
  return fetched;
};
