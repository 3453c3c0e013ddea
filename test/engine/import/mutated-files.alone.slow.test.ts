import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { getLines } from '#engine/diagnostics/diagnostics.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { getElements, type VElement } from '#engine/vnode/vnode.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { effort, seed } from '../../support/effort.ts';
import { randomFrom } from '../../support/random.ts';
import { mutate } from './mutations.ts';

afterAll(closeWorkers);

const folder = 'test/engine/import/files';
const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const compile = (source: string, isRendered: boolean) =>
  compileTemplate(source, { clock: 0, defaultEngine: 'takumi', isRendered }, cpuBudget(20_000));

/** Whether a tree has a text, a picture or a ground, wherever it stands; a <style> alone is drawn with its text. */
const isShowing = (tree: VElement): boolean =>
  [...getElements(tree)].some(({ type, props, children }, index) => {
    const hasText = children.some((one) => typeof one === 'string' && one.trim() !== '');
    const isPicture = /^(?:img|svg)$/.test(type) || /background|\bbg-/.test(JSON.stringify(props));
    return isPicture || (hasText && (type !== 'style' || index === 0));
  });

/** Returns what is wrong with the answer to a source: an error without a place, no end, or nothing shown and nothing said. */
const findFault = async (source: string): Promise<string | undefined> => {
  const { errors, sample, overLimit } = await compile(source, false);
  const lines = getLines(source).length;
  if (!errors.every(({ line, message }) => line >= 1 && line <= lines && message !== '')) return 'no place';
  // a component that contains itself is refused by its size, or by its memory
  if (overLimit && overLimit.limit !== 'size' && overLimit.limit !== 'memory') return JSON.stringify(overLimit);
  if (errors.length > 0 || (sample && isShowing(sample.tree))) return undefined;
  const rendered = await compile(source, true);
  const isSaid = rendered.errors.length > 0 || rendered.warnings.some(({ code }) => /^empty-|^not-/.test(code));
  return isSaid ? undefined : 'nothing shown, nothing said';
};

it('a mutated file is refused with a place, or shows something, or says why not', async () => {
  const random = randomFrom(seed);
  const wrong: [string, string][] = [];
  for (let left = effort(300, 10_000); left > 0; left -= 1) {
    const source = mutate(random.pick(files), random);
    const fault = await findFault(source);
    if (fault !== undefined) wrong.push([fault, source]);
  }

  expect(wrong).toEqual([]);
});
