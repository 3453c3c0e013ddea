import { setTimeout } from 'node:timers/promises';
import { ServiceError } from 'image-url-contract/errors.ts';
import { getPrompt } from '../../../lambdas/generation/prompts.ts';
import { evaluateAnswer, selectImages, type TriedAnswer } from '../../../lambdas/generation/try-answer.ts';
import { writeTemplate } from '../../../lambdas/generation/write-template.ts';
import type { TemplateAuthor, TokensUsed } from '../../../lambdas/ports/author.ts';
import type { Judge, Verdict } from './judge.ts';
import type { Wish } from './prompts.ts';

const account = 'bench';
const circumstances = { now: () => new Date(), defaultEngine: 'takumi' } as const;
const deadlineMs = 300_000;

/** A template for a wish. */
export interface Outcome {
  readonly code: string;
  readonly score: number;
  readonly findings: readonly string[];
  /** Edge cases with diagnostics that the preview does not have. */
  readonly edgeCaseFailures: number;
  readonly image: Uint8Array | undefined;
}

export interface Trial {
  /** The first answer; absent if it is not a template. */
  readonly single: Outcome | undefined;
  /** The best of all rounds; absent if none is a template. */
  readonly looked: Outcome | undefined;
  readonly rounds: number;
  readonly verdict: Verdict;
  readonly tokens: readonly TokensUsed[];
}

const getOutcome = async (tried: TriedAnswer): Promise<Outcome> => {
  const [image] = await selectImages(tried, tried.compiled.renderPlan, circumstances);
  const [, ...stressed] = tried.cases;
  return {
    code: tried.code,
    score: tried.score,
    findings: tried.diagnostics.map(({ code, line, message }) => `${line} ${code}: ${message}`),
    edgeCaseFailures: stressed.filter(({ diagnostics }) => diagnostics.length > 0).length,
    image: image?.bytes,
  };
};

/** Evaluates an answer like a generation does; undefined if it is not a template. */
const outcomeOfAnswer = async (answer: string | undefined, wish: Wish): Promise<Outcome | undefined> => {
  try {
    return answer === undefined ? undefined : await getOutcome(await evaluateAnswer(answer, wish, circumstances));
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};

/** Fulfils a wish in both ways: the first answer of the rounds is the single answer. */
export const tryWish = async (author: TemplateAuthor, judge: Judge, wish: Wish): Promise<Trial> => {
  const answers: string[] = [];
  const tokens: TokensUsed[] = [];
  const recording: TemplateAuthor = {
    ...author,
    write: async (request) => {
      const written = await author.write(request);
      // an unavailable model is not an outcome of the wish
      if (!written.ok && request.rounds.length === 0) throw written.cause;
      if (written.ok) {
        answers.push(written.answer);
        tokens.push(written.tokens);
      }
      return written;
    },
  };
  const over = new AbortController();
  const timer = setTimeout(deadlineMs, undefined, { ref: false }).then(() => over.abort());
  void timer;
  const session = {
    ...{ author: recording, account, circumstances, signal: over.signal },
    runSequentially: <T>(work: () => Promise<T>) => work(),
    onLostIteration: () => undefined,
  };
  const best = await writeTemplate({ ...wish, instructions: getPrompt(wish) }, session, () => undefined).catch(
    (error) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    },
  );

  const single = await outcomeOfAnswer(answers[0], wish);
  const looked = best && (best.code === single?.code ? single : await outcomeOfAnswer(asAnswer(best.code), wish));
  const compared =
    single?.image && looked?.image && looked !== single
      ? await judge.compare(wish.prompt, single.image, looked.image)
      : { verdict: looked && !single ? ('looked' as const) : ('draw' as const), tokens: [] };
  return { single, looked, rounds: answers.length, verdict: compared.verdict, tokens: [...tokens, ...compared.tokens] };
};

const asAnswer = (code: string): string => `\`\`\`jsx\n${code}\n\`\`\``;
