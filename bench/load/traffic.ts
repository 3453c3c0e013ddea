import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
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
}

/** Results of the requests of one kind. */
export interface Outcome {
  readonly name: string;
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

const sendKind = async ({ name, next }: Kind, seconds: number, rate: number, agent: Agent): Promise<Outcome> => {
  const tookMs: number[] = [];
  const statuses: Record<string, number> = {};
  let unanswered = 0;
  const one = async (due: number) => {
    const { url, ...options } = next();
    try {
      const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
      await body.arrayBuffer();
      tookMs.push(performance.now() - due);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    } catch {
      unanswered += 1;
    }
  };
  const started = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < Math.max(1, Math.round(rate * seconds))) {
    const due = started + (sent.length * 1_000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    sent.push(one(due));
  }
  await Promise.all(sent);
  return { name, tookMs: tookMs.sort((a, b) => a - b), statuses, unanswered };
};

/** Returns the failures: 5xx responses, and requests without a response. */
export const failures = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ name, statuses, unanswered }) => {
    const failed = Object.entries(statuses).filter(([status]) => Number(status) >= 500);
    const texts = failed.map(([status, count]) => `${name}: ${count} times ${status}`);
    return unanswered > 0 ? [...texts, `${name}: ${unanswered} without an answer`] : texts;
  });

export const describe = (outcome: Outcome): string => {
  const statuses = Object.entries(outcome.statuses).map(([status, count]) => `${count} x ${status}`);
  const times = [0.5, 0.99, 1].map((share) => getQuantile(outcome.tookMs, share).toFixed(0).padStart(6));
  return `  ${outcome.name.padEnd(12)}  ms: half ${times[0]}, 99% ${times[1]}, most ${times[2]}   ${statuses.join(', ')}`;
};
