import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getPackageFolders, type Package, packagesIn } from '../../layers/render/contents.ts';
import { bundledLicences, getLicenceTexts, licencesDocument, parts } from '../../layers/render/licences.ts';
import { layerFolder } from '../../lib/app/assets.ts';
import { useFolder } from '../support/folder.ts';

/** Words that stand in the text of a licence and hardly in another. */
const getWords: Readonly<Record<string, RegExp>> = {
  MIT: /Permission is hereby granted, free of charge/,
  ISC: /Permission to use, copy, modify, and\/or distribute/,
  'Apache-2.0': /Apache License[\s\S]*TERMS AND CONDITIONS/,
  'MPL-2.0': /Mozilla Public License[\s\S]*1\. Definitions/,
  'LGPL-3.0-or-later': /GNU LESSER GENERAL PUBLIC LICENSE[\s\S]*GNU GENERAL PUBLIC LICENSE/,
  'OFL-1.1': /SIL OPEN FONT LICENSE/i,
  'UFL-1.0': /UBUNTU FONT LICENCE/,
  'Python-2.0': /PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2/i,
  'CC0-1.0': /CC0|public domain/i,
  'CC-BY-4.0': /Attribution 4\.0|CC-BY/i,
  '0BSD': /Permission to use, copy, modify/,
  'BSD-2-Clause': /Redistribution and use in source and binary forms/,
  'BSD-3-Clause': /Redistribution and use in source and binary forms/,
  'BlueOak-1.0.0': /Blue Oak Model License/,
  '(MIT OR Apache-2.0)': /Permission is hereby granted, free of charge/,
  '(MIT AND Zlib)': /Permission is hereby granted, free of charge/,
};

type Lock = Record<string, { dependencies?: object; optionalDependencies?: object }>;

/** What the layer is made of, as it is installed here: its packages and theirs. */
const layerPackages = (): Package[] => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock };
  const names = new Set<string>();
  const visit = (name: string): void => {
    const entry = packages[`node_modules/${name}`];
    if (!entry || names.has(name) || !existsSync(join('node_modules', name))) return;
    names.add(name);
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).forEach(visit);
  };
  Object.keys(packages['layers/render']?.dependencies ?? {}).forEach(visit);
  return packagesIn('node_modules').filter(({ name }) => names.has(name));
};

const folder = useFolder();

describe('the licences of what is in the layer', () => {
  const packages = layerPackages();

  it('are those of every package, of the binaries above all', () => {
    const names = packages.map(({ name }) => name);

    expect(names.length).toBeGreaterThan(60);
    for (const part of ['sharp-libvips', 'resvg-js-linux', 'takumi-rs/core-linux', 'fontsource/inter', 'satori'])
      expect(names.some((name) => name.includes(part))).toBe(true);
  });

  it.each(packages.map((one) => [one.name, one] as const))('%s has its whole text', (_name, one) => {
    const all = getLicenceTexts('node_modules', one).join('\n');

    expect(all).toMatch(getWords[one.license] ?? expect.fail(`nobody knows the words of ${one.license}`));
    expect(all.length).toBeGreaterThan(500);
  });

  it('say of libvips what is linked into it', () => {
    const libvips = packages.find(({ name }) => name.includes('sharp-libvips')) ?? expect.fail('no libvips');

    const all = getLicenceTexts('node_modules', libvips).join('\n');

    for (const part of ['cairo', 'librsvg', 'glib', 'pango', 'mozjpeg', 'Netscape Communications Corporation'])
      expect(all).toContain(part);
  });

  it.each([
    ['satori', ['Yoga, the layout engine', 'HarfBuzz, which is compiled', 'https://github.com/vercel/satori']],
    ['harfbuzzjs', ['HarfBuzz, which is compiled', 'Behdad Esfahbod']],
    ['@twemoji/svg', ['CC-BY 4.0', 'Twitter, Inc and other contributors']],
  ])('say of %s what is in it beside its own code', (name, words) => {
    const found = packages.filter((one) => one.name === name);

    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      for (const word of words) expect(getLicenceTexts('node_modules', one).join('\n')).toContain(word);
  });

  it('say of every package with WebAssembly or an archive of others what is in it', () => {
    const holdsOthers = ({ folder }: Package): boolean =>
      readdirSync(join('node_modules', folder), { recursive: true, encoding: 'utf8' }).some(
        (file) => /\.wasm$/.test(file) && !file.includes('node_modules'),
      );
    // says it in its own licence
    const itself = ['@jitl/quickjs-wasmfile-release-sync', 'wawoff2'];

    const named = packagesIn('node_modules').filter((one) => packages.some(({ name }) => name === one.name));
    const silent = named.filter(holdsOthers).map(({ name }) => name);

    expect(silent.length).toBeGreaterThan(1);
    expect(silent.filter((name) => !itself.includes(name) && !parts.some(([names]) => names.test(name)))).toEqual([]);
  });

  it('say where the source code of what is under the MPL is', () => {
    const found = packages.filter(({ license }) => license.includes('MPL'));

    expect(found.length).toBeGreaterThan(1);
    for (const one of found)
      expect(getLicenceTexts('node_modules', one).join('\n')).toMatch(/The source code of \S+ \S+ is at https:/);
    const silent = { ...(found[0] ?? expect.fail()), repository: '' };
    expect(() => getLicenceTexts('node_modules', silent)).toThrow('does not say where its source code is');
  });

  it('are missed where a package has none', () => {
    mkdirSync(join(folder, 'secretive'));
    const secretive = { name: 'secretive', version: '1.0.0', license: 'UNLICENSED' };
    writeFileSync(join(folder, 'secretive', 'package.json'), JSON.stringify(secretive));

    expect(() => licencesDocument(folder)).toThrow('secretive ships no licence');
  });
});

it.runIf(existsSync(join(layerFolder, 'LICENCES.txt')))(
  'LICENCES.txt of the built layer is the text of every package in it',
  () => {
    const modules = join(layerFolder, 'nodejs/node_modules');

    expect(readFileSync(join(layerFolder, 'LICENCES.txt'), 'utf8')).toBe(licencesDocument(modules));
  },
);

it('the licences of a bundle are those of the packages that its modules are from, in whichever folder they are', () => {
  const sources = [
    'packages/engine/src/api/index.ts',
    'node_modules/clsx/dist/clsx.mjs',
    '../node_modules/@babel/parser/lib/index.js',
    'node_modules/satori/node_modules/harfbuzzjs/hb.js',
  ];
  const folders = ['clsx', '@babel/parser', 'satori/node_modules/harfbuzzjs'];

  expect(getPackageFolders(sources)).toEqual(new Set(folders));
  const document = bundledLicences('node_modules', sources, ['@twemoji/svg']);
  const names = document.split('\n\n', 1)[0]?.split('\n') ?? [];
  expect(names.map((line) => line.split(' ', 1)[0])).toEqual(['@babel/parser', '@twemoji/svg', 'clsx', 'harfbuzzjs']);
  expect(document).toContain('HarfBuzz, which is compiled into this package');
  expect(document).toContain('CC-BY 4.0');
});

it('every package that a bundle may have in it has a text', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true }>;
  };
  const published = packagesIn('node_modules').filter(({ folder: own }) => {
    const locked = packages[`node_modules/${own}`];
    return locked && !locked.dev && !('link' in locked);
  });

  expect(published.length).toBeGreaterThan(100);
  for (const one of published) expect(getLicenceTexts('node_modules', one).join('').length).toBeGreaterThan(300);
});
