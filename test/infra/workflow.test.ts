import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';

// the parser imports JSON as bundlers do, which Node does not take
const outfile = join(useFolder(), 'parser.mjs');
buildSync({ entryPoints: ['@actions/workflow-parser'], bundle: true, platform: 'node', format: 'esm', outfile });
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow }: typeof import('@actions/workflow-parser') =
  await import(outfile);

const workflowFolder = '.github/workflows';
const readWorkflow = (name: string) => readFileSync(`${workflowFolder}/${name}.yml`, 'utf8');
const [text, ci] = ['deploy', 'ci'].map(readWorkflow) as [string, string];
const newApp = readFileSync('packages/create/template/.github/workflows/images.yml', 'utf8');
const workflows = readdirSync(workflowFolder).map((name) => name.replace('.yml', ''));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The scripts of the package that a workflow runs. */
const calledBy = (content: string) => [...content.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
const isAction = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const getActions = (content: string) => [...content.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
const getJob = (name: string, content = text): string =>
  new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n| {2}#.*\\n)*)`).exec(content)?.[1] ?? '';

/** What GitHub would say of a workflow when it is pushed: of its structure, and of every expression in it. */
const getProblems = async (content: string): Promise<string[]> => {
  const { context, value } = parseWorkflow({ name: 'a.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
};

it.each([...workflows.map((name) => [name, readWorkflow(name)] as const), ['a new app', newApp] as const])(
  'the workflow of %s is one that GitHub takes, with actions as they were at one commit and no key',
  async (_name, content) => {
    expect(await getProblems(content)).toEqual([]);
    expect(getActions(content)).not.toEqual([]);
    for (const action of getActions(content)) expect(action).toMatch(isAction);
    expect(content).not.toMatch(/secrets\.|aws-access-key|AKIA|_authToken/i);
  },
);

it.each(workflows)('the workflow %s runs only what the package offers, by a token that reads the code', (name) => {
  for (const script of calledBy(readWorkflow(name))) expect(scripts).toHaveProperty(script);
  expect(readWorkflow(name)).toMatch(/\npermissions:\n {2}contents: read\n\n/);
});

describe('the workflow that deploys', () => {
  it.each([
    ['a key nobody knows', text.replace('runs-on:', 'runs_on:')],
    ['a permission nobody knows', text.replace('id-token: write', 'id-token: all')],
    ['an expression that is none', text.replace('vars.STAGE }}', 'vars.STAGE')],
    ['a job that waits for nobody', text.replace('needs: build', 'needs: built')],
  ])('would not be with %s', async (_title, content) => {
    expect(content).not.toBe(text);
    expect(await getProblems(content)).not.toEqual([]);
  });

  it('uses every variable and role that docs/ci.md lists', () => {
    const guide = readFileSync('docs/ci.md', 'utf8');
    const used = new Set([...text.matchAll(/vars\.(\w+)/g)].map(([, name = '']) => name));

    expect(used.size).toBeGreaterThan(3);
    for (const name of used) expect(guide).toContain(`\`${name}\``);
  });

  it('gives a role to no stranger’s code, and fails when the diff does', () => {
    expect(getJob('diff')).toContain('head.repo.full_name == github.repository');
    expect(getJob('diff')).not.toMatch(/cdk diff[^\n|]*\|[^|]/);
  });

  it.each(['diff', 'deploy'])('runs no install script of a dependency in the job %s, which has a role', (name) => {
    expect(getJob('build')).toContain('npm ci');
    expect(getJob('build')).not.toMatch(/id-token|configure-aws-credentials/);
    expect(getJob(name)).toContain('configure-aws-credentials');
    expect(getJob(name)).not.toMatch(/npm (ci|install|rebuild)/);
    expect(getJob(name)).toContain('needs: build');
    // deploying builds the layer again, from the registry
    if (name === 'deploy') expect(getJob(name)).toContain('npm_config_ignore_scripts: true');
  });

  it('deploys, with the studio, what the tests have passed, and tries it', () => {
    expect(text).toContain("github.event.workflow_run.conclusion == 'success'");
    expect(text).toContain('workflows: [CI]');
    expect(calledBy(text)).toEqual(expect.arrayContaining(['layer', 'studio', 'deploy', 'test:deployed']));
    expect(ci).toMatch(/^name: CI$/m);
    expect(ci).toContain('run: .ci/run');
  });
});

it.each(['ci', 'nightly', 'slow'])('the workflow %s has no rights in an account', (name) => {
  expect(readWorkflow(name)).not.toMatch(/vars\.|id-token/);
});

describe('the workflow that releases', () => {
  const [build, publish, attach, version] = ['build', 'publish', 'attach', 'version'].map((name) =>
    getJob(name, readWorkflow('release')),
  ) as [string, string, string, string];

  it('gives each job the rights it needs, and runs no code of a dependency in one with rights', () => {
    expect(publish).toContain('id-token: write');
    expect(publish).not.toContain('contents: write');
    expect(attach).not.toContain('id-token');
    expect(build).not.toMatch(/permissions:|id-token/);
    for (const job of [version, publish, attach]) expect(job).not.toMatch(/npm (ci|install|run)|checkout@|npx/);
    expect(publish).toContain('--ignore-scripts');
  });

  it('publishes what was tested and built, and nothing before', () => {
    expect(build).toContain('.ci/run');
    expect(build).toContain("needs.version.outputs.isReleased == 'true'");
    expect(publish).toContain('needs: build');
    expect(attach).toContain('needs: [version, publish]');
  });
});
