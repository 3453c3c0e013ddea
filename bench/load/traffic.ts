import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { table } from '../report.ts';
import { getQuantile } from '../timing.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Kind {
  readonly name: string;
  /** Share of all requests, 0 to 1. */
  readonly share: number;
  /** Returns the next request, different each time. */
  readonly next: () => LoadRequest;
  /** Gets the body of every successful response. */
  readonly use?: (body: string) => void;
}

/** Results of the requests of one kind. */
export interface Outcome {
  readonly name: string;
  /** Requests sent in a second. */
  readonly rate: number;
  /** Milliseconds from the due time of each request to the end of its response, ascending; without unanswered ones. */
  readonly tookMs: readonly number[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly unanswered: number;
}

const patienceMs = 30_000;

/**
 * Sends requests of all kinds at a constant rate, regardless of pending responses, like independent clients. Resolves
 * when all have ended.
 *
 * @param rate requests per second, of all kinds together
 */
export const send = async (kinds: readonly Kind[], seconds: number, rate: number): Promise<Outcome[]> => {
  const agent = new Agent({ connections: null, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const outcomes = await Promise.all(kinds.map((kind) => sendKind(kind, seconds, rate * kind.share, agent)));
  await agent.close();
  return outcomes;
};

const sendKind = async ({ name, next, use }: Kind, seconds: number, rate: number, agent: Agent): Promise<Outcome> => {
  const tookMs: number[] = [];
  const statuses: Record<string, number> = {};
  let unanswered = 0;
  const one = async (due: number) => {
    const { url, ...options } = next();
    try {
      const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
      const bytes = await body.arrayBuffer();
      tookMs.push(performance.now() - due);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode < 300) use?.(Buffer.from(bytes).toString('utf8'));
    } catch {
      unanswered += 1;
    }
  };
  const started = performance.now();
  const sent = new Set<Promise<void>>();
  const count = Math.max(1, Math.round(rate * seconds));
  for (let n = 0; n < count; n += 1) {
    const due = started + (n * 1_000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const sending: Promise<void> = one(due).finally(() => sent.delete(sending));
    sent.add(sending);
  }
  await Promise.all(sent);
  return { name, rate, tookMs: tookMs.sort((a, b) => a - b), statuses, unanswered };
};

/**
 * Returns the failures: 5xx responses, and requests without a response.
 *
 * @param isOverload whether the service may refuse requests with 503
 */
export const failures = (outcomes: readonly Outcome[], isOverload = false): string[] =>
  outcomes.flatMap(({ name, statuses, unanswered }) => {
    const isFailure = (status: number): boolean => status >= 500 && !(isOverload && status === 503);
    const failed = Object.entries(statuses).filter(([status]) => isFailure(Number(status)));
    const texts = failed.map(([status, count]) => `${name}: ${count} times ${status}`);
    return unanswered > 0 ? [...texts, `${name}: ${unanswered} without an answer`] : texts;
  });

/** Returns a table of outcomes; errors are responses that are not 200 and requests without a response. */
export const describe = (outcomes: readonly Outcome[]): string =>
  table(
    ['requests', 'in a second', 'answered', 'half within, ms', '99% within, ms', 'errors'],
    outcomes.map(({ name, rate, tookMs, statuses, unanswered }) => [
      name,
      rate.toFixed(1),
      String(tookMs.length),
      ...[0.5, 0.99].map((share) => getQuantile(tookMs, share).toFixed(0)),
      String(tookMs.length - (statuses[200] ?? 0) + unanswered),
    ]),
  );

/** A rate is held if 99% of responses arrive within this time, and none fails. */
export const heldMs = 1_000;
const [firstRate, rateStep, trialSeconds] = [8, 1.25, 3];

const isHeld = (outcomes: readonly Outcome[]): boolean =>
  failures(outcomes).length === 0 && outcomes.every(({ tookMs }) => getQuantile(tookMs, 0.99) < heldMs);

/** Returns the highest rate that is held, in steps of a quarter, minus a fifth because each is tried for seconds only. */
export const findHeldRate = async (kinds: readonly Kind[]): Promise<number> => {
  let rate = firstRate;
  while (isHeld(await send(kinds, trialSeconds, rate * rateStep))) rate *= rateStep;
  return rate * 0.8;
};
