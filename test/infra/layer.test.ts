import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getProcessor, missingBinaries, nativeFiles } from '../../layers/render/binaries.ts';
import { getSize } from '../../layers/render/contents.ts';
import { layerFolder } from '../../lib/app/assets.ts';

const modules = join(layerFolder, 'nodejs/node_modules');

describe('an ELF header', () => {
  it('says which processor a file is for', () => {
    expect(getProcessor(process.execPath)).toBe(process.arch);
    expect(getProcessor('package.json')).toBeUndefined();
  });

  it('of another processor is found in this machine’s own install', () => {
    const own = nativeFiles('node_modules/@img').map((file) => getProcessor(join('node_modules/@img', file)));

    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own)).toEqual(new Set([process.arch]));
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    expect(missingBinaries('node_modules', other)).not.toEqual([]);
  });
});

describe.runIf(existsSync(modules))('the built render layer', () => {
  it('holds native code for the functions’ processor only', () => {
    const files = nativeFiles(modules);

    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) expect([file, getProcessor(join(modules, file))]).toEqual([file, 'arm64']);
    expect(missingBinaries(modules, 'arm64')).toEqual([]);
  });

  it('leaves room for the code within 250 MB', () => {
    expect(getSize(layerFolder)).toBeLessThan(230 * 2 ** 20);
  });

  it('has the engine at the version it is tested with', () => {
    for (const name of ['satori', 'sharp', '@resvg/resvg-js', '@takumi-rs/core']) {
      const versionIn = (folder: string) =>
        JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version as string;
      expect(versionIn(modules)).toBe(versionIn('node_modules'));
    }
  });
});
