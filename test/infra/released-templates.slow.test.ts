import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesiseRelease } from '../../tools/release/synthesise.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const stacks = synthesiseRelease('1.2.3', {
  outdir: join(folder, 'out'),
  ...emptyAssets(folder),
  context: unbundled,
});

it.runIf(isThere('cfn-lint'))('cfn-lint accepts the released templates', () => {
  const files = stacks.map(({ name, template }) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, template);
    return file;
  });
  // a certificate is empty where there is none, and the linter looks at no condition
  const args = ['-i', 'W3005', 'W1030', '--', ...files];
  const { stdout, stderr } = spawnSync('cfn-lint', args, { encoding: 'utf8' });

  expect(stdout + stderr).toBe('');
});

const module = 'examples/terraform/main.tf';
const { Parameters } = JSON.parse(stacks[0]?.template ?? '{}');

it('the Terraform module has at most 60 lines, and a variable for every parameter', () => {
  const text = readFileSync(module, 'utf8');
  const passed = [...text.matchAll(/^ +([A-Z]\w+) +=/gm)].map(([, name]) => name);

  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  expect(passed.sort()).toEqual(Object.keys(Parameters).sort());
});

it.runIf(isThere('terraform'))('Terraform parses its module', () => {
  execFileSync('terraform', ['fmt', '-check', '-diff', module]);
});
