import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fontPackagesIn } from 'image-url-engine/isolation/render/font-packages.ts';
import {
  baseFamily,
  type FontFamily,
  type HanLanguage,
  hanFamilies,
  kindFallbacks,
  parseRenderedFamilies,
  scriptFamilies,
  symbolFamilies,
} from 'image-url-engine/rendering/fonts/catalogue.ts';
import { allFamilies } from 'image-url-engine/rendering/fonts/font-index.ts';

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

const getFaces = (family: FontFamily): string[] => {
  const described = packages.describe(family.id);
  if (!described) return [];
  const isVariable = existsSync(join(modules, '@fontsource-variable', family.id));
  return Object.entries(described.ranges).flatMap(([subset, ranges]) =>
    described.weights
      .filter((weight) => family.weights?.includes(weight) ?? true)
      .flatMap((weight) =>
        described.styles.map((style) => {
          const file = `${family.id}-${subset}-${isVariable ? 'wght' : weight}-${style}`;
          return { weight, style, file: isVariable ? `${file}.woff2` : `${file}.woff` };
        }),
      )
      .filter(({ file }) => existsSync(fontPath(`${fontHost}${family.id}/${file}`)))
      .map(
        ({ weight, style, file }) =>
          `@font-face{font-family:"${family.name}";font-weight:${weight};font-style:${style};` +
          `src:url(${fontHost}${family.id}/${file});unicode-range:${ranges}}`,
      ),
  );
};

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
