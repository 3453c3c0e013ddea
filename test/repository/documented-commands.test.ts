import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const programs = 'npm|npx|node|aws|cdk|curl|cd|sha256sum|unzip|terraform|git';

interface Command {
  readonly file: string;
  /** Without its comment and with its continuation lines. */
  readonly text: string;
}

/** Returns the commands of a document's blocks of code without a language, or with that of a shell. */
const commandsOf = (file: string, document: string): readonly Command[] =>
  [...document.matchAll(/^ *```(?:sh|bash|console|shell)?\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, block = '']) => block.replace(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => new RegExp(`^(?:${programs})\\b`).test(line))
    .map((text) => ({ file, text }));

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/*.md', 'packages/*/README.md'])];
const commands = documents.flatMap((file) => commandsOf(file, readFileSync(file, 'utf8')));

const ci = globSync(['.github/workflows/*.yml', '.ci/*'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const construct = '.ci/construct runs this block of docs/deploying.md';
const registry = 'the packages are on no registry yet; .ci/packages runs it against a registry on the machine';
const account = 'needs an AWS account';
const service = 'needs the service that the line before it starts';
const test = 'a part of npm test';

/** Who runs a command, or why nobody can without an account: the first row that fits. */
const rows: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/^npm ci(?: && npm run dev)?$/, 'CI runs `npm ci`; the local run is started by test/support/running-service.ts'],
  [/^npm (?:test|run test:rest|run check|run test:slow)$/, 'CI runs it'],
  [/^npx vitest run /, test],
  [/^npm run dev$/, 'test/support/running-service.ts starts it'],
  [/^npm run (?:layer|studio)$/, construct],
  [/^npm pack --workspace packages\/cdk /, construct],
  [/^npm install --save-dev CLONE/, construct],
  [/^npx cdk synth --strict$/, construct],
  [/^npm pack --workspace=/, '.ci/packages packs every package'],
  [/^npx cdk synth -c '@aws-cdk\/core:permissionsBoundary/, 'test/infra/organisations.test.ts synthesises with it'],
  [/^node packages\/create\/src\/main\.ts/, 'test/packages/create runs it'],
  [/^npm (?:create|install)\b|^npx --package=image-url-cli image-url\b|^cd my-images$/, registry],
  [/^npm run deploy\b|^npm run admin -- --stage\b|^aws\b/, account],
  [/^(?:sha256sum|unzip)\b/, 'needs a release'],
  [/^curl -s http/, service],
];

describe('the commands of the documents', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(commandsOf('a.md', 'x\n```\nnpm run synth  # comment\n```\n')).toEqual([
      { file: 'a.md', text: 'npm run synth' },
    ]);
  });

  it('are each run by somebody, or cannot be without an account, for a reason', () => {
    const unknown = commands.filter(({ text }) => !rows.some(([pattern]) => pattern.test(text)));

    expect(unknown).toEqual([]);
  });

  it('have no reason that is none of theirs any more', () => {
    for (const [pattern, by] of rows) expect([by, commands.some(({ text }) => pattern.test(text))]).toEqual([by, true]);
  });

  it('call scripts that the package has, as do the tables of README', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const tables = readFileSync('README.md', 'utf8').matchAll(/`[^`]*\bnpm run ([\w:-]+)/g);
    const called = [
      ...[...tables].map(([, name = '']) => name),
      // those of packages are run in an app
      ...commands
        .filter(({ file }) => !file.startsWith('packages/'))
        .flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)),
    ];

    expect(called.length).toBeGreaterThan(10);
    for (const name of called) expect(scripts).toHaveProperty(name);
  });

  it.each(['npm ci && npm run synth', '.ci/construct', '.ci/packages', 'npm test', 'npm run test:rest'])(
    'CI runs %s',
    (command) => {
      expect(ci).toContain(command);
    },
  );

  it('of an operator are commands of the admin program', () => {
    const { stderr, stdout } = spawnSync('npm', ['run', '--silent', 'admin'], { encoding: 'utf8' });
    const asked = commands.flatMap(({ text }) => /^npm run admin -- --stage \S+ (\w+)/.exec(text)?.[1] ?? []);

    expect(asked.length).toBeGreaterThan(10);
    for (const name of new Set(asked)) expect(stdout + stderr).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('of CI are scripts that a shell can read', () => {
    for (const file of globSync('.ci/*')) expect(() => execFileSync('bash', ['-n', file])).not.toThrow();
  });
});
