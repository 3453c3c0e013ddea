import { usualEngine } from '../engine-names.ts';
import { allFamilies, popularFamilies } from '../rendering/fonts/font-index.ts';
import { splitWords } from '../split-words.ts';
import { type Style, toCamelCase } from '../styles/style.ts';
import { palette } from '../styles/tailwind/colours.ts';
import { fixedUtilities } from '../styles/tailwind/fixed.ts';
import { parametricUtilities } from '../styles/tailwind/parametric.ts';
import { radii, textSizes, weights } from '../styles/tailwind/type.ts';
import { getMeasuredForms, measuredProperties } from './tree/css-support.ts';
import { lexer } from './tree/css-syntax.ts';
import { lintDeclaration } from './tree/declarations.ts';
import { knownElements } from './tree/elements.ts';

/** What templates can contain, for editors. */
export interface Vocabulary {
  readonly elements: readonly string[];
  /** Style properties that are rendered, with their keywords. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
  /** Utility classes with their CSS. */
  readonly utilities: Readonly<Record<string, string>>;
  /** Font families; `id` is the package name. */
  readonly families: readonly {
    readonly name: string;
    readonly id: string;
    readonly kind: string;
    readonly isPopular: boolean;
  }[];
}

/** A syntax node of css-tree. */
interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly terms?: readonly Syntax[];
  readonly term?: Syntax;
}

const tables = lexer as unknown as Readonly<
  Record<'properties' | 'types', Readonly<Record<string, { syntax?: Syntax }>>>
>;

/** Returns whether a type or property has too many keywords, or irrelevant ones. */
const isExcluded = (name: string): boolean => /color|^-|system|deprecated|url|image|string/.test(name);

const getWords = (node: Syntax | undefined, depth = 0): string[] => {
  if (!node || depth > 12) return [];
  if (node.type === 'Keyword' && node.name && !node.name.startsWith('-')) return [node.name];
  if (node.type === 'Type' && node.name && !isExcluded(node.name))
    return getWords(tables.types[node.name]?.syntax, depth + 1);
  if (node.type === 'Property' && node.name) return getWords(tables.properties[node.name]?.syntax, depth + 1);
  return [...(node.terms ?? []), ...(node.term ? [node.term] : [])].flatMap((inner) => getWords(inner, depth + 1));
};

/** Properties that browsers support only with this prefix. */
const prefixed = /^-webkit-(?:text-(?:fill|stroke)|box-orient|line-clamp)/;

const renderedProperties = (): Vocabulary['properties'] => {
  const rendered = measuredProperties.filter(
    (name) =>
      (!name.startsWith('-') || prefixed.test(name)) &&
      !lintDeclaration(name, 'inherit', usualEngine) &&
      // of `column-count` only `auto` is rendered
      getMeasuredForms(name, usualEngine)?.get('#') !== 'none',
  );
  return Object.fromEntries(
    rendered.map((name) => [toCamelCase(name), [...new Set(getWords(tables.properties[name]?.syntax))].slice(0, 60)]),
  );
};

/** Possible parameters of utilities; each utility ignores invalid ones. */
const parameters = [
  ...splitWords(`
  0 px 0.5 1 1.5 2 2.5 3 4 5 6 7 8 9 10 11 12 14 16 20 24 28 32 36 40 44 48 56 64 72 80 96 50 75 90 100
  auto full screen 1/2 1/3 2/3 1/4 3/4 tight snug normal relaxed loose wide
  square video span-2 span-full sans serif mono tighter wider widest none
`),
  ...[textSizes, weights, radii].flatMap((table) => Object.keys(table)),
  ...palette.keys(),
];

const written = (style: Style): string =>
  Object.entries(style)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

/** Returns whether a style is valid: some utilities accept any parameter. */
const isRendered = (style: Style): boolean =>
  Object.entries(style).every(
    ([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && !lintDeclaration(name, value, usualEngine),
  );

const knownUtilities = (): Vocabulary['utilities'] => {
  const fixed = [...fixedUtilities].map(([name, style]) => [name, written(style)] as const);
  const parametric = Object.entries(parametricUtilities).flatMap(([name, read]) =>
    parameters.flatMap((parameter) => {
      const style = read(parameter, false);
      return style && isRendered(style) ? [[`${name}-${parameter}`, written(style)] as const] : [];
    }),
  );
  return Object.fromEntries([...parametric, ...fixed]);
};

/** Returns everything that editors can propose, from the tables of the lint. */
export const getVocabulary = (): Vocabulary => ({
  elements: [...knownElements].sort(),
  properties: renderedProperties(),
  utilities: knownUtilities(),
  families: allFamilies.map((family) => {
    const { name, id, kind } = family;
    return { name, id, kind, isPopular: popularFamilies.includes(family) };
  }),
});
