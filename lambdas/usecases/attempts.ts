import { setTimeout } from 'node:timers/promises';
import { pauseAfter, shortPauseMs } from '../core/picture/pauses.ts';
import type { DrawingAttempt } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SharedTime } from '../time-budget.ts';

type AttemptPorts = Pick<Ports, 'drawings:attempt'>;

/** Whose turn it is to draw a picture: ours, or that of whoever made the attempt. */
export interface Turn {
  readonly isOurs: boolean;
  readonly attempt: DrawingAttempt;
}

/** Longer than any drawing with all that comes before and after it; an older attempt was cut off. */
const longestAttemptMs = 50_000;
/** How often others may begin and end attempts while one asks for a turn. */
const mostLooks = 5;
const idBytes = 12;

export const soonAfter = (now: Date): Date => new Date(now.getTime() + shortPauseMs);

/** Whether somebody may be drawing at this moment. */
export const isUnderWay = ({ hasFailed, startedAt }: DrawingAttempt, now: Date): boolean =>
  !hasFailed && now.getTime() < startedAt.getTime() + longestAttemptMs;

/**
 * Begins an attempt at a picture. It is written down as one that may not be repeated until its pause is over, before
 * anything is fetched or drawn: whatever becomes of it, nobody anywhere tries again before that.
 */
export const beginAttempt = async (ports: AttemptPorts, runtime: Runtime, name: string): Promise<Turn> => {
  const { 'drawings:attempt': attempts } = ports;
  const startedAt = runtime.now();
  const id = Buffer.from(runtime.randomBytes(idBytes)).toString('base64url');
  let seen: DrawingAttempt | undefined;
  for (let look = 0; look < mostLooks; look += 1) {
    const number = (seen?.number ?? 0) + 1;
    const retryAt = new Date(startedAt.getTime() + pauseAfter(number));
    const attempt = { id, number, startedAt, retryAt, hasFailed: false };
    if (await attempts.begin(name, attempt, seen)) return { isOurs: true, attempt };
    seen = await attempts.find(name);
    // the answer to our own beginning was lost
    if (seen?.id === id) return { isOurs: true, attempt };
    if (seen && startedAt < seen.retryAt) return { isOurs: false, attempt: seen };
  }
  throw new Error('Attempts at one picture come and go.');
};

/** Nothing speaks against drawing the picture again. */
export const forget = (ports: AttemptPorts, name: string, { attempt }: Turn): Promise<void> =>
  ports['drawings:attempt'].end(name, attempt);

/** The picture cannot be drawn. Those who wait hear of it, and the pause stays. */
export const noteFailure = (ports: AttemptPorts, name: string, { attempt }: Turn): Promise<void> =>
  ports['drawings:attempt'].end(name, attempt, { ...attempt, hasFailed: true });

/** Something around the picture failed: the attempt does not count, and the next one may come soon. */
export const postpone = (ports: AttemptPorts, name: string, { attempt }: Turn, retryAt: Date): Promise<void> =>
  ports['drawings:attempt'].end(name, attempt, { ...attempt, number: attempt.number - 1, retryAt, hasFailed: true });

const shortestLookMs = 40;
const longestLookMs = 640;

/** Waits for the end of somebody's attempt while there is time; tells whether it came. */
export const outlast = async (
  ports: AttemptPorts,
  runtime: Runtime,
  name: string,
  { attempt }: Turn,
  time: SharedTime,
): Promise<boolean> => {
  for (let pauseMs = shortestLookMs; time.leftMs() > 0; pauseMs = Math.min(2 * pauseMs, longestLookMs)) {
    await setTimeout(Math.min(pauseMs, time.leftMs()));
    const found = await ports['drawings:attempt'].find(name);
    if (found?.id !== attempt.id || !isUnderWay(found, runtime.now())) return true;
  }
  return false;
};
