import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesiseRelease } from '../../tools/release/synthesise.ts';
import { toSnakeCase } from '../../tools/release/terraform.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';
import { parameterValues } from './parameter-values.ts';

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

it('every parameter says what it is, and docs/deploying.md names it', () => {
  const document = readFileSync('docs/deploying.md', 'utf8');
  for (const { name, template } of stacks)
    for (const [parameter, { Description }] of Object.entries<Record<string, unknown>>(
      JSON.parse(template).Parameters,
    )) {
      expect(Description, `${name} ${parameter}`).toEqual(expect.any(String));
      // the names of outputs, of which the document has the beginning
      const named = parameter.replace(/^(EdgeFunctionOf).+/, '$1');
      expect(document, `${name} ${parameter}`).toMatch(new RegExp(`\\b${named}`));
    }
});

it('the Terraform module has at most 60 lines beside its variables, and passes every parameter', () => {
  const text = readFileSync(module, 'utf8');
  const passed = [...text.matchAll(/^ +([A-Z]\w+) +=/gm)].map(([, name]) => name);

  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  expect(passed.sort()).toEqual(Object.keys(Parameters).sort());
});

it.runIf(isThere('terraform'))('Terraform parses its module', () => {
  execFileSync('terraform', ['fmt', '-check', '-diff', 'examples/terraform']);
});

it.runIf(isThere('terraform'))('Terraform takes and refuses the values that CloudFormation takes and refuses', () => {
  const root = join(folder, 'terraform');
  mkdirSync(root);
  // the variables alone need no provider
  copyFileSync('examples/terraform/variables.tf', join(root, 'variables.tf'));
  const terraform = (...args: readonly string[]) =>
    spawnSync('terraform', [`-chdir=${root}`, ...args], { encoding: 'utf8' });
  expect(terraform('init').status).toBe(0);
  /** Returns the names of the variables that are refused. */
  const plan = (settings: Readonly<Record<string, string | undefined>>, bucket = 'releases') => {
    const values = Object.entries(settings).map(([name, value]) => [toSnakeCase(name), value]);
    const variables = { release: '1.2.3', assets_bucket: bucket, settings: Object.fromEntries(values) };
    writeFileSync(join(root, 'terraform.tfvars.json'), JSON.stringify(variables));
    const { stdout, stderr } = terraform('plan', '-no-color');
    return [...`${stdout}${stderr}`.matchAll(/^│? *([a-z_]+) must be/gm)].map(([, name]) => name);
  };
  const rows = Object.entries(parameterValues);
  const most = Math.max(...rows.flatMap(([, { accepted, refused }]) => [accepted.length, refused.length]));
  for (let n = 0; n < most; n += 1) {
    const nth = (kind: 'accepted' | 'refused') =>
      Object.fromEntries(
        rows.flatMap(([name, { [kind]: values }]) => (values[n] === undefined ? [] : [[name, values[n]]])),
      );
    expect(plan(nth('accepted'))).toEqual([]);
    expect(plan(nth('refused')).toSorted()).toEqual(Object.keys(nth('refused')).map(toSnakeCase).toSorted());
  }
  expect(plan({}, 'No bucket')).toEqual(['assets_bucket']);
});
