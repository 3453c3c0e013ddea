import type { RemoteImages } from '../../ports/images.ts';
import { sharedTime } from '../../runtime/time-budget.ts';
import { ByteBudget, type SourcePosition } from './byte-budget.ts';

/** The reason of what will never fit, whatever its address serves next. */
export const tooLarge = 'too large';

/** An image to be fetched. */
export interface Wanted {
  readonly url: string;
  /** Whether it was never fetched before: then it may be asked for twice. */
  readonly isNew: boolean;
}

/** What came of it: its bytes, or why there are none. */
export interface Fetched {
  readonly bytes?: Uint8Array;
  readonly reason?: string;
  /** How often its address was asked. */
  readonly fetches: number;
}

type Answer = Awaited<ReturnType<RemoteImages['fetch']>>;

/** With less than this nothing more is asked for a second time. */
const againMs = 5_000;

/**
 * Fetches images side by side within the room they share. Which are left out for want of it follows from their order and
 * sizes, not from which arrives first: one that lost its room to others is asked for again when they are there. What is held is the room at most, and for a moment
 * twice that when one that was asked for again displaces another.
 */
export const fetchInOrder = async (
  remote: RemoteImages,
  wanted: readonly Wanted[],
  budgetBytes: number,
): Promise<Fetched[]> => {
  const fetchInto = async (budget: ByteBudget, url: string): Promise<{ answer: Answer; position: SourcePosition }> => {
    const position = budget.position();
    const answer = await remote.fetch(url, position);
    if (!answer.ok) position.leave();
    return { answer, position };
  };
  const all = new ByteBudget(budgetBytes);
  const first = await Promise.all(wanted.map(({ url }) => fetchInto(all, url)));

  const time = sharedTime(againMs);
  let leftBytes = budgetBytes;
  const fetched: Fetched[] = [];
  for (const [n, { url, isNew }] of wanted.entries()) {
    let { answer, position } = first[n] as (typeof first)[number];
    let fetches = 1;
    const hasLost = () => position.lost.aborted && position.wanted <= leftBytes;
    if (hasLost() && isNew && time.leftMs() > 0) {
      ({ answer, position } = await fetchInto(new ByteBudget(leftBytes), url));
      fetches = 2;
    }
    const isTooLarge = position.lost.aborted || (answer.ok && answer.bytes.length > leftBytes);
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
