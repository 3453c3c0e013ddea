import type { Node } from '@babel/types';
import {
  getAncestors,
  getKey,
  getMemberRead,
  isMember,
  isWithin,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';
import { joinWords } from './read-request.ts';

/**
 * Turns a bundled file in an element into a variable: `src={new URL('./logo.png', import.meta.url).href}` becomes the
 * variable `logo`, which a mint sets to a URL or a `data:` URI.
 */
export const convertBundledFiles = (work: Conversion, entry: Node, props: string): void => {
  for (const node of work.tree.nodes) {
    const name = isWithin(node, entry) ? fileNameIn(node) : undefined;
    if (name === undefined || !isInElement(work, node)) continue;
    work.replace(getWhole(work, node), `${props}.${name}!`);
    work.note(
      node,
      `The file ${name} lies beside the code: it is a variable here, and the mint sends its address, or a data: URI.`,
    );
  }
};

/** Returns the variable for a file: `new URL('../images/my-logo.png', import.meta.url)` gives `myLogo`. */
const fileNameIn = (node: Node): string | undefined => {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL')
    return undefined;
  const [file, base] = node.arguments;
  const isBeside =
    base && isMember(base) && stripTypeAnnotations(base.object).type === 'MetaProperty' && getKey(base) === 'url';
  if (file?.type !== 'StringLiteral' || !isBeside) return undefined;
  const name = joinWords((file.value.split(/[/\\]/).at(-1) ?? '').replace(/\.\w+$/, ''));
  return /^[A-Za-z_]\w{0,63}$/.test(name) ? name : undefined;
};

const isInElement = ({ tree }: Conversion, node: Node): boolean =>
  getAncestors(tree, node).some(({ parent }) => parent.type === 'JSXExpressionContainer');

/** Returns the expression including `.href` or `.toString()`. */
const getWhole = ({ tree }: Conversion, node: Node): Node => {
  const member = getMemberRead(tree, node);
  if (!member || !/^(?:href|toString)$/.test(member.name)) return node;
  const call = tree.positions.get(member.node);
  return call?.key === 'callee' ? call.parent : member.node;
};
