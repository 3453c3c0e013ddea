/** The words of values that are rendered (`css-words.json`), written anew after `css-support.json`. */
import { writeFile } from 'node:fs/promises';
import { getMeasuredForms, measuredProperties, type Support } from '#engine/lint/tree/css-support.ts';
import { lexer as known } from '#engine/lint/tree/css-syntax.ts';
import type { Definitions, Syntax } from './syntax-examples.ts';

const lexer = known as unknown as Definitions;

/** Types that many properties have, by the sign that stands for their words. */
const shared: Readonly<Record<string, string>> = { '#': 'color', '@': 'image' };
/** Types that any identifier is of. */
const open = /^(?:ident|custom-ident|dashed-ident|any-value|declaration-value|family-name|function-token)$/;
/** An identifier that the property does not list is read. */
const any = '*';

/** Words of other browsers. */
const foreign = /^-(?!webkit-)/;

/** Returns the words that a definition names: `auto`, `min(`, signs of shared types. Of what is in brackets, functions. */
const collect = (root: Syntax, own = ''): Set<string> => {
  const words = new Set<string>();
  const seen = new Set<string>();
  const add = (word: string): void => {
    if (!foreign.test(word)) words.add(word);
  };
  const visit = ({ type, name = '', term, terms = [] }: Syntax, isInside: boolean): void => {
    if (type === 'Keyword' && !isInside) add(name.toLowerCase());
    if (type === 'Function') add(`${name.toLowerCase()}(`);
    if (type === 'Type' || type === 'Property') enter(type, name, isInside);
    if (term) visit(term, isInside);
    let depth = 0;
    for (const one of terms) {
      visit(one, isInside || depth > 0);
      if (one.type === 'Function') depth += 1;
      if (one.type === 'Token' && one.value === ')') depth -= 1;
    }
  };
  const enter = (type: string, name: string, isInside: boolean): void => {
    const [sign] = Object.entries(shared).find(([, one]) => one === name && one !== own) ?? [];
    const word = sign ?? (open.test(name) && !isInside ? any : undefined);
    if (word !== undefined) add(word);
    if (word !== undefined || open.test(name)) return;
    const key = `${type} ${name} ${isInside}`;
    if (seen.has(key)) return;
    seen.add(key);
    const { syntax } = (type === 'Type' ? lexer.types : lexer.properties)[name] ?? {};
    if (syntax) visit(syntax as Syntax, isInside);
  };
  visit(root, false);
  return words;
};

/** Functions that css-tree knows and Chromium does not. */
const unread: ReadonlySet<string> = new Set(['device-cmyk(', 'element(', 'image(', 'cross-fade(', 'paint(']);

/** Words of forms with one of some verdicts: outside of brackets, and functions. */
const getMeasured = (property: string, isMeant: (support: Support) => boolean): Set<string> =>
  new Set(
    [...(getMeasuredForms(property, 'takumi') ?? [])]
      .filter(([, support]) => isMeant(support))
      .flatMap(([form]) => {
        const plain = form.toLowerCase().replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '(');
        return plain.match(/-?[a-z][a-z0-9-]*\(?/g) ?? [];
      })
      .filter((word) => word !== 'colour'),
  );

const isWithout = (support: Support) => support === 'none' || support === 'unread';

/** Returns the words of a property's values that are rendered: any, of a property that shows nothing. */
const getWords = (property: string, syntax: Syntax): string => {
  const support = [...(getMeasuredForms(property, 'takumi') ?? new Map<string, Support>()).values()];
  if (support.every((one) => one === 'invisible')) return write([any, ...Object.keys(shared)]);
  const rendered = getMeasured(property, (support) => !isWithout(support));
  const words = new Set([...collect(syntax), ...rendered]);
  for (const word of [...getMeasured(property, isWithout), ...unread]) if (!rendered.has(word)) words.delete(word);
  return write(words);
};

const write = (words: Iterable<string>): string => [...new Set(words)].toSorted().join(' ');

/**
 * Returns the words of the values of every property that takumi renders, as text: the syntax of css-tree, and what was
 * measured. Properties with the same words share a line.
 */
export const writeWords = (): string => {
  const types = Object.entries(shared).map(([sign, name]) => {
    const words = collect(lexer.types[name]?.syntax as Syntax, name);
    for (const word of unread) words.delete(word);
    return [sign, write(words)];
  });
  const rendered = measuredProperties.filter((property) =>
    [...(getMeasuredForms(property, 'takumi') ?? new Map<string, Support>()).values()].some(
      (support) => !isWithout(support),
    ),
  );
  const byWords = Object.groupBy(
    rendered.flatMap((property) => {
      const { syntax } = lexer.properties[property] ?? {};
      return syntax ? [{ property, words: getWords(property, syntax as Syntax) }] : [];
    }),
    ({ words }) => words,
  );
  const rows = Object.entries(byWords).map(([words, ones = []]) => [
    ones.map(({ property }) => property).join(' '),
    words,
  ]);
  const lines = (entries: readonly (readonly (string | undefined)[])[]) =>
    entries.map(([name, words]) => `    ${JSON.stringify(name)}: ${JSON.stringify(words)}`).join(',\n');
  return `{\n  "types": {\n${lines(types)}\n  },\n  "properties": {\n${lines(rows)}\n  }\n}\n`;
};

if (import.meta.main)
  await writeFile(new URL('../../packages/engine/src/styles/css-words.json', import.meta.url), writeWords());
