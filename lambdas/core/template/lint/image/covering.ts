import { joinFirst } from '../../../truncate.ts';
import { sourcePositionProperty } from '../../../vnode/source-position.ts';
import { getStyle, type VElement } from '../../../vnode/vnode.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { getChain, quoted } from './overflow.ts';
import type { MarkedText } from './texts.ts';

/** A text with too little contrast, and its diagnostic. */
export interface DimText {
  readonly text: MarkedText;
  readonly diagnostic: ImageDiagnostic | undefined;
  /** Whether something covers it: no pixel has its colour. */
  readonly isCovered: boolean;
}

/** An element with a position and a background, which covers everything without a position. */
interface Cover {
  readonly position: string;
  readonly parent: string | undefined;
}

/** Maximum number of texts in a message. */
const maxListed = 3;

/** Merges the diagnostics of texts that the same positioned element covers into one at that element. */
export const mergeCovered = (dim: readonly DimText[], tree: VElement): ImageDiagnostic[] => {
  if (dim.length === 0) return [];
  const covers = coversIn(tree);
  const found = dim.map((one) => ({ ...one, cover: one.isCovered ? getCover(one.text, covers) : undefined }));
  const byCover = Map.groupBy(found, ({ cover }) => cover);
  return [...byCover].flatMap(([cover, group]) =>
    cover ? [mergeDiagnostics(cover, group)] : group.flatMap(({ diagnostic }) => diagnostic ?? []),
  );
};

const mergeDiagnostics = ({ position }: Cover, group: readonly Pick<DimText, 'text'>[]): ImageDiagnostic => {
  const names = [...new Set(group.map(({ text }) => `${quoted(text)}${getLine(text)}`))];
  const [line] = position.split(':');
  const message = `The element of line ${line} has a position, so it lies over ${joinFirst(names, maxListed)}; give what should lie on top position: 'relative'.`;
  return { code: 'contrast', message, position };
};

/** Returns the line of a text's element for a message; '' if unknown. */
const getLine = ({ owner }: MarkedText): string => (owner.position ? ` (line ${owner.position.split(':')[0]})` : '');

/** Returns positioned elements with a background, by the source position of their parent. */
const coversIn = (tree: VElement): ReadonlyMap<string | undefined, readonly Cover[]> => {
  const found: Cover[] = [];
  const queue: { node: VElement; parent: string | undefined }[] = [{ node: tree, parent: undefined }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { node, parent } = next;
    const own = node.props[sourcePositionProperty];
    const position = typeof own === 'string' ? own : parent;
    if (typeof own === 'string' && isPainted(node)) found.push({ position: own, parent });
    for (const child of node.children) if (typeof child !== 'string') queue.push({ node: child, parent: position });
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

/** Returns the element that covers a text; undefined if the text has a position. */
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
