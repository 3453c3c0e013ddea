import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engine, engineParts } from '../../../../lambdas/core/render/engine.ts';

const paths = createRequire(import.meta.url).resolve.paths('sharp') ?? [];

const installed = (name: string) => {
  for (const path of paths) {
    try {
      return JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')).version;
    } catch {}
  }
  return undefined;
};

it('names the versions that are installed: another version is another engine', () => {
  expect(Object.fromEntries(Object.keys(engineParts).map((name) => [name, installed(name)]))).toEqual(engineParts);
  expect(engine).toMatch(/^[a-z0-9]{1,8}$/);
});
