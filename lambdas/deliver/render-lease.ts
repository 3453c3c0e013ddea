import { setTimeout } from 'node:timers/promises';
import type { SharedTime } from 'image-url-engine/workers.ts';
import { getBackoffMs, leaseMs, pollMs, shortBackoffMs } from '../domain/times.ts';
import type { RenderLease } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

type RenderLeases = Ports['renderLeases:acquire'];
type LeasePorts = Pick<Ports, 'renderLeases:acquire'>;

/** A lease that this request holds. Its methods never reject, because a lease also expires. */
export type OwnLease = ReturnType<typeof toOwnLease>;
export type OthersLease = ReturnType<typeof toOthersLease>;

/** Maximum number of tries to acquire a lease that other requests acquire and release meanwhile. */
const maxPolls = 5;
const idBytes = 12;

export const getShortBackoffEnd = (now: Date): Date => new Date(now.getTime() + shortBackoffMs);

const isHeld = ({ hasFailed, startedAt }: RenderLease, now: Date): boolean =>
  !hasFailed && now.getTime() < startedAt.getTime() + leaseMs;

/**
 * Acquires the lease of an image before anything is fetched or rendered. The lease is stored with the backoff of a
 * failure: if this request crashes, no other one tries again before `retryAt`.
 *
 * @param known the lease as this request has just read it. @default it was not read
 * @throws Error when other requests acquire and release the lease too often meanwhile
 */
export const acquireLease = async (
  { 'renderLeases:acquire': leases }: LeasePorts,
  runtime: Runtime,
  name: string,
  known?: RenderLease,
): Promise<OwnLease | OthersLease> => {
  const startedAt = runtime.now();
  const id = Buffer.from(runtime.randomBytes(idBytes)).toString('base64url');
  let seen = known;
  for (let look = 0; look < maxPolls; look += 1) {
    if (seen && startedAt < seen.retryAt) return toOthersLease(leases, runtime, name, seen);
    const number = (seen?.number ?? 0) + 1;
    const retryAt = new Date(startedAt.getTime() + getBackoffMs(number));
    const lease = { id, number, startedAt, retryAt, hasFailed: false };
    if (await leases.begin(name, lease, seen)) return toOwnLease(leases, runtime, name, lease);
    seen = await leases.find(name);
    // this request's write succeeded, but its response was lost
    if (seen?.id === id) return toOwnLease(leases, runtime, name, lease);
  }
  if (seen && startedAt < seen.retryAt) return toOthersLease(leases, runtime, name, seen);
  throw new Error('The render lease of an image was acquired and released too often.');
};

const toOwnLease = (leases: RenderLeases, runtime: Runtime, name: string, lease: RenderLease) => {
  const end = async (next?: RenderLease): Promise<void> => {
    try {
      await leases.end(name, lease, next);
    } catch (cause) {
      runtime.log('error', 'lease not released', { cause });
    }
  };
  return {
    ...{ isOurs: true as const, number: lease.number, retryAt: lease.retryAt },
    /** Whether it has expired, so that another request may have acquired it. */
    isOver: () => !isHeld(lease, runtime.now()),
    /** Releases the lease without a backoff. */
    release: () => end(),
    /** Marks the lease as failed. Waiting requests stop waiting, and its backoff stays in force. */
    fail: () => end({ ...lease, hasFailed: true }),
    /**
     * Marks the lease as failed for a reason outside the image: the backoff does not increase, and a retry is possible
     * at `retryAt`.
     */
    backOff: (retryAt: Date) => end({ ...lease, number: lease.number - 1, retryAt, hasFailed: true }),
  };
};

/** Reads in progress, by lease: all requests of a process that wait for the same lease share one. */
const reads = new WeakMap<RenderLeases, Map<string, Promise<RenderLease | undefined>>>();

const findShared = (leases: RenderLeases, name: string): Promise<RenderLease | undefined> => {
  const underWay = reads.get(leases) ?? new Map<string, Promise<RenderLease | undefined>>();
  reads.set(leases, underWay);
  const read = underWay.get(name) ?? leases.find(name).finally(() => underWay.delete(name));
  underWay.set(name, read);
  return read;
};

/** Pauses, longer each time, as long as time is left. */
export async function* untilOver(time: SharedTime): AsyncGenerator<void> {
  for (let pauseMs: number = pollMs.first; time.leftMs() > 0; pauseMs = Math.min(2 * pauseMs, pollMs.most)) {
    await setTimeout(Math.min(pauseMs, time.leftMs()));
    yield;
  }
}

const toOthersLease = (leases: RenderLeases, runtime: Runtime, name: string, lease: RenderLease) => ({
  ...{ isOurs: false as const, retryAt: lease.retryAt },
  /** Whether it is held: it has neither failed nor expired. */
  isHeld: isHeld(lease, runtime.now()),
  /** Waits until the lease is released, has failed or has expired. Resolves to false if the time ran out first. */
  wait: async (time: SharedTime): Promise<boolean> => {
    runtime.count({ RenderWaits: 1 });
    for await (const _ of untilOver(time)) {
      const found = await findShared(leases, name);
      if (found?.id !== lease.id || !isHeld(found, runtime.now())) return true;
    }
    return false;
  },
});

/** What a request does about something that one request at a time makes. */
interface Shared<T> {
  /** Returns what there is; undefined if it must be made. */
  find(): Promise<T | undefined>;
  /** Returns the lease as `find` has just read it. @default it was not read */
  known?(): RenderLease | undefined;
  /** Makes it under the lease, which it ends. Resolves to undefined if it must be looked for again. */
  make(lease: OwnLease): Promise<T | undefined>;
  /** Returns what is shown while another request makes it, or has failed; undefined to wait for it. */
  meanwhile?(lease: OthersLease): Promise<T | undefined>;
  /** Returns why there is none: another request has failed, or was waited for too long. */
  refuse(lease: OthersLease): Promise<Error>;
}

/**
 * Returns what one request at a time makes: as it is found, made under the lease, or made by the request that is waited
 * for.
 *
 * @throws the error of `refuse`; what the steps throw
 */
export const underLease = async <T>(
  ports: LeasePorts,
  runtime: Runtime,
  name: string,
  time: SharedTime,
  { find, known, make, meanwhile, refuse }: Shared<T>,
): Promise<T> => {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    const lease = await acquireLease(ports, runtime, name, known?.());
    const result = await (lease.isOurs ? make(lease) : meanwhile?.(lease));
    if (result !== undefined) return result;
    if (!lease.isOurs && !(lease.isHeld && (await lease.wait(time)))) throw await refuse(lease);
  }
};
