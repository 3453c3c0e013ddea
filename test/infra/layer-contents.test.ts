import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { coreFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { isNeeded } from '../../layers/render/contents.ts';

it.each([
  ['@fontsource/tinos/files/tinos-latin-400-normal.woff', true],
  ['@fontsource/tinos/files/tinos-latin-400-normal.woff2', false],
  ['@fontsource/tinos/unicode.json', true],
  ['@fontsource/tinos/400.css', false],
  ['@fontsource-variable/noto-sans-jp/files/noto-sans-jp-12-700-normal.woff', true],
  ['@fontsource-variable/noto-sans-jp/files/noto-sans-jp-12-200-normal.woff', false],
  ['@fontsource-variable/noto-sans-jp/files/noto-sans-jp-12-wght-normal.woff2', false],
  ['@fontsource-variable/noto-sans-jp/wght.css', false],
  ['@fontsource/no-such-family/files/no-such-family-latin-400-normal.woff', false],
  ['@fontsource/tinos/LICENSE', true],
  ['@img/sharp-libvips-linux-arm64/README.md', true],
  ['sharp/README.md', false],
  ['satori/dist/index.cjs', true],
  ['@twemoji/svg/1f680.svg', false],
  ['@twemoji/svg/emoji.pack', true],
])('of %s the layer has what rendering reads: %s', (path, isCached) => {
  expect(isNeeded(path)).toBe(isCached);
});

it('has a package for each core family', () => {
  const { dependencies } = JSON.parse(readFileSync('layers/render/package.json', 'utf8'));
  const ids = Object.keys(dependencies).flatMap((name) => /^@fontsource(?:-variable)?\/(.*)/.exec(name)?.[1] ?? []);

  expect(ids).toEqual(expect.arrayContaining(coreFamilies.map(({ id }) => id)));
});
