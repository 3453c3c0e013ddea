import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalled, readInstalled } from 'image-url-outside/fonts/installed-packages.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packFonts } from '#engine/rendering/fonts/font-pack.ts';

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'fonts-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

const metadata = {
  id: 'lora',
  family: 'Lora',
  category: 'serif',
  weights: [400],
  styles: ['normal'],
  defSubset: 'latin',
};
const aPackage = (name: string, content: object): string => {
  const folder = join(modules, '@fontsource', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(content)) writeFileSync(join(folder, file), text);
  return folder;
};
const found = () => [...findInstalled([modules]).keys()];

it('finds the packages of a project', () => {
  aPackage('lora', { 'metadata.json': JSON.stringify(metadata) });
  expect(found()).toEqual(['lora']);
});

it('finds none in a file, or in links that lead nowhere or in a circle', () => {
  writeFileSync(join(modules, '@fontsource'), 'no folder');
  expect(found()).toEqual([]);
  rmSync(join(modules, '@fontsource'));
  symlinkSync('@fontsource', join(modules, '@fontsource'));
  expect(found()).toEqual([]);
  rmSync(join(modules, '@fontsource'));
  mkdirSync(join(modules, '@fontsource'));
  symlinkSync('circle', join(modules, '@fontsource', 'circle'));
  symlinkSync('nowhere', join(modules, '@fontsource', 'gone'));
  writeFileSync(join(modules, '@fontsource', '.DS_Store'), '');
  expect(found()).toEqual([]);
});

it.each([
  ['60,000 weights', { weights: Array.from({ length: 60_000 }, (_, n) => n + 1) }],
  ['the same weight 60,000 times', { weights: Array(60_000).fill(400) }],
  ['60,000 styles', { styles: Array(60_000).fill('normal') }],
  ['a weight that is none', { weights: [0] }],
  ['a weight of a billion', { weights: [1e9] }],
])('finds no package with %s', (_what, change) => {
  aPackage('lora', { 'metadata.json': JSON.stringify({ ...metadata, ...change }) });
  expect(found()).toEqual([]);
});

it('reads no package whose files are a file, or with 60,000 subsets', () => {
  const unicode = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`s${n}`, 'U+41'])));
  const files = { 'metadata.json': JSON.stringify(metadata), 'unicode.json': unicode, LICENSE: '', files: '' };
  const folder = aPackage('lora', files);
  expect(() => packFonts(readInstalled(folder))).toThrow('unicode.json is not valid');
});
