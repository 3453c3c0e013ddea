import { afterAll, expect, it, vi } from 'vitest';
import { lintEdgeCases } from '#engine/compile/lint-edge-cases.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { lintFixedValues } from '#engine/lint/values/fixed-values.ts';
import { getScore } from '#engine/lint/values/score.ts';
import { getCaseVariables } from '#engine/template/edge-cases/case-variables.ts';
import { closeWorkers } from '../../support/close-workers.ts';

afterAll(closeWorkers);
vi.mock('#engine/template/edge-cases/case-variables.ts', { spy: true });
vi.mock('#engine/lint/values/fixed-values.ts', { spy: true });

it('looks for the values of edge cases in a worker: a model wrote the template', async () => {
  const settings = { clock, defaultEngine: 'takumi', prompt: 'A card about Quiet Maps' } as const;
  const { cases } = await lintEdgeCases(card('title', ''), settings, cpuBudget(600_000));
  expect(cases.length).toBeGreaterThan(3);
  expect([getCaseVariables, lintFixedValues].map((one) => vi.mocked(one).mock.calls.length)).toEqual([0, 0]);
});

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
