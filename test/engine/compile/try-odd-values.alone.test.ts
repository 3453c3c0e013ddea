import { afterAll, expect, it, vi } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { imageLint } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { closeWorkers } from '../../support/close-workers.ts';

vi.mock('#engine/isolation/sandbox/evaluate.ts', { spy: true });
vi.mock('#engine/isolation/render/render.ts', { spy: true });

afterAll(closeWorkers);

const compile = (source: string, budgetMs = 60_000) =>
  compileTemplate(source, { clock: 0, defaultEngine: 'takumi' }, cpuBudget(budgetMs));
const found = async (source: string) => {
  const { errors, warnings } = await compile(source);
  expect(errors).toEqual([]);
  return warnings.filter(({ code }) => code === 'fails-with-value');
};

/** Letters in an `<svg>` become paths, so that of a very long text there an image is refused. */
const fails = (condition: string) => `export const options = { width: 200, height: 100 };
export default ({ title = 'Title', note = '', label = 'Label' }) => (
  <div style={{ display: 'flex', background: '#fff' }}>
    <b>{title}{label}</b>
    {${condition} && <svg width="90" height="20"><text>{'ab '.repeat(3000)}</text></svg>}
  </div>
);`;

it('names the variable, the value and the element with which a mint succeeds and its image fails', async () => {
  expect(await found(fails('note'))).toEqual([
    {
      ...{ line: 5, column: expect.any(Number), code: 'fails-with-value' },
      message: expect.stringMatching(
        /^With a very long text as `note`, a mint succeeds and its image cannot be rendered: The texts in <svg> have \d+ characters/,
      ),
    },
  ]);
});

it.each([
  ['an empty text as `title`', `title === ''`],
  ['null as `title`', 'title === null'],
  ['one letter as `title`', `title === 'x'`],
])('finds a failure with %s', async (words, condition) => {
  const [warning] = await found(fails(condition));
  expect(String(warning?.message)).toContain(words);
});

it('says nothing of a value that a mint rejects, or that is rendered', async () => {
  expect(await found(fails('title.toUpperCase() === 1'))).toEqual([]);
});

it('tries at most forty values, and renders each tree once', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `v${n} = 'a'`);
  vi.mocked(evaluate).mockClear();
  vi.mocked(imageLint).mockClear();

  await compile(`export default ({ ${names} }) => <p>{v0}</p>;`, 4_000);

  expect(vi.mocked(evaluate).mock.calls.length).toBeLessThanOrEqual(41);
  // the sample, and an empty text: the other 59 variables are not shown
  expect(vi.mocked(imageLint).mock.calls.length).toBe(2);
});

it('renders no text for its letters alone, but each value that decides more than a text', async () => {
  vi.mocked(imageLint).mockClear();
  const source = `export default ({ title = 'Title', tone = 'red' }) => (
    <div style={{ display: 'flex' }}>
      <p style={{ color: tone }}>{title}</p>
      <style>{'p { color: ' + tone + ' }'}</style>
    </div>
  );`;

  await compile(source);

  // the sample, a title that is empty, and four tones
  expect(vi.mocked(imageLint).mock.calls.length).toBe(6);
});

it('tries none where the template itself has used much of its processor time', async () => {
  vi.mocked(evaluate).mockClear();
  await compile(fails('note'), 2_400);
  expect(vi.mocked(evaluate).mock.calls.length).toBe(1);
});

it('stops at a value with which the template never ends', async () => {
  vi.mocked(evaluate).mockClear();
  const { errors, warnings } = await compile(`export default ({ a = 1, b = 2, c = 3 }) => {
    while (typeof a === 'string' || typeof b === 'string' || typeof c === 'string') {}
    return <p>{a}</p>;
  };`);

  expect([errors, warnings.filter(({ code }) => code === 'fails-with-value')]).toEqual([[], []]);
  expect(vi.mocked(evaluate).mock.calls.length).toBe(2);
});
