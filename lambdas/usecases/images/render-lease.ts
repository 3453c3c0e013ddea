import { setTimeout } from 'node:timers/promises';
import { getBackoffMs, shortBackoffMs } from '../../core/rendering/backoff.ts';
import type { RenderLease, RenderLeases } from '../../ports/images.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { SharedTime } from '../../runtime/time-budget.ts';

type LeasePorts = Pick<Ports, 'renderLeases:acquire'>;

/** Result of acquiring a lease: `isOurs` tells whether this request holds it; `lease` is the current one. */
export interface LeaseResult {
  readonly isOurs: boolean;
  readonly lease: RenderLease;
}

/** Milliseconds after which a lease expires: longer than any render, including fetching and storing. */
const leaseMs = 50_000;
/** Attempts to acquire a lease that other requests acquire and release meanwhile. */
const maxPolls = 5;
const idBytes = 12;

export const getShortBackoffEnd = (now: Date): Date => new Date(now.getTime() + shortBackoffMs);

/** Returns whether a lease is held: it has neither failed nor expired. */
export const isHeld = ({ hasFailed, startedAt }: RenderLease, now: Date): boolean =>
  !hasFailed && now.getTime() < startedAt.getTime() + leaseMs;

/**
 * Acquires the lease of an image before anything is fetched or rendered. The lease is stored with the backoff of a
 * failure: if this request crashes, no other one tries again before `retryAt`.
 *
 * @throws Error when other requests acquire and release the lease too often meanwhile.
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
    // this request's write succeeded, but its answer was lost
    if (seen?.id === id) return { isOurs: true, lease };
    if (seen && startedAt < seen.retryAt) return { isOurs: false, lease: seen };
  }
  throw new Error('Attempts at one image come and go.');
};

/** Releases the lease without a backoff. */
export const releaseLease = (ports: LeasePorts, name: string, { lease }: LeaseResult): Promise<void> =>
  ports['renderLeases:acquire'].end(name, lease);

/** Marks the lease as failed. Waiting requests stop waiting, and its backoff stays in force. */
export const recordFailure = (ports: LeasePorts, name: string, { lease }: LeaseResult): Promise<void> =>
  ports['renderLeases:acquire'].end(name, lease, { ...lease, hasFailed: true });

/**
 * Marks the lease as failed for a reason outside the image. The failure does not increase the backoff, and the image
 * may be tried again at `retryAt`.
 */
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

/** Waits until the lease is released, has failed or has expired. Returns false if the time ran out first. */
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
