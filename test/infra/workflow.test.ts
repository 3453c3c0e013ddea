import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';

// the parser imports JSON as bundlers do, which Node does not take
const folder = mkdtempSync(join(tmpdir(), 'workflow-parser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'parser.mjs');
buildSync({ entryPoints: ['@actions/workflow-parser'], bundle: true, platform: 'node', format: 'esm', outfile });
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow }: typeof import('@actions/workflow-parser') =
  await import(outfile);

const file = '.github/workflows/deploy.yml';
const text = readFileSync(file, 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The scripts of the package that a workflow runs. */
const calledBy = (content: string) => [...content.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
const isAction = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const getActions = (content: string) => [...content.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
const ci = readFileSync('.github/workflows/ci.yml', 'utf8');
/** One job of the workflow that deploys. */
const getJob = (name: string): string =>
  new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n| {2}#.*\\n)*)`).exec(text)?.[1] ?? '';

/** What GitHub would say of a workflow when it is pushed: of its structure, and of every expression in it. */
const getProblems = async (content: string): Promise<string[]> => {
  const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
};

describe('the workflow that deploys', () => {
  it('is one that GitHub takes', async () => {
    expect(await getProblems(text)).toEqual([]);
    expect(await getProblems(ci)).toEqual([]);
  });

  it.each([
    ['a key nobody knows', text.replace('runs-on:', 'runs_on:')],
    ['a permission nobody knows', text.replace('id-token: write', 'id-token: all')],
    ['an expression that is none', text.replace('vars.STAGE }}', 'vars.STAGE')],
    ['a job that waits for nobody', text.replace('needs: build', 'needs: built')],
  ])('would not be with %s', async (_title, content) => {
    expect(content).not.toBe(text);
    expect(await getProblems(content)).not.toEqual([]);
  });

  it('runs only what the package offers', () => {
    const called = calledBy(text);

    expect(called).toEqual(expect.arrayContaining(['layer', 'studio', 'deploy', 'test:deployed']));
    for (const name of called) expect(scripts).toHaveProperty(name);
    expect(ci).toContain('run: .ci/run');
    expect(ci).toContain('run: .ci/packages');
  });

  it('uses every variable and role that docs/ci.md lists', () => {
    const guide = readFileSync('docs/ci.md', 'utf8');
    const used = new Set([...text.matchAll(/vars\.(\w+)/g)].map(([, name = '']) => name));

    expect([...used].sort()).toEqual(['AWS_DEPLOY_ROLE', 'AWS_DIFF_ROLE', 'AWS_REGION', 'STAGE']);
    for (const name of used) expect(guide).toContain(`\`${name}\``);
  });

  it('runs actions as they were at one commit, whatever becomes of their tags', () => {
    const used = getActions(`${text}${ci}`);

    expect(used.length).toBeGreaterThan(3);
    for (const action of used) expect(action).toMatch(isAction);
  });

  it('holds no key, and gives a role to no stranger’s code', () => {
    expect(text).not.toMatch(/secrets\.|aws-access-key|AKIA/i);
    expect(getJob('diff')).toContain('head.repo.full_name == github.repository');
    // the token of the whole workflow may read the code and nothing else
    expect(text).toMatch(/\npermissions:\n {2}contents: read\n\n/);
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

  it('fails when the diff does, and has what a stage with the studio needs', () => {
    expect(getJob('diff')).not.toMatch(/cdk diff[^\n|]*\|[^|]/);
    expect(getJob('build')).toContain('npm run studio');
  });

  it('deploys nothing that the tests have not passed', () => {
    expect(text).toContain("github.event.workflow_run.conclusion == 'success'");
    expect(text).toContain('workflows: [CI]');
    expect(ci).toMatch(/^name: CI$/m);
    expect(ci).not.toMatch(/secrets\.|id-token|vars\./);
    expect(ci).toContain('node: [20, 22, 24]');
  });
});

describe.each([
  ['nightly', 'schedule', 'soak'],
  ['slow', 'pull_request', 'test:slow'],
])('the workflow "%s"', (name, trigger, script) => {
  const content = readFileSync(`.github/workflows/${name}.yml`, 'utf8');

  it('is one that GitHub takes, and has no rights in an account', async () => {
    expect(await getProblems(content)).toEqual([]);
    expect(content).toMatch(/\npermissions:\n {2}contents: read\n\n/);
    expect(content).not.toMatch(/secrets\.|vars\.|id-token/);
  });

  it(`runs ${script}, with actions as they were at one commit`, () => {
    expect(content).toContain(`\n  ${trigger}:\n`);
    expect(calledBy(content)).toEqual([script]);
    expect(scripts).toHaveProperty(script);
    for (const action of getActions(content)) expect(action).toMatch(isAction);
  });
});

describe('the workflow that releases', () => {
  const content = readFileSync('.github/workflows/release.yml', 'utf8');
  const getReleaseJob = (name: string): string =>
    new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n)*)`).exec(content)?.[1] ?? '';

  it('is one that GitHub takes, with actions as they were at one commit', async () => {
    expect(await getProblems(content)).toEqual([]);
    expect(getActions(content).length).toBeGreaterThan(5);
    for (const action of getActions(content)) expect(action).toMatch(isAction);
    for (const name of calledBy(content)) expect(scripts).toHaveProperty(name);
  });

  it('holds no secret, and gives each job the rights it needs', () => {
    expect(content).not.toMatch(/secrets\.|AKIA|_authToken/);
    expect(content).toMatch(/\npermissions:\n {2}contents: read\n\n/);
    expect(getReleaseJob('publish')).toContain('id-token: write');
    expect(getReleaseJob('publish')).not.toContain('contents: write');
    expect(getReleaseJob('attach')).not.toContain('id-token');
  });

  it('runs no code of a dependency in a job with rights', () => {
    expect(getReleaseJob('build')).toContain('.ci/run');
    expect(getReleaseJob('build')).not.toMatch(/permissions:|id-token/);
    for (const name of ['version', 'publish', 'attach'])
      expect(getReleaseJob(name)).not.toMatch(/npm (ci|install|run)|checkout@|npx/);
    expect(getReleaseJob('publish')).toContain('--ignore-scripts');
  });

  it('publishes what was tested and built, and nothing before', () => {
    expect(getReleaseJob('build')).toContain("needs.version.outputs.isReleased == 'true'");
    expect(getReleaseJob('publish')).toContain('needs: build');
    expect(getReleaseJob('attach')).toContain('needs: [version, publish]');
  });
});

it('the workflow of a new app is one that GitHub takes', async () => {
  const content = readFileSync('packages/create/template/.github/workflows/images.yml', 'utf8');

  expect(await getProblems(content)).toEqual([]);
  for (const action of getActions(content)) expect(action).toMatch(isAction);
});
