import autocannon, { type Request, type Result } from 'autocannon';

/** One kind of request, and how it is made. */
export interface Kind {
  readonly name: string;
  readonly url: string;
  /** Share of all requests, 0 to 1. */
  readonly share: number;
  readonly connections: number;
  /** Makes the next request; each is its own. */
  readonly next: () => Request;
}

export interface Outcome {
  readonly name: string;
  readonly result: Result;
}

/**
 * Sends all kinds at once.
 *
 * @param rate requests a second of all kinds together; undefined for as many as are answered.
 */
export const send = (kinds: readonly Kind[], seconds: number, rate?: number): Promise<Outcome[]> =>
  Promise.all(
    kinds.map(async ({ name, url, share, connections, next }) => {
      const result = await autocannon({
        url,
        connections,
        duration: seconds,
        timeout: 20,
        ...(rate !== undefined && { overallRate: Math.max(1, Math.round(rate * share)) }),
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      });
      return { name, result };
    }),
  );

/** Requests a second that were answered. */
export const answeredRate = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { result }) => sum + answered(result) / result.duration, 0);

const answered = ({ statusCodeStats }: Result): number =>
  Object.values(statusCodeStats).reduce((sum, { count }) => sum + count, 0);

/** Answers that no promise covers: failures of the service, and requests that were never answered. */
export const failures = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ name, result: { statusCodeStats, errors, timeouts } }) => {
    const statuses = Object.entries(statusCodeStats).filter(([status]) => Number(status) >= 500);
    const texts = statuses.map(([status, { count }]) => `${name}: ${count} times ${status}`);
    return errors + timeouts > 0 ? [...texts, `${name}: ${errors + timeouts} without an answer`] : texts;
  });

export const describe = ({ name, result: { latency, statusCodeStats, requests } }: Outcome): string => {
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} x ${status}`);
  const times = [latency.p50, latency.p99, latency.max].map((ms) => `${ms}`.padStart(6));
  return `  ${name.padEnd(12)} ${String(requests.total).padStart(6)} sent  ms: half ${times[0]}, 99% ${times[1]}, most ${times[2]}   ${statuses.join(', ')}`;
};
