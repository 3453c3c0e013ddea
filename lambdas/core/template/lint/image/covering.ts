import { joinFirst } from '../../../shortened.ts';
import { sourcePositionProperty } from '../../../vnode/source-position.ts';
import { getStyle, type VElement } from '../../../vnode/vnode.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { getChain, quoted } from './overflow.ts';
import type { MarkedText } from './texts.ts';

/** A text with too little contrast, and its own diagnostic. */
export interface DimText {
  readonly text: MarkedText;
  readonly diagnostic: ImageDiagnostic | undefined;
  /** Something lies over it: no pixel of it has the colour it is rendered in. */
  readonly isCovered: boolean;
}

/** An element with a position and a background: it lies over all that has no position. */
interface Cover {
  readonly position: string;
  readonly parent: string | undefined;
}

/** Texts quoted of those under one element. */
const listed = 3;

/**
 * Merges the diagnostics of texts that the same positioned element covers into one at that element; all others stay as
 * they are.
 */
export const mergeCovered = (dim: readonly DimText[], tree: VElement): ImageDiagnostic[] => {
  if (dim.length === 0) return [];
  const covers = coversIn(tree);
  const found = dim.map((one) => ({ ...one, cover: one.isCovered ? getCover(one.text, covers) : undefined }));
  const byCover = Map.groupBy(found, ({ cover }) => cover);
  return [...byCover].flatMap(([cover, group]) =>
    cover ? [covered(cover, group)] : group.flatMap(({ diagnostic }) => diagnostic ?? []),
  );
};

const covered = ({ position }: Cover, group: readonly Pick<DimText, 'text'>[]): ImageDiagnostic => {
  const names = [...new Set(group.map(({ text }) => `${quoted(text)}${getLine(text)}`))];
  const [line] = position.split(':');
  const message = `The element of line ${line} has a position, so it lies over ${joinFirst(names, listed)}; give what should lie on top position: 'relative'.`;
  return { code: 'contrast', message, position };
};

/** Returns the line of a text's element for a message; '' if unknown. */
const getLine = ({ owner }: MarkedText): string => (owner.position ? ` (line ${owner.position.split(':')[0]})` : '');

/** Elements over which nothing without a position can lie. */
const coversIn = (tree: VElement): ReadonlyMap<string | undefined, readonly Cover[]> => {
  const found: Cover[] = [];
  const ahead: { node: VElement; parent: string | undefined }[] = [{ node: tree, parent: undefined }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { node, parent } = next;
    const own = node.props[sourcePositionProperty];
    const position = typeof own === 'string' ? own : parent;
    if (typeof own === 'string' && isPainted(node)) found.push({ position: own, parent });
    for (const child of node.children) if (typeof child !== 'string') ahead.push({ node: child, parent: position });
  }
  return Map.groupBy(found, ({ parent }) => parent);
};

const isPainted = (element: VElement): boolean => {
  const { tw, className } = element.props;
  const style = JSON.stringify(getStyle(element));
  const classes = `${tw ?? ''} ${className ?? ''}`;
  const isPositioned =
    /"position":"(?:absolute|fixed)"/.test(style) || /(?:^|\s)(?:absolute|fixed)(?:\s|$)/.test(classes);
  return isPositioned && (/"background/.test(style) || /(?:^|\s)bg-/.test(classes));
};

/** The element beside the text, or beside what is around it, that lies over it; none where the text has a position itself. */
const getCover = (
  { owner }: MarkedText,
  covers: ReadonlyMap<string | undefined, readonly Cover[]>,
): Cover | undefined => {
  const chain = getChain(owner);
  const own = new Set(chain.map(({ position }) => position));
  for (const { style, parent } of chain) {
    if (style.position !== undefined && style.position !== 'static') return undefined;
    const cover = parent && covers.get(parent.position)?.find(({ position }) => !own.has(position));
    if (cover) return cover;
  }
  return undefined;
};
