import type { Style } from '../../../picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../picture/tree/prepared-tree.ts';

const inlineTags = new Set('a abbr b cite code em i ins kbd mark s small span strong u var'.split(' '));

/** A piece of a word, and the inline elements around it, outermost first. */
interface Piece {
  readonly text: string;
  readonly around: readonly PreparedElement[];
}

interface Inherited {
  readonly isRightToLeft: boolean;
  readonly textAlign: string;
  readonly isBlockified: boolean;
}

/**
 * Puts lines that run from right to left and hold inline elements in their order, in place. The layout library orders the
 * letters of one text, but places the texts of a line from left to right: here each word becomes an item of a flex box
 * that wraps.
 */
export const orderRightToLeft = (tree: PreparedElement): void => {
  const visit = (node: PreparedNode, parent: Inherited) => {
    if (typeof node === 'string' || node.type === 'svg' || node.type === 'style') return;
    const style = node.props.style ?? {};
    const direction = style.direction ?? node.props.dir;
    const isRightToLeft = direction === undefined ? parent.isRightToLeft : direction === 'rtl';
    const textAlign = String(style.textAlign ?? parent.textAlign);
    if (isRightToLeft && isMixedLine(node, style, parent.isBlockified)) {
      node.props.style = { ...style, ...lineStyle(style, textAlign) };
      node.props.children = itemsOf(piecesOf(node.props.children ?? [], []));
      return;
    }
    const isBlockified = /flex|grid/.test(String(style.display));
    for (const child of node.props.children ?? []) visit(child, { isRightToLeft, textAlign, isBlockified });
  };
  visit(tree, { isRightToLeft: false, textAlign: 'start', isBlockified: false });
};

/** Whether an element is a block that holds texts and inline elements with texts, and nothing else. */
const isMixedLine = ({ type, props }: PreparedElement, style: Style, isBlockified: boolean): boolean => {
  if (inlineTags.has(type) && !isBlockified && !/^(?:block|inline-block)$/.test(String(style.display))) return false;
  if (style.display !== undefined && !/^(?:block|inline-block)$/.test(String(style.display))) return false;
  const children = props.children ?? [];
  return children.some((child) => typeof child !== 'string') && children.every(isInline);
};

const isInline = (node: PreparedNode): boolean =>
  typeof node === 'string' ||
  (inlineTags.has(node.type) &&
    /^(?:undefined|inline)$/.test(String(node.props.style?.display)) &&
    node.props.style?.position !== 'absolute' &&
    (node.props.children ?? []).every(isInline));

const lineStyle = (style: Style, textAlign: string): Style => ({
  display: 'flex',
  flexWrap: style.whiteSpace === 'nowrap' ? 'nowrap' : 'wrap',
  alignItems: 'baseline',
  direction: 'rtl',
  justifyContent: textAlign === 'center' ? 'center' : /^(?:left|end)$/.test(textAlign) ? 'flex-end' : 'flex-start',
});

const piecesOf = (nodes: readonly PreparedNode[], around: readonly PreparedElement[]): Piece[] =>
  nodes.flatMap((node) =>
    typeof node === 'string'
      ? (node.match(/\s+|\S+/g) ?? []).map((text) => ({ text, around }))
      : piecesOf(node.props.children ?? [], [...around, node]),
  );

const isSpace = ({ text }: Piece) => text.trim() === '';
const textOf = (word: readonly Piece[]) => word.map(({ text }) => text).join('');
const isLeftToRight = (word: readonly Piece[]) =>
  /\p{L}/u.test(textOf(word)) && !/[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u.test(textOf(word));
const isNumber = (word: readonly Piece[]) => /^[\d.,:%]+$/.test(textOf(word).trim());

/** Words with the space after them; words from left to right, and numbers after them, stay together. */
const itemsOf = (pieces: readonly Piece[]): PreparedNode[] => {
  const items: Piece[][] = [];
  let word: Piece[] = [];
  const close = () => {
    const last = items.at(-1);
    if (word.length === 0) return;
    if (last && isLeftToRight(last) && (isLeftToRight(word) || isNumber(word))) last.push(...word);
    else items.push(word);
    word = [];
  };
  for (const piece of pieces) {
    if (!isSpace(piece)) word.push(piece);
    else {
      if (word.length > 0) word.push({ ...piece, text: ' ' });
      close();
    }
  }
  close();
  return items.map(itemOf);
};

const itemOf = (word: readonly Piece[]): PreparedElement => {
  const isLtr = isLeftToRight(word);
  const last = word.at(-1);
  // the space after a word from left to right stands left of it
  const placed = isLtr && last && isSpace(last) ? [last, ...word.slice(0, -1)] : word;
  const style: Style = { display: 'flex', alignItems: 'baseline', direction: isLtr ? 'ltr' : 'rtl', flexShrink: 0 };
  return { type: 'div', props: { style, children: placed.map(pieceElement) } };
};

const pieceElement = ({ text, around }: Piece): PreparedElement =>
  around.reduceRight<PreparedElement>(
    (inner, element) => ({ type: element.type, props: { ...element.props, children: [inner] } }),
    { type: 'span', props: { style: { whiteSpace: 'pre' }, children: [text] } },
  );
