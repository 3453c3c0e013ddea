import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fontPackagesIn } from '#engine/isolation/render/font-packages.ts';
import {
  baseFamily,
  type FontFamily,
  type HanLanguage,
  hanFamilies,
  kindFallbacks,
  parseRenderedFamilies,
  scriptFamilies,
  symbolFamilies,
} from '#engine/rendering/fonts/catalogue.ts';
import { allFamilies } from '#engine/rendering/fonts/font-index.ts';
import { type FontPack, openFontPack } from '#engine/rendering/fonts/font-pack.ts';

export const modules = dirname(
  dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))),
);
const packages = fontPackagesIn(modules);

/** Address a face's file is asked for under; answered by the page's router, never by a network. */
export const fontHost = 'http://fonts.test/';

export const fontPath = (url: string): string => {
  const file = url.slice(fontHost.length);
  const [id = ''] = file.split('/');
  const scope = file.endsWith('.woff2') ? '@fontsource-variable' : '@fontsource';
  return join(modules, scope, id, 'files', file.slice(id.length + 1));
};

const packs = new Map<string, FontPack | undefined>();

/** The pack of a family that is not installed, which the engine renders too. */
const getPack = (id: string): FontPack | undefined => {
  const path = join(import.meta.dirname, '../golden/fonts', `${id}.pack`);
  if (!packs.has(id)) packs.set(id, existsSync(path) ? openFontPack(readFileSync(path)) : undefined);
  return packs.get(id);
};

const inPack = /^pack\/([\w-]+)\/([\w-]+)\/(\d+)\/(\w+)$/;

/** Returns the file of a face that `fontFaces` names. @throws if there is none */
export const readFontFile = (url: string): Buffer => {
  const [, id = '', subset = '', weight, style = ''] = inPack.exec(url.slice(fontHost.length)) ?? [];
  if (id === '') return readFileSync(fontPath(url));
  const file = getPack(id)?.find({ subset, weight: Number(weight), style: style as 'normal' | 'italic' });
  if (!file) throw new Error(`There is no font ${url}.`);
  return Buffer.from(file);
};

/** The CSS list a browser goes through for a `fontFamily` value: the same families in the same order as our fallbacks. */
export const browserFamilies = (value: string, language: HanLanguage): string => {
  const asked = parseRenderedFamilies(value, allFamilies);
  const own = asked.length > 0 ? asked : [baseFamily];
  const han = [hanFamilies[language], ...Object.values(hanFamilies)];
  const list = [
    ...own,
    ...own.flatMap(({ kind }) => kindFallbacks[kind] ?? []),
    baseFamily,
    ...scriptFamilies.map(({ family }) => family),
    ...symbolFamilies,
    ...han,
  ];
  return [...new Set(list)].map(({ name }) => `"${name}"`).join(', ');
};

const faceStyles = ['normal', 'italic'] as const;

const getFaces = (family: FontFamily): string[] => {
  const described = packages.describe(family.id);
  if (!described) return getPackedFaces(family);
  return Object.entries(described.ranges).flatMap(([subset, ranges]) =>
    described.weights
      .filter((weight) => family.weights?.includes(weight) ?? true)
      .flatMap((weight) =>
        faceStyles.map((style) => {
          // as the engine does, which prefers the files of single weights
          const isVariable = packages.hasVariable({ id: family.id, subset, weight, style });
          const file = `${family.id}-${subset}-${isVariable ? 'wght' : weight}-${style}`;
          return { weight, style, file: isVariable ? `${file}.woff2` : `${file}.woff` };
        }),
      )
      .filter(({ file }) => existsSync(fontPath(`${fontHost}${family.id}/${file}`)))
      .map(({ weight, style, file }) => toFace(family, `${family.id}/${file}`, { weight, style, ranges })),
  );
};

const getPackedFaces = (family: FontFamily): string[] => {
  const pack = getPack(family.id);
  if (!pack) return [];
  const { ranges, weights } = pack.described;
  return Object.entries(ranges).flatMap(([subset, own]) =>
    weights.flatMap((weight) =>
      faceStyles
        .filter((style) => pack.find({ subset, weight, style }) !== undefined)
        .map((style) =>
          toFace(family, `pack/${family.id}/${subset}/${weight}/${style}`, { weight, style, ranges: own }),
        ),
    ),
  );
};

const toFace = (
  { name }: FontFamily,
  file: string,
  { weight, style, ranges }: { readonly weight: number; readonly style: string; readonly ranges: string },
): string =>
  `@font-face{font-family:"${name}";font-weight:${weight};font-style:${style};` +
  `src:url(${fontHost}${file});unicode-range:${ranges}}`;

const cached = new Map<string, string>();

/** Faces for a page: of the families it names first in a list, and of all others when it has more than plain letters. */
export const fontFaces = (page: string): string => {
  const isPlain = !/[^\p{ASCII}\p{sc=Latin}\u2010-\u2027·]/u.test(page);
  // a list ends with every fallback, in this order
  const lists = [...page.replaceAll('&quot;', '"').matchAll(/font-family:(.*?)(?:;|>)/g)]
    .map(([, list = '']) => list.split('Inter')[0])
    .join();
  const isUsed = (family: FontFamily) => family === baseFamily || lists.includes(family.name);
  return allFamilies
    .filter((family) => !isPlain || isUsed(family))
    .map((family) => {
      const faces = cached.get(family.id) ?? getFaces(family).join('\n');
      cached.set(family.id, faces);
      return faces;
    })
    .join('\n');
};
