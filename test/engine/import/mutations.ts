import type { Node } from '@babel/types';
import { parseTemplate } from '#engine/template/source/parse-template.ts';
import type { SyntaxTree } from '#engine/template/source/syntax-tree.ts';
import type { Random } from '../../support/random.ts';

/** A change of a source, as somebody makes one by mistake. */
type Mutation = (source: string, tree: SyntaxTree, random: Random) => string;

const isStatement = ({ type }: Node): boolean => /Statement$|Declaration$/.test(type) && type !== 'BlockStatement';
const isExpression = ({ type }: Node): boolean => /Expression$|Literal$|^Identifier$|^JSXElement$/.test(type);

const pickNode = ({ nodes }: SyntaxTree, { pick }: Random, isWanted: (node: Node) => boolean): Node | undefined =>
  pick(nodes.filter(isWanted));
const textOf = (source: string, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);
const put = (source: string, { start, end }: Node, text: string): string =>
  source.slice(0, start ?? 0) + text + source.slice(end ?? 0);

const atStatement =
  (write: (text: string) => string): Mutation =>
  (source, tree, random) => {
    const node = pickNode(tree, random, isStatement);
    return node ? put(source, node, write(textOf(source, node))) : source;
  };

const swap: Mutation = (source, tree, random) => {
  const one = pickNode(tree, random, isStatement);
  const list = one
    ? tree.nodes.filter((node) => isStatement(node) && parentOf(tree, node) === parentOf(tree, one))
    : [];
  const [first, second] = [random.pick(list), random.pick(list)].sort((a, b) => (a?.start ?? 0) - (b?.start ?? 0));
  if (!first || !second || first === second) return source;
  return put(put(source, second, textOf(source, first)), first, textOf(source, second));
};
const parentOf = ({ positions }: SyntaxTree, node: Node) => positions.get(node)?.parent;

/** One place has another name, or all places have. */
const rename: Mutation = (source, { nodes }, { pick, int }) => {
  const names = nodes.filter(({ type }) => /Identifier$/.test(type));
  if (names.length === 0) return source;
  const [from, to] = [textOf(source, pick(names)), pick([textOf(source, pick(names)), 'other'])];
  const places = names.filter((one) => textOf(source, one) === from).toReversed();
  const changed = int(0, 1) === 0 ? [pick(places)] : places;
  return changed.reduce((text, one) => put(text, one, to), source);
};

const truncate: Mutation = (source, _tree, { int }) => source.slice(0, int(0, source.length));

const replaceExpression: Mutation = (source, tree, random) => {
  const [place, other] = [pickNode(tree, random, isExpression), pickNode(tree, random, isExpression)];
  if (!place || !other) return source;
  const texts = [
    textOf(source, other),
    'null',
    'undefined',
    '[]',
    '""',
    '0',
    '{}',
    'await load()',
    '(() => <p>a</p>)()',
  ];
  return put(source, place, random.int(0, 1) === 0 ? textOf(source, other) : random.pick(texts));
};

const pieces = ['await ', 'return ', 'if (!page) ', ';', '}', '{', '?.x', '()', 'null', '...', '`${', '<b>', '//'];
/** A word is removed, repeated or exchanged. */
const changeWord: Mutation = (source, _tree, { int, pick }) => {
  const words = source.match(/\w+|\s+|[^\w\s]/g) ?? [];
  const at = int(0, words.length - 1);
  words.splice(at, int(1, 2), ...pick([[], [words[at] ?? '', words[at] ?? ''], [pick(words)], [pick(pieces)]]));
  return words.join('');
};

const mutations: Readonly<Record<string, Mutation>> = {
  delete: atStatement(() => ''),
  duplicate: atStatement((text) => `${text}\n${text}`),
  wrap: atStatement((text) => `if (false) { ${text} }`),
  ...{ swap, rename, truncate, replaceExpression, changeWord },
};

/** Returns a source with one to three changes of its statements, names, expressions and words; most of these can be parsed. */
export const mutate = (source: string, random: Random): string => {
  for (let attempt = 0; ; attempt += 1) {
    let text = source;
    for (let left = random.int(1, 3); left > 0; left -= 1) text = change(text, random);
    if (attempt === maxAttempts || random.int(0, 9) === 0 || parseTemplate(text).problems.length === 0) return text;
  }
};

const maxAttempts = 5;

const change = (source: string, random: Random): string => {
  const { tree } = parseTemplate(source);
  const mutation = tree ? mutations[random.pick(Object.keys(mutations))] : changeWord;
  return mutation?.(source, tree as SyntaxTree, random) ?? source;
};
