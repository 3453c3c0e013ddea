import { isInlineTag } from '../../../picture/tree/inline-tags.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit, type PreparedElement, type PreparedNode } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

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
 * Puts lines that run from right to left and hold inline elements in their order: each word becomes an item of a flex box that
 * wraps. satori 0.63 orders the letters of one text, but places the texts of a line from left to right. After every
 * correction of texts; before fonts are chosen, because words get elements of their own.
 */
export const orderRightToLeft: TreeCorrection = (tree) => {
  const root: Inherited = { isRightToLeft: false, textAlign: 'start', isBlockified: false };
  inherit(tree, root, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const { props } = element;
    const style = props.style ?? {};
    const direction = style.direction ?? props.dir;
    const isRightToLeft = direction === undefined ? parent.isRightToLeft : direction === 'rtl';
    const textAlign = String(style.textAlign ?? parent.textAlign);
    if (isRightToLeft && isMixedLine(element, style, parent.isBlockified)) {
      props.style = { ...style, ...lineStyle(style, textAlign) };
      props.children = itemsOf(piecesOf(props.children ?? [], []));
      return undefined;
    }
    return { isRightToLeft, textAlign, isBlockified: /flex|grid/.test(String(style.display)) };
  });
};

/** Whether an element is a block that holds texts and inline elements with texts, and nothing else. */
const isMixedLine = ({ type, props }: PreparedElement, style: Style, isBlockified: boolean): boolean => {
  if (isInlineTag(type, style) && !isBlockified) return false;
  if (style.display !== undefined && !/^(?:block|inline-block)$/.test(String(style.display))) return false;
  const children = props.children ?? [];
  return children.some((child) => typeof child !== 'string') && children.every(isInline);
};

const isInline = (node: PreparedNode): boolean =>
  typeof node === 'string' ||
  (isInlineTag(node.type, node.props.style ?? {}) &&
    // `<br>` ends a line, and items of a flex box have none
    node.type !== 'br' &&
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
