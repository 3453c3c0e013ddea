import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

const workflowFolder = '.github/workflows';
const readWorkflow = (name: string) => readFileSync(`${workflowFolder}/${name}.yml`, 'utf8');
const [text, ci] = ['deploy', 'ci'].map(readWorkflow) as [string, string];
const newApp = readFileSync('packages/create/template/.github/workflows/images.yml', 'utf8');
const workflows = readdirSync(workflowFolder).map((name) => name.replace('.yml', ''));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The scripts of the package that a workflow runs. */
const calledBy = (content: string) => [...content.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
const isAction = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const getActions = (content: string) => [...content.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
/** One job of a workflow. */
const getJob = (name: string, content = text): string =>
  new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n| {2}#.*\\n)*)`).exec(content)?.[1] ?? '';

/** What GitHub would say of a workflow when it is pushed: of its structure, and of every expression in it. */
const getProblems = async (content: string): Promise<string[]> => {
  const { context, value } = parseWorkflow({ name: 'a.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
};

describe.each([...workflows.map((name) => [name, readWorkflow(name)] as const), ['a new app', newApp] as const])(
  'the workflow of %s',
  (_name, content) => {
    it('is one that GitHub takes, with actions as they were at one commit', async () => {
      expect(await getProblems(content)).toEqual([]);
      expect(getActions(content)).not.toEqual([]);
      for (const action of getActions(content)) expect(action).toMatch(isAction);
    });

    it('holds no key', () => {
      expect(content).not.toMatch(/secrets\.|aws-access-key|AKIA|_authToken/i);
    });
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

  it('builds and tries what it deploys', () => {
    expect(calledBy(text)).toEqual(expect.arrayContaining(['layer', 'studio', 'deploy', 'test:deployed']));
    expect(ci).toContain('run: .ci/run');
    expect(ci).toContain('run: .ci/packages');
  });

  it('uses every variable and role that docs/ci.md lists', () => {
    const guide = readFileSync('docs/ci.md', 'utf8');
    const used = new Set([...text.matchAll(/vars\.(\w+)/g)].map(([, name = '']) => name));

    expect([...used].sort()).toEqual(['AWS_DEPLOY_ROLE', 'AWS_DIFF_ROLE', 'AWS_REGION', 'STAGE']);
    for (const name of used) expect(guide).toContain(`\`${name}\``);
  });

  it('gives a role to no stranger’s code', () => {
    expect(getJob('diff')).toContain('head.repo.full_name == github.repository');
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
    expect(ci).not.toMatch(/id-token|vars\./);
    expect(ci).toContain('node: [20, 22, 24]');
  });
});

it.each([
  ['nightly', 'schedule', 'soak'],
  ['slow', 'pull_request', 'test:slow'],
])('the workflow %s runs on %s, and has no rights in an account', (name, trigger, script) => {
  expect(readWorkflow(name)).toContain(`\n  ${trigger}:\n`);
  expect(calledBy(readWorkflow(name))).toEqual([script]);
  expect(readWorkflow(name)).not.toMatch(/vars\.|id-token/);
});

describe('the workflow that releases', () => {
  const getReleaseJob = (name: string) => getJob(name, readWorkflow('release'));

  it('gives each job the rights it needs', () => {
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
