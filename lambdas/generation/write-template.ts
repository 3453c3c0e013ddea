import { setTimeout } from 'node:timers/promises';
import { failWithCause, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import type { AuthorMessage, AuthorRequest, TemplateAuthor, Written } from '../ports/author.ts';
import type { CompileContext } from '../templates/compile-template.ts';
import { replyToDiagnostics, replyToProblem } from './prompts.ts';
import { evaluateAnswer, type Requirements, selectImages, type TriedAnswer } from './try-answer.ts';

/** A template to generate or to revise. */
export interface Assignment extends Requirements {
  readonly instructions: readonly AuthorMessage[];
}

/** Something wrong with an answer: the code of a diagnostic, or of the answer's error. */
export interface FixedProblem {
  readonly code: string;
  readonly message: string;
}

/** The best template of a session. */
export interface WrittenTemplate extends Pick<TriedAnswer, 'code' | 'compiled' | 'diagnostics'> {
  /** Number of answers of the model that were evaluated. */
  readonly rounds: number;
  /** Problems of earlier answers that this one does not have, in the order in which they were found. */
  readonly fixed: readonly FixedProblem[];
}

/** Dependencies of generating and evaluating a template. */
export interface AuthorSession {
  readonly author: TemplateAuthor;
  readonly circumstances: CompileContext;
  /** Fires when the time for generating and rendering is used up, or with a ServiceError when the request is canceled. */
  readonly signal: AbortSignal;
  /** Runs jobs one after another, first in, first out. */
  readonly runSequentially: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called with the error that ended the session after a first valid template. */
  readonly onLostIteration: (cause: unknown) => void;
}

/** First pause after the model reported that it is busy, in milliseconds; further ones grow by `pauseGrowth`. */
const firstPauseMs = 1_000;
const pauseGrowth = 4;

const tooLong = 'The answer was longer than it may be, and its end is missing: write a shorter module.';

/** Returns a promise that never resolves. @throws when the signal fires, its ServiceError or GENERATION_FAILED */
const untilAborted = (signal: AbortSignal): Promise<never> => {
  const over = Promise.withResolvers<never>();
  const late = new Error('the time for writing and rendering is over: the model says nothing, or turns calls away');
  const end = () =>
    over.reject(isServiceError(signal.reason) ? signal.reason : failWithCause(late, 'GENERATION_FAILED'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  over.promise.catch(() => undefined);
  return over.promise;
};

/** Returns an error that the answer caused. @throws every other error, for example SERVICE_UNAVAILABLE */
const getProblem = (caught: unknown): ServiceError => {
  if (isServiceError(caught) && caught.code !== 'SERVICE_UNAVAILABLE') return caught;
  throw caught;
};

/** Returns the item's error: GENERATION_FAILED if the image cannot be rendered, otherwise PARSE_FAILED. */
const getOutcome = (problem: ServiceError): ServiceError =>
  problem.code === 'RENDER_ERROR'
    ? failWithCause(problem.cause, 'GENERATION_FAILED')
    : new ServiceError('PARSE_FAILED', [], { cause: problem });

/** Returns the problems whose code is not left, each message once. */
const getFixed = (found: readonly FixedProblem[], left: readonly FixedProblem[]): FixedProblem[] => {
  const fixed = found.filter(({ code }) => left.every((one) => one.code !== code));
  return [...new Map(fixed.map(({ code, message }) => [message, { code, message }])).values()];
};

const withoutImages = ({ answer, reply }: AuthorRequest['rounds'][number]) => ({
  answer,
  reply: reply.filter((message) => 'text' in message),
});

/**
 * Generates one template: calls the model, evaluates its answer and sends the diagnostics back, until the score is 100,
 * the model repeats its best answer, or the rounds are used up. Returns the answer with the best score. After a first
 * valid template, later errors do not discard it.
 *
 * @param onFirstAnswer called after each request with whether the model was reachable
 * @param onStep called when the model is asked and when its answer is rendered, with the number of the iteration
 * @throws PARSE_FAILED, GENERATION_FAILED; AI_NOT_CONFIGURED when there is no access to the model; GENERATION_CANCELED
 */
export const writeTemplate = async (
  assignment: Assignment,
  session: AuthorSession,
  onFirstAnswer: (isReachable: boolean) => void,
  onStep: (step: 'writing' | 'checking', iteration: number) => void = () => undefined,
): Promise<WrittenTemplate> => {
  const { author, circumstances, signal, runSequentially, onLostIteration } = session;
  let iterations: AuthorRequest['rounds'] = [];
  /** Number of requests sent to the model. */
  let asked = 0;
  let best: TriedAnswer | undefined;
  let problem: ServiceError | undefined;
  const found: FixedProblem[] = [];

  /** Sends one request, again while the model is busy; each counts towards `author.rounds`. */
  const ask = async (): Promise<Extract<Written, { ok: true }>> => {
    for (let pauseMs = firstPauseMs; ; pauseMs *= pauseGrowth) {
      asked += 1;
      const written = await author.write({ instructions: assignment.instructions, rounds: iterations, signal });
      onFirstAnswer(written.ok || !written.isUnavailable);
      if (written.ok) return written;
      if (!written.isBusy || asked >= author.rounds)
        throw failWithCause(written.cause, written.isUnavailable ? 'AI_NOT_CONFIGURED' : 'GENERATION_FAILED');
      await setTimeout(pauseMs, undefined, { ref: false, signal });
    }
  };

  /** Requests an answer and evaluates it. @returns the reply for the model; undefined when the session has ended */
  const nextIteration = async (): Promise<readonly AuthorMessage[] | undefined> => {
    const iteration = iterations.length + 1;
    onStep('writing', iteration);
    const { answer, isCut } = await ask();
    const evaluate = async (): Promise<readonly AuthorMessage[] | undefined> => {
      onStep('checking', iteration);
      try {
        const tried = await evaluateAnswer(answer, assignment, circumstances);
        found.push(...tried.diagnostics);
        const isRepeated = best?.code === tried.code;
        const isWorse = best !== undefined && tried.score < best.score;
        if (!best || tried.score > best.score) best = tried;
        // a model that repeats an answer would repeat it again
        if (tried.score === 100 || isRepeated || asked >= author.rounds) return undefined;
        const images = await selectImages(tried, tried.compiled.renderPlan, circumstances);
        return replyToDiagnostics(tried.code, tried.diagnostics, images, isWorse);
      } catch (caught) {
        problem = getProblem(caught);
        found.push(problem);
        return replyToProblem(isCut ? tooLong : problem.message);
      }
    };
    const reply = await runSequentially(evaluate);
    iterations = [...iterations.map(withoutImages), { answer, reply: reply ?? [] }];
    return reply;
  };

  const over = untilAborted(signal);
  try {
    while (asked < author.rounds && (await Promise.race([over, nextIteration()])));
  } catch (cause) {
    // a canceled request saves nothing, whatever it has
    if (isServiceError(signal.reason)) throw signal.reason;
    if (!best) throw cause;
    onLostIteration(cause);
  }
  if (best) {
    const { code, compiled, diagnostics } = best;
    return { code, compiled, diagnostics, rounds: iterations.length, fixed: getFixed(found, diagnostics) };
  }
  throw getOutcome(problem as ServiceError);
};
