import { lexer } from 'css-tree/dist/csstree.esm';
import { allFamilies } from '../rendering/fonts/font-index.ts';
import { palette } from '../rendering/tailwind/colours.ts';
import { fixedUtilities } from '../rendering/tailwind/fixed.ts';
import { parametricUtilities } from '../rendering/tailwind/parametric.ts';
import { radii, textSizes, weights } from '../rendering/tailwind/type.ts';
import type { Style } from '../rendering/tree/normalise-style.ts';
import { splitWords } from '../split-words.ts';
import { declarationProblem, knownBeyondCssTree } from './lint/tree/declarations.ts';
import { knownElements } from './lint/tree/elements.ts';

/** What a template may be written with, for editors. */
export interface Vocabulary {
  readonly elements: readonly string[];
  /** Style properties that are rendered, as in a style object, with their words. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
  /** Utility classes and what each says. */
  readonly utilities: Readonly<Record<string, string>>;
  /** Font families; `id` names the package. */
  readonly families: readonly { readonly name: string; readonly id: string; readonly kind: string }[];
}

/** A node of a value's syntax, as css-tree has it. */
interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly terms?: readonly Syntax[];
  readonly term?: Syntax;
}

const tables = lexer as unknown as Readonly<
  Record<'properties' | 'types', Readonly<Record<string, { syntax?: Syntax }>>>
>;

/** Too many words, and none that an editor should propose. */
const isPassedOver = (name: string): boolean => /color|^-|system|deprecated|url|image|string/.test(name);

const getWords = (node: Syntax | undefined, depth = 0): string[] => {
  if (!node || depth > 12) return [];
  if (node.type === 'Keyword' && node.name && !node.name.startsWith('-')) return [node.name];
  if (node.type === 'Type' && node.name && !isPassedOver(node.name))
    return getWords(tables.types[node.name]?.syntax, depth + 1);
  if (node.type === 'Property' && node.name) return getWords(tables.properties[node.name]?.syntax, depth + 1);
  return [...(node.terms ?? []), ...(node.term ? [node.term] : [])].flatMap((inner) => getWords(inner, depth + 1));
};

const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Accepted because templates carry them; they change nothing in an image. */
const isWithoutEffect = (name: string): boolean => /font-smooth|text-size-adjust/.test(name);
/** Properties that browsers know with the prefix `-webkit-` only. */
const prefixed = /^(?:text-(?:fill|stroke)|box-orient)/;

const renderedProperties = (): Vocabulary['properties'] => {
  const listed = Object.keys(tables.properties).filter((name) => !name.startsWith('-'));
  const rendered = new Set(
    [...listed, ...knownBeyondCssTree].filter((name) => !isWithoutEffect(name) && !declarationProblem(name, 'inherit')),
  );
  return Object.fromEntries(
    [...rendered].map((name) => [
      camel(knownBeyondCssTree.has(name) && prefixed.test(name) ? `-webkit-${name}` : name),
      [...new Set(getWords(tables.properties[name]?.syntax))].slice(0, 60),
    ]),
  );
};

/** What stands after the names of utilities: a reader takes of it what means something to it. */
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

/** Some readers take anything; what they make of it must be CSS. */
const isRendered = (style: Style): boolean =>
  Object.entries(style).every(
    ([name, value]) => (typeof value === 'string' || typeof value === 'number') && !declarationProblem(name, value),
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

/** Everything that editors can propose, out of the tables that templates are judged by. */
export const vocabulary = (): Vocabulary => ({
  elements: [...knownElements].sort(),
  properties: renderedProperties(),
  utilities: knownUtilities(),
  families: allFamilies.map(({ name, id, kind }) => ({ name, id, kind })),
});
