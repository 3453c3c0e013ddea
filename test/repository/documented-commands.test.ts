import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsIn, documentedCommands } from '../../tools/documents/commands.ts';
import { fill } from '../../tools/documents/reader.ts';
import { constructSteps, findReason, findStep, notRun, steps } from '../../tools/documents/steps.ts';

const commands = documentedCommands();
const ci = (file: string): string => readFileSync(file, 'utf8');

describe('the commands of the documents', () => {
  it('are found, in blocks for a shell and in those without a language', () => {
    const document = [
      'x\n```json\n{ "npm": "npm run load" }\n```\n',
      'npm run docs\n',
      '```\nnpm run synth  # comment\n  curl -s \\\n    -d 1\nsome output\n```\n',
      '```sh\nA_KEY=b npm start     once\n```\n',
    ].join('\n');

    expect(commandsIn('a.md', document).map(({ text }) => text)).toEqual([
      'npm run synth',
      'curl -s -d 1',
      'A_KEY=b npm start',
    ]);
    expect(commands.length).toBeGreaterThan(80);
  });

  it('are each run by CI, or not for a reason', () => {
    const unknown = commands.filter((command) => !findStep(command) && !findReason(command));
    const both = commands.filter((command) => findStep(command) && findReason(command));

    expect({ unknown, both }).toEqual({ unknown: [], both: [] });
    // those that need an account, a release, or are CI's own
    expect(commands.filter((command) => !findStep(command)).length).toBeLessThan(20);
  });

  it('are all that the table of steps and reasons is about', () => {
    const idle = steps.filter((step) => !commands.some((command) => findStep(command) === step));
    const pointless = notRun.filter(([pattern]) => !commands.some(({ text }) => pattern.test(text)));

    expect([idle.map(({ text }) => text.source), pointless]).toEqual([[], []]);
  });

  it('end with a synthesised stack on every version of Node: those of deploying.md, in its order', () => {
    const own = commands.filter(({ file }) => file === 'docs/deploying.md').map(({ text }) => text);
    const begin = own.lastIndexOf('npm ci');
    const section = own.slice(begin, own.indexOf('npx cdk synth --strict') + 1);

    const read = section.map((text) => constructSteps.findIndex((step) => step.text.test(text)));

    expect(section.length).toBeGreaterThanOrEqual(6);
    expect(read).toEqual(read.toSorted((a, b) => a - b));
    expect(new Set(read).size).toBe(constructSteps.length);
  });

  it('have the words of the reader in place of those of the document, and nothing else', () => {
    expect(fill("curl -H 'Bearer iu_...' -d '{}'", { 'iu_...': 'iu_1' })).toBe("curl -H 'Bearer iu_1' -d '{}'");
    const packed = { 'image-url-client': 'client.tgz', 'image-url-cli': 'image-url-cli.tgz' };
    expect(fill('npm install image-url-client image-url-cli', packed)).toBe('npm install client.tgz image-url-cli.tgz');
    expect(fill('usage top [--month 2026-10] [--by mints|views]', {})).toBe('usage top --month 2026-10 --by mints');
  });

  it('of npm are scripts that the package has, as are those of README’s table', () => {
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

  it('of an operator are commands of the admin program', () => {
    const { stderr, stdout } = spawnSync('npm', ['run', '--silent', 'admin'], { encoding: 'utf8' });
    const asked = commands.flatMap(({ text }) => /^npm run admin -- --stage \S+ (\w+)/.exec(text)?.[1] ?? []);

    expect(asked.length).toBeGreaterThan(10);
    for (const name of new Set(asked)) expect(stdout + stderr).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('CI', () => {
  it('types the commands of the documents, and on Node 22 and 24 those that end with a synthesised stack', () => {
    expect(ci('.ci/documents')).toContain('npm run try:documents -- "$@"');
    expect(ci('.github/workflows/ci.yml')).toContain('run: .ci/documents 24\n');
    expect(ci('.ci/run')).toContain('\n.ci/documents --construct 22 24\n');
  });

  it('runs itself what the reasons say it runs', () => {
    for (const command of ['npm ci', 'npm test', 'npm run test:rest', 'npm run check'])
      expect(ci('.ci/run')).toContain(`\n${command}\n`);
    expect(ci('.github/workflows/slow.yml')).toContain('npm run test:slow');
    expect(ci('.github/workflows/ci.yml')).toContain('npm ci && npm run synth');
  });

  it('has scripts that a shell can read', () => {
    for (const file of globSync('.ci/*')) expect(() => execFileSync('bash', ['-n', file])).not.toThrow();
  });
});
