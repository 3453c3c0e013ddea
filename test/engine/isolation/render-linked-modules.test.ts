import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const program = `
import { closeRenderWorkers, render } from './packages/engine/src/isolation/render/render.ts';
const tree = { type: 'div', props: {}, children: ['x'] };
const options = { width: 20, height: 20, format: 'png', devicePixelRatio: 1 };
const { bytes } = await render({ tree, options, images: {} });
await closeRenderWorkers();
console.log(Buffer.from(bytes).subarray(1, 4).toString());
`;

let folder: string;
afterEach(() => rm(folder, { recursive: true }));

it('renders where the installed modules are a link to another place', async () => {
  folder = await mkdtemp(join(tmpdir(), 'linked-modules-'));
  await cp(join(project, 'packages/engine'), join(folder, 'packages/engine'), { recursive: true });
  await cp(join(project, 'package.json'), join(folder, 'package.json'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'program.mjs'), program);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')]);
  expect(stdout.trim()).toBe('PNG');
});
