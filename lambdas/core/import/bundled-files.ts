import type { Node } from '@babel/types';
import { around, bare, diagnosticAt, getKey, isWithin } from '../template/source/syntax-tree.ts';
import type { Work } from './work.ts';

/**
 * A file that a bundler would have put beside the code, named in an element: `src={new URL('./logo.png', import.meta.url).href}`. It is
 * the variable `logo`, which a mint sends as an address or a `data:` URI.
 */
export const takeBundledFiles = (work: Work, entry: Node, props: string): void => {
  for (const node of work.tree.nodes) {
    const name = isWithin(node, entry) ? fileNameIn(node) : undefined;
    if (name === undefined || !isInElement(work, node)) continue;
    work.replace(getWhole(work, node), `${props}.${name}!`);
    const message = `The file ${name} lies beside the code: it is a variable here, and the mint sends its address, or a data: URI.`;
    work.notes.push(diagnosticAt(node, 'taken-over', message));
  }
};

/** `new URL('../images/my-logo.png', import.meta.url)` is `myLogo`. */
const fileNameIn = (node: Node): string | undefined => {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL')
    return undefined;
  const [file, base] = node.arguments;
  const isBeside =
    base?.type === 'MemberExpression' && bare(base.object).type === 'MetaProperty' && getKey(base) === 'url';
  if (file?.type !== 'StringLiteral' || !isBeside) return undefined;
  const words = (file.value.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.\w+$/, '')
    .split(/\W+/)
    .filter((word) => word !== '');
  const name = words.map((word, n) => (n === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return /^[A-Za-z_]\w{0,63}$/.test(name) ? name : undefined;
};

const isInElement = ({ tree }: Work, node: Node): boolean =>
  around(tree, node).some(({ parent }) => parent.type === 'JSXExpressionContainer');

/** With `.href` or `.toString()`, which only an address has. */
const getWhole = ({ tree }: Work, node: Node): Node => {
  const member = tree.positions.get(node);
  if (member?.key !== 'object' || !/^(?:href|toString)$/.test(getKey(member.parent) ?? '')) return node;
  const call = tree.positions.get(member.parent);
  return call?.key === 'callee' ? call.parent : member.parent;
};
