import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { engineNames } from '#engine/engine-names.ts';
import { render } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { resolveRenderOptions } from '#engine/rendering/render-options.ts';
import { oddValues } from '#engine/template/edge-cases/odd-values.ts';
import { starters } from '../../starters/index.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { everyNth } from '../support/effort.ts';
import { getTestTypography, packBytes } from '../support/font-packs.ts';

afterAll(closeWorkers);

const clock = Date.parse('2026-02-03T00:00:00Z');
const folders = ['docs/examples', 'test/engine/findings/templates', 'test/engine/import/files', 'examples/astro/cards'];

/** Sources of every template of the repository, by path or id. */
const getTemplates = async (): Promise<[string, string][]> => {
  const inFolders = folders.map(async (folder) => {
    const names = (await readdir(folder)).filter((name) => /\.(jsx|tsx)(\.txt)?$/.test(name));
    return Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')]),
    );
  });
  const own = (await starters()).map(({ id, code }): [string, string] => [id, code]);
  return [...own, ...(await Promise.all(inFolders)).flat()];
};

const templates = await getTemplates();
/** An element that names another family than its parent has no font once its text is empty. */
const families = `export const options = { fontFamily: 'Poppins' };
export default ({ title = 'Title', note = 'Note' }) => (
  <div style={{ display: 'flex', flexDirection: 'column', fontSize: 40 }}>
    <h1 style={{ fontFamily: 'Lora' }}>{title}</h1>
    <p style={{ fontFamily: 'Inter' }}>{note}</p>
  </div>
);`;

const rows = engineNames.flatMap((engine) => templates.map(([name, source]) => [engine, name, source] as const));

it.each([
  ...engineNames.map((engine) => [engine, 'families outside the core', families] as const),
  ...everyNth(rows, 3),
])('%s renders %s with each variable empty, null, long and of one letter', async (engine, _name, source) => {
  const { renderPlan, sample, errors } = await compileTemplate(
    source,
    { clock, defaultEngine: engine, isRendered: false },
    cpuBudget(60_000),
  );
  if (!renderPlan || !sample || errors.length > 0) return;
  const failures: string[] = [];
  for (const { name } of renderPlan.variables)
    for (const { value } of oddValues) {
      const variables = { ...sample.variables, [name]: value };
      const result = await evaluate({
        script: renderPlan.script,
        variables,
        clock,
        seed: 'a',
        preflight: renderPlan.options.preflight,
      });
      // a mint that refuses the value publishes nothing
      if (!result.ok) continue;
      const { fontFamily } = renderPlan.options;
      const task = {
        tree: result.tree,
        options: { ...resolveRenderOptions({}, renderPlan.options), format: 'jpeg' as const },
        engine,
        images: {},
        typography: await getTestTypography(result.tree, fontFamily),
      };
      try {
        await render(task, { fontBytes: async (hash) => packBytes(hash) });
      } catch (error) {
        failures.push(
          `${name} = ${JSON.stringify(value)?.slice(0, 20)}: ${error instanceof Error ? (error.cause as Error)?.message : error}`,
        );
      }
    }
  expect(failures).toEqual([]);
});
