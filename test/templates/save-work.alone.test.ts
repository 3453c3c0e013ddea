import { afterAll, expect, it, vi } from 'vitest';
import { imageLint, render } from '#engine/isolation/render/render.ts';
import { closeSandboxes, evaluate, readSource, treeLint } from '#engine/isolation/sandbox/evaluate.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';

vi.mock('#engine/isolation/sandbox/evaluate.ts', { spy: true });
vi.mock('#engine/isolation/render/render.ts', { spy: true });

afterAll(() => closeSandboxes());

it('parses a template once for a save, evaluates and lays it out once at each size, and with odd values at the first', async () => {
  const source = `
    export const options = { sizes: { og: [600, 315], square: [400, 400] } };
    export default ({ title, tag = 'New' }) => (
      <div style={{ display: 'flex', width: '100%', height: '100%', fontSize: 40, background: 'white' }}>
        {title} {tag}
      </div>
    );`;

  await compileOrFail(source, { now: () => new Date('2026-02-03'), defaultEngine: 'takumi' });

  const counts = [readSource, evaluate, treeLint, imageLint, render].map((job) => vi.mocked(job).mock.calls.length);
  // two sizes, and four odd values of two variables, none of which shows more than another text
  expect(counts).toEqual([1, 2 + 8, 2, 2, 0]);
});
