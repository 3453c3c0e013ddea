import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines, getEngineOfVersion } from '#engine/engines/engines.ts';
import { sha256Hex } from '#engine/hash.ts';
import { aliases } from '#engine/rendering/fonts/aliases.ts';
import { coreFamilies } from '#engine/rendering/fonts/catalogue.ts';

/** Hash of the parts behind each current engine id. Published URLs name the id: other parts need another id. */
const partsById: Readonly<Record<string, string>> = { e32: '2ec65ff7', t26: '41ee1da9' };

const getHash = (value: unknown) => sha256Hex(JSON.stringify(value)).slice(0, 8);
const { dependencies } = JSON.parse(readFileSync('layers/render/package.json', 'utf8'));

const paths = createRequire(import.meta.url).resolve.paths('sharp') ?? [];

const installed = (name: string) => {
  for (const path of paths) {
    try {
      return JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')).version;
    } catch {}
  }
  return undefined;
};

describe.each(Object.values(engines))(
  'engine $id',
  ({ id, parts: { '@fontsource/*': fontVersion, catalogue, ...parts } }) => {
    it('names the versions that are installed and that the layer is built with', () => {
      const named = (version: (name: string) => unknown) =>
        Object.fromEntries(Object.keys(parts).map((name) => [name, version(name)]));
      expect([named(installed), named((name) => dependencies[name])]).toEqual([parts, parts]);
      expect(id).toMatch(/^[a-z0-9]{1,8}$/);
    });

    it('has another id when its parts are others', () => {
      const hash = getHash(Object.entries({ ...parts, fontVersion, catalogue }).sort());
      expect(hash, `${id} is not the id of these parts: choose the next id and write its hash here`).toBe(
        partsById[id],
      );
    });

    it('names the version of every core family', () => {
      const others = coreFamilies
        .filter(({ id }) => !Object.hasOwn(parts, `@fontsource-variable/${id}`))
        .map(({ id }) => `@fontsource/${id}`)
        .filter((name) => !Object.hasOwn(parts, name));
      expect(others.length).toBeGreaterThan(15);
      expect(others.map((name) => [name, installed(name)])).toEqual(others.map((name) => [name, fontVersion]));
    });

    it('names the catalogue: with another one a published image could be rendered in another font', () => {
      expect(getHash([coreFamilies, aliases])).toBe(catalogue);
    });
  },
);

it.each([
  [`${engines.satori.id}-0123456789abcdef`, 'satori'],
  [`${engines.takumi.id}-0123456789abcdef-20261122-uana`, 'takumi'],
  ['e1-0123456789abcdef', 'satori'],
  ['t999-0123456789abcdef', 'takumi'],
  ['nobody-0123456789abcdef', 'satori'],
  ['', 'satori'],
])('the engine of a published image is the one its render version names: %s', (rv, engine) => {
  expect(getEngineOfVersion(rv)).toBe(engine);
});
