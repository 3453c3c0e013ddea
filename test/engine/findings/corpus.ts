import { readdir, readFile } from 'node:fs/promises';
import { lintEdgeCases } from '#engine/compile/lint-edge-cases.ts';
import type { EngineName } from '#engine/engine-names.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import type { CaseDiagnostic } from '#engine/lint/values/score.ts';
import { starters } from '../../../starters/index.ts';
import type { Broken } from './broken.ts';

const folder = 'test/engine/findings/templates';
const clock = Date.parse('2026-02-03T00:00:00Z');

/** Sources of templates in which nothing is to be found, by path; those of starters, as they are listed, by id. */
export const getGoodTemplates = async (): Promise<[string, string][]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsx'));
  const own = names.map(async (name): Promise<[string, string]> => [`${folder}/${name}`, await getSource(name)]);
  return [...(await Promise.all(own)), ...(await starters()).map(({ id, code }): [string, string] => [id, code])];
};

/** The source of a file of `test/engine/findings/templates`. */
export const getSource = (base: string): Promise<string> => readFile(`${folder}/${base}`, 'utf8');

/** @throws where the base no longer has what is to be changed. */
export const sourceOfBroken = async ({ base, from, to }: Broken): Promise<string> => {
  const source = await getSource(base);
  if (!source.includes(from)) throw new Error(`${base} has no ${from}`);
  return source.replace(from, () => to);
};

/** The line a finding is expected in. */
export const getLine = (source: string, { to, at = to }: Broken): number => {
  const offset = source.indexOf(at);
  if (offset < 0) throw new Error(`no ${at}`);
  return source.slice(0, offset).split('\n').length;
};

/** What is found in a template by itself; edge cases only where they are asked for. */
export const findDiagnostics = async (
  source: string,
  engine: EngineName,
  { prompt, hasEdgeCases = false }: { prompt?: string | undefined; hasEdgeCases?: boolean } = {},
): Promise<readonly CaseDiagnostic[]> => {
  const settings = { clock, defaultEngine: engine, hasEdgeCases, ...(prompt !== undefined && { prompt }) };
  const looked = await lintEdgeCases(source, settings, cpuBudget(600_000));
  return looked.diagnostics;
};
