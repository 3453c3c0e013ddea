import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';

const files = {
  'lambdas/handlers/handlers.ts': "import { used } from '../domain/b.ts';\nexport const handler = used;\n",
  'lambdas/domain/b.ts': 'export const used = 1;\nexport const unused = 2;\nexport type Unused = string;\n',
  'lambdas/domain/c.ts': 'export const nobody = 1;\n',
  'package.json': JSON.stringify({ name: 'x', type: 'module', dependencies: { luxon: '3' } }),
};

interface Issues {
  readonly file: string;
  readonly files: readonly unknown[];
  readonly exports: readonly { readonly name: string }[];
  readonly types: readonly { readonly name: string }[];
  readonly dependencies: readonly { readonly name: string }[];
}

const folder = useFolder();

beforeAll(async () => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const shared of ['node_modules', 'knip.json', 'tsconfig.json'])
    await symlink(resolve(shared), join(folder, shared));
});

const unusedIn = (cwd: string): Promise<readonly Issues[]> =>
  new Promise((done) => {
    const args = [resolve('node_modules/knip/bin/knip.js'), '--no-progress', '--reporter', 'json'];
    execFile(process.execPath, args, { cwd }, (_, stdout) => done((JSON.parse(stdout) as { issues: Issues[] }).issues));
  });

it('unused code is found: a file, a value, a type, a dependency', async () => {
  const issues = await unusedIn(folder);
  const of = (name: string) => issues.find(({ file }) => file === name);
  expect(of('lambdas/domain/c.ts')?.files).toHaveLength(1);
  expect(of('lambdas/domain/b.ts')?.exports).toMatchObject([{ name: 'unused' }]);
  expect(of('lambdas/domain/b.ts')?.types).toMatchObject([{ name: 'Unused' }]);
  expect(of('package.json')?.dependencies).toMatchObject([{ name: 'luxon' }]);
});
