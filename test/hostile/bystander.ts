import { setTimeout as pause } from 'node:timers/promises';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';

/** Somebody who only wants his pictures, while others do harm. */
export interface Bystander {
  /** Ends it: what went wrong for him, and by how many milliseconds his slowest round was slower than one at rest. */
  stop(): Promise<{
    readonly problems: readonly string[];
    readonly slowdownMs: number;
    /** Of those beside the attacks, in order. */
    readonly roundsMs: readonly number[];
  }>;
}

const pauseMs = 400;

/** One round: a mint of a picture nobody has asked for, and its delivery. Returns what went wrong. */
const round = async (caller: Caller, templateId: string, title: string): Promise<string | undefined> => {
  const mint = await send('POST', '/v1/url', { caller, body: { templateId, variables: { title } } });
  if (mint.status !== 200) return `mint: ${mint.status} ${JSON.stringify(mint.json)}`;
  const image = await fetch(mint.json.url);
  const bytes = await image.arrayBuffer();
  return image.status === 200 && bytes.byteLength > 500
    ? undefined
    : `image: ${image.status}, ${bytes.byteLength} bytes`;
};

/** Rounds before anybody does harm; the first starts what is not warm yet. */
const atRest = 4;

/** Starts asking, again and again, one thing at a time. */
export const startBystander = async (): Promise<Bystander> => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller);
  const problems: string[] = [];
  const roundsMs: number[] = [];
  const oneRound = async () => {
    const started = performance.now();
    const problem = await round(caller, templateId, `Round ${roundsMs.length} of ${caller.accountId}`);
    roundsMs.push(performance.now() - started);
    if (problem) problems.push(problem);
  };
  while (roundsMs.length < atRest) await oneRound();
  const usualMs = Math.min(...roundsMs);

  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      await oneRound();
      await pause(pauseMs);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      isOver = true;
      await running;
      const later = roundsMs.slice(atRest);
      return { problems, slowdownMs: Math.max(0, ...later) - usualMs, roundsMs: later };
    },
  };
};
