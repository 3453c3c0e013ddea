import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TemplateAuthor, TokensUsed } from '../../../lambdas/ports/author.ts';
import type { Judge, Verdict } from './judge.ts';
import type { Wish } from './prompts.ts';
import { getDollars, getMost, type Prices, together } from './spending.ts';
import { type Outcome, tryWish } from './trial.ts';

export interface JudgedBench {
  readonly author: TemplateAuthor;
  readonly judge: Judge;
  readonly wishes: readonly Wish[];
  readonly prices: Prices;
  /** Dollars, including those of earlier runs in the same folder. */
  readonly limit: number;
  readonly maxTokens: number;
  /** Folder of outcomes, one file for each wish; a wish with an outcome is not tried again. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Stored outcome of a wish. */
export interface Cached {
  readonly wish: Wish;
  readonly single: Omit<Outcome, 'image'> | undefined;
  readonly looked: Omit<Outcome, 'image'> | undefined;
  readonly rounds: number;
  readonly verdict: Verdict;
  readonly tokens: TokensUsed;
  readonly dollars: number;
}

const getCached = async (file: string, wish: Wish): Promise<Cached | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const cached = text === undefined ? undefined : (JSON.parse(text) as Cached);
  return cached?.wish.prompt === wish.prompt ? cached : undefined;
};

const omitImage = (outcome: Outcome | undefined) => {
  if (!outcome) return undefined;
  const { image: _, ...rest } = outcome;
  return rest;
};

/** Fulfils and judges every wish without an outcome, until the limit is reached. @returns all known outcomes */
export const runJudged = async (bench: JudgedBench): Promise<readonly Cached[]> => {
  const { author, judge, wishes, prices, limit, maxTokens, folder, say } = bench;
  await mkdir(folder, { recursive: true });
  const getFile = (n: number, name: string) => join(folder, `${String(n + 1).padStart(2, '0')}${name}`);
  const known = await Promise.all(wishes.map((wish, n) => getCached(getFile(n, '.json'), wish)));
  let spent = known.reduce((sum, cached) => sum + (cached?.dollars ?? 0), 0);
  const most = getMost(author.rounds, maxTokens, prices);

  for (const [n, wish] of wishes.entries()) {
    if (known[n]) continue;
    if (spent + most > limit) {
      say(`Stopped: ${spent.toFixed(2)} of ${limit} dollars are spent, and one more wish may take ${most.toFixed(2)}.`);
      break;
    }
    const { single, looked, rounds: iterations, verdict, tokens } = await tryWish(author, judge, wish);
    const used = together(tokens);
    const dollars = getDollars(used, prices);
    const cached: Cached = {
      ...{ wish, single: omitImage(single), looked: omitImage(looked) },
      ...{ rounds: iterations, verdict, tokens: used, dollars },
    };
    for (const [name, outcome] of Object.entries({ single, looked }))
      if (outcome?.image) await writeFile(getFile(n, `-${name}.png`), outcome.image);
    // atomic, because a truncated file would count as an outcome
    await writeFile(getFile(n, '.tmp'), JSON.stringify(cached, null, 2));
    await rename(getFile(n, '.tmp'), getFile(n, '.json'));
    known[n] = cached;
    spent += dollars;
    say(`${n + 1}/${wishes.length} ${wish.kind}: ${iterations} rounds, ${dollars.toFixed(3)} dollars, ${verdict}`);
  }
  return known.filter((cached) => cached !== undefined);
};
