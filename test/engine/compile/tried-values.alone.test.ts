import { afterAll, describe, expect, it, vi } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { lintEdgeCases } from '#engine/compile/lint-edge-cases.ts';
import { imageLint, render } from '#engine/isolation/render/render.ts';
import { evaluate, readSource, treeLint } from '#engine/isolation/sandbox/evaluate.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { lintFixedValues } from '#engine/lint/values/fixed-values.ts';
import { getScore } from '#engine/lint/values/score.ts';
import { getCaseVariables } from '#engine/template/edge-cases/case-variables.ts';
import { compileOrFail } from '../../../lambdas/templates/compile-template.ts';
import { closeWorkers } from '../../support/close-workers.ts';

vi.mock('#engine/isolation/sandbox/evaluate.ts', { spy: true });
vi.mock('#engine/isolation/render/render.ts', { spy: true });
vi.mock('#engine/template/edge-cases/case-variables.ts', { spy: true });
vi.mock('#engine/lint/values/fixed-values.ts', { spy: true });

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

const clock = Date.parse('2026-02-03T00:00:00Z');
const look = async (source: string) => {
  const looked = await lintEdgeCases(source, { clock, defaultEngine: 'takumi' }, cpuBudget(600_000));
  return looked;
};

const card = (text: string, style: string) => `export const options = { width: 600, height: 315 };
export default function Card({ title = 'Quiet maps', subtitle = 'Drawn by hand', cover = 'https://pictures.example/a.png' }) {
  return (
    <div style={{ width: '100%', height: '100%', background: '#fff', padding: 40, flexDirection: 'column', display: 'flex' }}>
      <h1 style={{ fontSize: 48, ${style} }}>{${text}}</h1>
      {subtitle && <p style={{ fontSize: 32, overflowWrap: 'anywhere' }}>{subtitle}</p>}
      <img src={cover} width={40} height={40} />
    </div>
  );
}`;

describe('odd values', () => {
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

  it('parses a template once for a save, evaluates and lays it out once at each size, and with odd values at the first', async () => {
    const source = `
    export const options = { sizes: { og: [600, 315], square: [400, 400] } };
    export default ({ title, tag = 'New' }) => (
      <div style={{ display: 'flex', width: '100%', height: '100%', fontSize: 40, background: 'white' }}>
        {title} {tag}
      </div>
    );`;

    vi.clearAllMocks();

    await compileOrFail(source, { now: () => new Date('2026-02-03'), defaultEngine: 'takumi' });

    const counts = [readSource, evaluate, treeLint, imageLint, render].map((job) => vi.mocked(job).mock.calls.length);
    // two sizes, and four odd values of two variables, none of which shows more than another text
    expect(counts).toEqual([1, 2 + 8, 2, 2, 0]);
  });
});

describe('edge cases', () => {
  it('looks for the values of edge cases in a worker: a model wrote the template', async () => {
    const settings = { clock, defaultEngine: 'takumi', prompt: 'A card about Quiet Maps' } as const;
    vi.clearAllMocks();
    const { cases } = await lintEdgeCases(card('title', ''), settings, cpuBudget(600_000));
    expect(cases.length).toBeGreaterThan(3);
    expect([getCaseVariables, lintFixedValues].map((one) => vi.mocked(one).mock.calls.length)).toEqual([0, 0]);
  });

  // the layout engine of satori returns no size of a text that overflows its box (docs/templates.md)
  it('says of each edge case what the preview does not show, with its place', async () => {
    const looked = await look(card('title', "whiteSpace: 'nowrap'"));

    expect(looked.cases.map(({ name }) => name)).toEqual([
      'preview',
      'Empty',
      'Three times as long',
      'One long word',
      'Chinese, Japanese',
      'Arabic',
      'Missing image',
    ]);
    expect(looked.cases[0].diagnostics).toEqual([]);
    const { diagnostics } = looked;
    const found = new Set(diagnostics.map(({ caseName, code, line }) => `${caseName}: ${code} in line ${line}`));
    expect(found).toEqual(new Set(['Three times as long: overflow in line 5', 'One long word: overflow in line 5']));
    expect(getScore(diagnostics)).toBeLessThan(100);
  });

  it('compares remote images too, which a check does not fetch, with what a browser shows', async () => {
    const lint = async (style: string) => {
      const { diagnostics } = await look(`export const options = { width: 600, height: 315, engine: 'satori' };
export default () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', width: '100%', height: '100%', background: '#fff' }}>
    <img src="https://pictures.example/a.png" style={{ width: 400, height: 130, ${style} }} />
    <img src="https://pictures.example/b.png" style={{ width: 400, height: 130, ${style} }} />
  </div>
);`);
      return diagnostics.map(({ code, line }) => `${code} in line ${line}`);
    };
    expect(await lint('alignSelf: "flex-start"')).toEqual(['unlike-browser in line 5']);
    expect(await lint('height: 157.5')).toEqual([]);
  });

  it('names the edge case that a template does not run with', async () => {
    const { diagnostics, cases } = await look(card('title.match(/[a-z]+/i)[0]', "overflowWrap: 'anywhere'"));

    expect(diagnostics.filter(({ isError }) => isError)).toEqual(
      ['Empty', 'Chinese, Japanese', 'Arabic'].map((caseName) =>
        expect.objectContaining({ caseName, code: 'does-not-run', isError: true, line: 5 }),
      ),
    );
    expect(cases.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([
      'Empty',
      'Chinese, Japanese',
      'Arabic',
    ]);
  });

  it('leaves alone what no image shows, and what must be sent', async () => {
    const { cases } = await look(
      `export default ({ name, scheme = 'dark' }) => <p style={{ color: scheme === 'dark' ? '#000' : undefined.oops }}>{name}</p>;`,
    );

    expect(cases.map(({ name, sample }) => [name, sample?.variables])).toEqual([
      ['preview', { name: 'Name' }],
      ['Three times as long', { name: 'Name Name Name', scheme: 'dark' }],
      ['One long word', { name: expect.stringMatching(/^\w{6}/), scheme: 'dark' }],
      ['Chinese, Japanese', { name: expect.any(String), scheme: 'dark' }],
      ['Arabic', { name: expect.any(String), scheme: 'dark' }],
    ]);
  });
});
