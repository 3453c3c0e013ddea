import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
// @ts-expect-error a plain configuration file without types
import rules from '../../.dependency-cruiser.mjs';
import { useFolder } from '../support/folder.ts';

/** Imports that must not be: the file that has it, what it imports, and the rule that says so. */
const badImports: readonly (readonly [file: string, imported: string, rule: string])[] = [
  ['packages/contract/src/a.ts', '../../outside/src/target.ts', 'contract-stands-alone'],
  ['lambdas/domain/a.ts', '../ports/target.ts', 'domain-knows-the-contract-only'],
  ['lambdas/domain/b.ts', 'node:fs', 'rules-do-no-io'],
  ['packages/engine/src/a.ts', '../../contract/src/target.ts', 'engine-stands-alone'],
  ['lambdas/sites/a.ts', '../../packages/engine/src/vnode/target.ts', 'engine-has-doors'],
  ['packages/engine/src/template/d.ts', '../doors/target.ts', 'doors-lead-inside'],
  ['packages/engine/src/c.ts', '@aws-sdk/client-s3', 'engine-knows-no-cloud'],
  ['packages/engine/src/vnode/c.ts', '../compile/target.ts', 'engine-rooms-are-no-circle'],
  ['packages/engine/src/compile/c.ts', '../vnode/target.ts', 'engine-rooms-are-no-circle'],
  ['packages/engine/src/rendering/a.ts', '../engines/target.ts', 'rendering-knows-no-engine'],
  ['packages/engine/src/rendering/b.ts', '../template/target.ts', 'rendering-knows-no-source'],
  ['packages/engine/src/engines/one/a.ts', '../other/target.ts', 'engines-stand-apart'],
  ['packages/engine/src/isolation/b.ts', '../engines/other/target.ts', 'engines-are-known-by-name'],
  ['lambdas/ports/a.ts', '../http/target.ts', 'ports-are-types'],
  ['lambdas/ports/b.ts', '../domain/target.ts', 'ports-hold-no-values'],
  ['lambdas/mint/a.ts', '../aws/target.ts', 'rooms-know-no-cloud'],
  ['lambdas/mint/b.ts', '@aws-sdk/client-s3', 'aws-only-in-its-folder'],
  ['lambdas/mint/c.ts', '../deliver/target.ts', 'rooms-are-no-circle'],
  ['lambdas/deliver/c.ts', '../mint/target.ts', 'rooms-are-no-circle'],
  ['lambdas/http/a.ts', '../mint/target.ts', 'http-knows-no-work'],
  ['lambdas/aws/a.ts', '../http/target.ts', 'adapters-serve-ports'],
  ['lambdas/fetch/a.ts', '../domain/target.ts', 'fetcher-stands-alone'],
  ['packages/outside/src/a.ts', '../../client/src/target.ts', 'outside-knows-the-contract'],
  ['packages/client/src/c.ts', '../../../lambdas/domain/target.ts', 'packages-know-no-service'],
  ['lambdas/handlers/a.ts', '../../local/target.ts', 'handlers-join'],
  ['lambdas/domain/c.ts', 'vitest', 'no-dev-dependency-in-functions'],
  ['admin/a.ts', '../lambdas/http/target.ts', 'admin-runs-use-cases'],
  ['lib/a.ts', '../lambdas/domain/target.ts', 'lib-reads-tables'],
  ['local/a.ts', '../bin/target.ts', 'emulators-surround-handlers'],
  ['packages/client/src/a.ts', '../../engine/src/target.ts', 'client-stands-alone'],
  ['packages/cli/src/a.ts', '../../../lambdas/mint/target.ts', 'command-line-brings-the-compiler'],
  ['packages/cdk/src/a.ts', '../../../lambdas/domain/target.ts', 'construct-package-is-lib'],
  ['packages/create/src/a.ts', '../../engine/src/target.ts', 'create-stands-alone'],
  ['packages/client/src/b.ts', 'zod', 'client-has-no-dependencies'],
  ['packages/studio/server/a.ts', '../../outside/src/target.ts', 'studio-uses-the-contract'],
  ['packages/studio/page/a.ts', '../server/target.ts', 'page-loads-no-server'],
  ['bin/a.ts', '../test/target.ts', 'tests-are-not-imported'],
  ['bin/b.ts', './nowhere.ts', 'everything-resolves'],
  ['bin/c.ts', './d.ts', 'no-circles'],
];

const folder = useFolder();

beforeAll(async () => {
  const files = new Map(badImports.map(([file, imported]) => [file, `export { default } from '${imported}';\n`]));
  const within = [...files.keys()].map((file) => dirname(file));
  files.set('bin/d.ts', "export { default } from './c.ts';\n");
  for (const position of new Set([
    ...within,
    'test',
    'lambdas/ports',
    'packages/engine/src',
    'packages/engine/src/engines',
    'packages/engine/src/engines/other',
    'packages/engine/src/template',
    'packages/engine/src/doors',
  ]))
    files.set(`${position}/target.ts`, 'export default 1;\n');
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const shared of ['node_modules', 'package.json', 'tsconfig.json'])
    await symlink(resolve(shared), join(folder, shared));
});

/** Names of the rules that fired, by file. */
const cruise = (): Promise<string[]> =>
  new Promise((done) => {
    const args = [
      resolve('node_modules/.bin/depcruise'),
      '--config',
      resolve('.dependency-cruiser.mjs'),
      '--output-type',
      'json',
    ];
    execFile(
      process.execPath,
      [...args, 'admin', 'lambdas', 'lib', 'local', 'bin', 'packages', 'test'],
      { cwd: folder, maxBuffer: 1 << 26 },
      (_, stdout) => {
        const { summary } = JSON.parse(stdout) as {
          summary: { violations: { from: string; rule: { name: string } }[] };
        };
        done(summary.violations.map(({ from, rule }) => `${from} ${rule.name}`));
      },
    );
  });

it('every rule of who may import whom fires at an import that breaks it', async () => {
  const fired = new Set(await cruise());
  // a rule about folders names the folder
  const hasFired = ([file, , rule]: (typeof badImports)[number]) =>
    fired.has(`${file} ${rule}`) || fired.has(`${dirname(file)} ${rule}`);
  expect(badImports.filter((row) => !hasFired(row))).toEqual([]);
  const names: string[] = rules.forbidden.map(({ name }: { name: string }) => name);
  expect(new Set(badImports.map(([, , rule]) => rule))).toEqual(new Set(names));
});
