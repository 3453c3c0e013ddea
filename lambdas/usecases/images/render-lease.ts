import { setTimeout } from 'node:timers/promises';
import { getBackoffMs, shortBackoffMs } from '../../core/rendering/backoff.ts';
import type { RenderLease, RenderLeases } from '../../ports/images.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { SharedTime } from '../../runtime/time-budget.ts';

type LeasePorts = Pick<Ports, 'renderLeases:acquire'>;

/** Whose turn it is to render an image: ours, or that of whoever made the attempt. */
export interface LeaseResult {
  readonly isOurs: boolean;
  readonly lease: RenderLease;
}

/** Longer than any rendering with all that comes before and after it; an older attempt was cut off. */
const leaseMs = 50_000;
/** How often others may begin and end attempts while one asks for a turn. */
const maxPolls = 5;
const idBytes = 12;

export const getShortBackoffEnd = (now: Date): Date => new Date(now.getTime() + shortBackoffMs);

/** Whether somebody may be rendering at this moment. */
export const isHeld = ({ hasFailed, startedAt }: RenderLease, now: Date): boolean =>
  !hasFailed && now.getTime() < startedAt.getTime() + leaseMs;

/**
 * Begins an attempt at an image. It is written down as one that may not be repeated until its pause is over, before
 * anything is fetched or rendered: whatever becomes of it, nobody anywhere tries again before that.
 */
export const acquireLease = async (ports: LeasePorts, runtime: Runtime, name: string): Promise<LeaseResult> => {
  const { 'renderLeases:acquire': leases } = ports;
  const startedAt = runtime.now();
  const id = Buffer.from(runtime.randomBytes(idBytes)).toString('base64url');
  let seen: RenderLease | undefined;
  for (let look = 0; look < maxPolls; look += 1) {
    const number = (seen?.number ?? 0) + 1;
    const retryAt = new Date(startedAt.getTime() + getBackoffMs(number));
    const lease = { id, number, startedAt, retryAt, hasFailed: false };
    if (await leases.begin(name, lease, seen)) return { isOurs: true, lease };
    seen = await leases.find(name);
    // the answer to our own beginning was lost
    if (seen?.id === id) return { isOurs: true, lease };
    if (seen && startedAt < seen.retryAt) return { isOurs: false, lease: seen };
  }
  throw new Error('Attempts at one image come and go.');
};

/** Nothing speaks against rendering the image again. */
export const releaseLease = (ports: LeasePorts, name: string, { lease }: LeaseResult): Promise<void> =>
  ports['renderLeases:acquire'].end(name, lease);

/** The image cannot be rendered. Those who wait hear of it, and the pause stays. */
export const recordFailure = (ports: LeasePorts, name: string, { lease }: LeaseResult): Promise<void> =>
  ports['renderLeases:acquire'].end(name, lease, { ...lease, hasFailed: true });

/** Something around the image failed: the attempt does not count, and the next one may come soon. */
export const releaseWithBackoff = (
  ports: LeasePorts,
  name: string,
  { lease }: LeaseResult,
  retryAt: Date,
): Promise<void> =>
  ports['renderLeases:acquire'].end(name, lease, {
    ...lease,
    number: lease.number - 1,
    retryAt,
    hasFailed: true,
  });

/** Reads that are under way, by lease: all requests of a process that wait for the same lease share one. */
const reads = new WeakMap<RenderLeases, Map<string, Promise<RenderLease | undefined>>>();

const findShared = (leases: RenderLeases, name: string): Promise<RenderLease | undefined> => {
  const underWay = reads.get(leases) ?? new Map<string, Promise<RenderLease | undefined>>();
  reads.set(leases, underWay);
  const read = underWay.get(name) ?? leases.find(name).finally(() => underWay.delete(name));
  underWay.set(name, read);
  return read;
};

const minPollMs = 40;
const maxPollMs = 640;

/** Waits for the end of somebody's attempt while there is time; returns whether it came. */
export const waitForLease = async (
  ports: LeasePorts,
  runtime: Runtime,
  name: string,
  { lease }: LeaseResult,
  time: SharedTime,
): Promise<boolean> => {
  runtime.count({ RenderWaits: 1 });
  for (let pauseMs = minPollMs; time.leftMs() > 0; pauseMs = Math.min(2 * pauseMs, maxPollMs)) {
    await setTimeout(Math.min(pauseMs, time.leftMs()));
    const found = await findShared(ports['renderLeases:acquire'], name);
    if (found?.id !== lease.id || !isHeld(found, runtime.now())) return true;
  }
  return false;
};
