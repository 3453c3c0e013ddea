import { setTimeout } from 'node:timers/promises';
import { failBecause, ServiceError } from '../../contract/errors.ts';
import type { AuthorMessage, AuthorRequest, TemplateAuthor, Written } from '../../ports/author.ts';
import type { Circumstances } from '../templates/compile-template.ts';
import { replyToDiagnostics, replyToProblem } from './prompts.ts';
import { type Demands, imagesFor, type TriedAnswer, tryAnswer } from './try-answer.ts';

/** What is to be written. */
export interface Assignment extends Demands {
  readonly instructions: readonly AuthorMessage[];
}

/** Something that was wrong with an answer: the code of its diagnostic, or of the error that the answer got. */
export interface FixedProblem {
  readonly code: string;
  readonly message: string;
}

/** The best template that an author came to. */
export interface WrittenTemplate extends Pick<TriedAnswer, 'code' | 'compiled' | 'findings'> {
  /** Answers that were looked at, those after the best one too. */
  readonly rounds: number;
  /** What was wrong with earlier answers and is not with this one, in the order in which it was found. */
  readonly fixed: readonly FixedProblem[];
}

/** Where templates are written and tried. */
export interface AuthorSession {
  readonly author: TemplateAuthor;
  readonly circumstances: Circumstances;
  /** Fires when the time for writing and rendering is over. */
  readonly signal: AbortSignal;
  /** Runs the trial of an answer when those before it are done. */
  readonly runSequentially: <T>(work: () => Promise<T>) => Promise<T>;
  /** Told why no further round came to its end although there is a template. */
  readonly onLostIteration: (cause: unknown) => void;
}

/** How long a busy model is left alone, first and each time after that so much longer. */
const firstPauseMs = 1_000;
const pauseGrowth = 4;

const tooLong = 'The answer was longer than it may be, and its end is missing: write a shorter module.';

/** The work's result, or GENERATION_FAILED when the signal fires first: for work that cannot be aborted. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const over = Promise.withResolvers<never>();
  const late = new Error('the time for writing and rendering is over: the model says nothing, or turns calls away');
  const end = () => over.reject(failBecause(late, 'GENERATION_FAILED'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, over.promise]).finally(() => signal.removeEventListener('abort', end));
};

/** Returns what is wrong with an answer. @throws what says nothing about it, for example that the service is busy */
const getProblem = (caught: unknown): ServiceError => {
  if (caught instanceof ServiceError && caught.code !== 'SERVICE_UNAVAILABLE') return caught;
  throw caught;
};

/** The item's error: the model's code cannot be used, or the generation failed. */
const getOutcome = (problem: ServiceError): ServiceError =>
  problem.code === 'RENDER_ERROR'
    ? failBecause(problem.cause, 'GENERATION_FAILED')
    : new ServiceError('PARSE_FAILED', [], { cause: problem });

/** Problems of a kind that is not left, each once. */
const getFixed = (found: readonly FixedProblem[], left: readonly FixedProblem[]): FixedProblem[] => {
  const fixed = found.filter(({ code }) => left.every((one) => one.code !== code));
  return [...new Map(fixed.map(({ code, message }) => [message, { code, message }])).values()];
};

const wordsOnly = ({ answer, reply }: AuthorRequest['rounds'][number]) => ({
  answer,
  reply: reply.filter((message) => 'text' in message),
});

/**
 * Has one template written, looked at and mended, until there is nothing to mend or the author has had all its rounds. Of what it
 * wrote the best is taken, never simply the last; once there is one, nothing that goes wrong later loses it.
 *
 * @param onFirstAnswer told once, whether the model could be reached at all.
 * @throws PARSE_FAILED, GENERATION_FAILED; AI_NOT_CONFIGURED when there is no access to the model.
 */
export const writeTemplate = async (
  assignment: Assignment,
  session: AuthorSession,
  onFirstAnswer: (isReachable: boolean) => void,
): Promise<WrittenTemplate> => {
  const { author, circumstances, signal, runSequentially, onLostIteration } = session;
  let iterations: AuthorRequest['rounds'] = [];
  /** Requests to the model, whatever came of them. */
  let asked = 0;
  let best: TriedAnswer | undefined;
  let problem: ServiceError | undefined;
  const found: FixedProblem[] = [];

  /** Asks once. One that the model was too busy for is sent again, and counts like any other: nothing is asked more often. */
  const ask = async (): Promise<Extract<Written, { ok: true }>> => {
    for (let pauseMs = firstPauseMs; ; pauseMs *= pauseGrowth) {
      asked += 1;
      const written = await before(
        signal,
        author.write({ instructions: assignment.instructions, rounds: iterations, signal }),
      );
      onFirstAnswer(written.ok || !written.isUnavailable);
      if (written.ok) return written;
      if (!written.isBusy || asked >= author.rounds)
        throw failBecause(written.cause, written.isUnavailable ? 'AI_NOT_CONFIGURED' : 'GENERATION_FAILED');
      await before(signal, setTimeout(pauseMs, undefined, { ref: false }));
    }
  };

  /** Asks once more and tries the answer. @returns what is said to it; nothing when all is well. */
  const nextIteration = async (): Promise<readonly AuthorMessage[] | undefined> => {
    const { answer, isCut } = await ask();
    const look = async (): Promise<readonly AuthorMessage[] | undefined> => {
      try {
        const tried = await tryAnswer(answer, assignment, circumstances);
        found.push(...tried.findings);
        const isRepeated = best?.code === tried.code;
        const isWorse = best !== undefined && tried.score < best.score;
        if (!best || tried.score > best.score) best = tried;
        // one that answers the same again would do so once more
        if (tried.score === 100 || isRepeated || asked >= author.rounds) return undefined;
        const images = await imagesFor(tried, tried.compiled.renderPlan, circumstances);
        return replyToDiagnostics(tried.code, tried.findings, images, isWorse);
      } catch (caught) {
        problem = getProblem(caught);
        found.push(problem);
        return replyToProblem(isCut ? tooLong : problem.message);
      }
    };
    const reply = await before(signal, runSequentially(look));
    iterations = [...iterations.map(wordsOnly), { answer, reply: reply ?? [] }];
    return reply;
  };

  try {
    while (asked < author.rounds && (await nextIteration()));
  } catch (cause) {
    if (!best) throw cause;
    onLostIteration(cause);
  }
  if (best) {
    const { code, compiled, findings } = best;
    return { code, compiled, findings, rounds: iterations.length, fixed: getFixed(found, findings) };
  }
  throw getOutcome(problem as ServiceError);
};
