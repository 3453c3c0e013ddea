import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { getEntry } from '../../packages/engine/entry.ts';

/** Runs the first file of a package that asks for a Node which does not exist yet, without any other of its files. */
const runAlone = async (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'node-version-'));
  try {
    mkdirSync(join(folder, 'src'));
    cpSync(`packages/${name}/src/main.ts`, join(folder, 'src/main.ts'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', engines: { node: '>=99.1' } }));
    const run = promisify(execFile)(process.execPath, [join(folder, 'src/main.ts')]);
    return await run.then(
      () => undefined,
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

it.each(['cli', 'create'])('%s says which Node it needs before it loads anything', async (name) => {
  const command = { cli: 'image-url', create: 'create-image-url' }[name];
  const stderr = `${command} needs Node 99.1 or newer, this is ${process.versions.node}: https://nodejs.org/en/download\n`;
  expect(await runAlone(name)).toEqual({ code: 1, stderr });
});

it('the engine says so when it is imported, and gives what its bundle exports to a newer Node', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-version-'));
  try {
    writeFileSync(join(folder, 'engine.mjs'), 'export const openEngine = () => 1;');
    const write = (name: string, least: string) =>
      writeFileSync(join(folder, name), getEntry(least, 'engine.mjs', ['openEngine']));
    write('old.mjs', '99.1');
    write('new.mjs', '22.15');

    await expect(import(join(folder, 'old.mjs'))).rejects.toThrow(
      `image-url-engine needs Node 99.1 or newer, this is ${process.versions.node}: https://nodejs.org/en/download`,
    );
    expect((await import(join(folder, 'new.mjs'))).openEngine()).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
