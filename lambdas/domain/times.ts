import { dayMs } from 'image-url-contract/days.ts';

/*
 * Times that bind each other, in milliseconds. A request waits no longer for another one than it may take itself, and
 * its lease lasts at least as long as anybody waits for it; what a crash leaves is tried again only once its lease is
 * over: storingMs < patienceMs.image < patienceMs.onDemand = patienceMs.page <= leaseMs <= the first backoff. Tested in
 * `test/deliver/times.test.ts`.
 */

const minuteMs = 60_000;

/** Backoff by number of consecutive failures. */
const pausesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs] as const;

/** Backoff for failures whose cause is outside the image. */
export const shortBackoffMs = 10_000;

/**
 * Returns the backoff in milliseconds.
 *
 * @param tries number of consecutive failures, from 1.
 */
export const getBackoffMs = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] as number;

/**
 * Time after which a lease expires: longer than a render with fetching and storing. A worker that hangs idle ends later
 * (`packages/engine/src/isolation/worker/worker.ts`). The image may then be rendered twice; the first to be stored
 * stays.
 */
export const leaseMs = 50_000;

/** Time for which a lease is stored after its backoff has ended. */
export const leaseKeptMs = 2 * dayMs;

/** Time that a request waits for another one that makes the same; below CloudFront's timeout. */
export const patienceMs = { image: 10_000, onDemand: 50_000, page: 50_000 } as const;

/** Time within which the image of an answer is stored; after it, whoever does not find the image renders it. */
export const storingMs = 3_000;

/** Pauses between two looks at what another request makes. */
export const pollMs = { first: 40, most: 640 } as const;

/** Time for which caches may store that a URL cannot be rendered, or that a page has no new image. */
export const failureMs = minuteMs;
