import { isServiceError, type ServiceError } from 'image-url-contract/errors.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import { onKill } from '#engine/isolation/kills.ts';
import { render } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { resolveRenderOptions } from '#engine/rendering/render-options.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { type GeneratedTemplate, generatedTemplate } from '../engine/generated-sources.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort, figure, seed } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { held } from '../support/held.ts';

/**
 * @promise Template code: Generated templates with variables of every kind: each gets an answer, the bytes of good
 *   images do not change, and only workers die
 * @figure satori, long form, with an earlier generator of wider values: 10,000 templates: 4,490 images, 5,384 compile
 *   errors, 123 mints rejected, 3 `RENDER_ERROR`; slowest answer 3.7 s, 352 workers ended; render workers at most 299
 *   MiB after 30%, 324 at the end (the service with its tables in memory: 561, then 617)
 */

/** Each engine renders its share of them. */
const templates = effort(40, 10_000 * engineNames.length);
const atOnce = engineNames.length;
const clock = Date.UTC(2026, 10, 1);

const goodSource = `export const options = { width: 300, height: 200, format: 'png' };
export default function Good({ title = 'Good' }) {
  return (
    <div style={{ width: '100%', height: '100%', backgroundImage: 'linear-gradient(red, blue)', boxShadow: '0 9px 30px #000', fontSize: 30 }}>
      {title} 漢字 🚀
    </div>
  );
}`;
const counts: Record<string, number> = {};
const count = (ending: string): void => {
  counts[ending] = (counts[ending] ?? 0) + 1;
};
let kills = 0;

let goodScript = '';
/** As text, so that a failure shows the two images. */
const renderGood = async (engine: EngineName): Promise<string> => {
  const result = await evaluate({ script: goodScript, variables: { title: 'Same' }, clock, seed: '' });
  if (!result.ok) throw new Error(result.message);
  const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
  const rendering = { tree: result.tree, options, images: {}, engine };
  return Buffer.from((await render(rendering)).bytes).toString('base64');
};
const alone = new Map<EngineName, string>();
beforeAll(async () => {
  onKill(() => {
    kills += 1;
  });
  goodScript = (await compileOrFail(goodSource, { now: () => new Date(clock), defaultEngine: 'satori' })).renderPlan
    .script;
  for (const engine of engineNames) alone.set(engine, await renderGood(engine));
});
afterAll(closeWorkers);

/** Nothing an answer says may tell of this machine. */
const isQuiet = (message: string): void =>
  expect(message).not.toMatch(/\/lambdas\/|node_modules|node:internal|\/tmp\//);

/** Saves it, mints it, renders it, as far as it comes; answers where it ended. */
const tryTemplate = async (
  { source, variables }: GeneratedTemplate,
  n: number,
  engine: EngineName,
): Promise<string> => {
  const circumstances = { now: () => new Date(clock), defaultEngine: engine };
  const saved = await compileOrFail(source, circumstances).catch((error: unknown) => error);
  if (isServiceError(saved)) {
    isQuiet(saved.message);
    return saved.code;
  }
  if (saved instanceof Error) throw saved;
  const { renderPlan } = saved as Awaited<ReturnType<typeof compileOrFail>>;
  const minted = await evaluate({ script: renderPlan.script, variables, clock, seed: `${n}` });
  if (!minted.ok) {
    isQuiet(minted.message);
    return `mint: ${minted.reason}`;
  }
  const options = resolveRenderOptions({}, renderPlan.options);
  const rendering = { tree: minted.tree, options, images: {}, engine };
  const rendered = await render(rendering).catch((error: ServiceError) => error);
  if ('code' in rendered) return rendered.code;
  expect(Buffer.compare((await render(rendering)).bytes, rendered.bytes), `rendered twice: ${source}`).toBe(0);
  return 'image';
};

it(`${templates} generated templates: answered, with the same bytes twice, and good images stay as they were`, async () => {
  let n = 0;
  let early: Awaited<ReturnType<typeof held>> | undefined;
  const property = fc.asyncProperty(
    fc.array(generatedTemplate, { minLength: atOnce, maxLength: atOnce }),
    async (some) => {
      const endings = await Promise.all(
        some.map((one, at) => {
          n += 1;
          return tryTemplate(one, n, engineNames[at] as EngineName);
        }),
      );
      for (const ending of endings) {
        expect(ending).toMatch(/^(COMPILE_ERROR|RENDER_ERROR|image|mint: \w+)$/);
        count(ending);
      }
      const engine = engineNames[(n / atOnce) % engineNames.length] as EngineName;
      expect(await renderGood(engine)).toBe(alone.get(engine));
      if (n >= templates * 0.3) early ??= held();
    },
  );

  // what was found is printed as it is: making it smaller would take hours
  await fc.assert(property, { numRuns: templates / atOnce, seed, endOnFailure: true });

  const late = held();
  figure(`generated templates: ${n}, seed ${seed}`, JSON.stringify(counts));
  figure('generated templates: processes and threads ended', kills);
  figure('generated templates: held after three tenths, at the end', JSON.stringify([early, late]));
  expect(counts.image).toBeGreaterThan(templates / 10);
  expect(late.processes.length).toBeLessThanOrEqual(5);
  expect(late.own).toBeLessThan((early?.own ?? 0) + 200);
  expect(late.descriptors).toBeLessThanOrEqual((early?.descriptors ?? 0) + 40);
});
