import type { Box, Measure } from '../../../picture/boxes.ts';
import { isFlexible, isInlineTag } from '../../../picture/tree/inline-tags.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit, type PreparedElement, type PreparedNode } from '../../../picture/tree/prepared-tree.ts';

/**
 * Makes boxes of the words of inline elements whose background shows through their letters: satori 0.63 paints it as a bar, and
 * the text is gone. Each word shows its part of the background, which runs on from line to line as in a browser. After everything
 * that moves texts.
 *
 * Costs one layout more, where there is such an element. Long texts stay as they are.
 */
export const clipSpans = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const clipped = clippedIn(tree);
  const count = clipped.reduce((sum, element) => sum + wordsIn(element).length, 0);
  if (count === 0 || count > mostWords) return;
  const spans = clipped.map(intoWords);
  const boxes = await measure(tree);
  for (const words of spans) {
    const placed = words.flatMap((word) => ({ word, box: boxes.get(word) ?? nowhere }));
    const { offsets, total } = inOneRow(placed.map(({ box }) => box));
    for (const [index, { word }] of placed.entries())
      Object.assign(word.props.style ?? {}, {
        backgroundSize: `${total}px 100%`,
        backgroundPosition: `${-(offsets[index] ?? 0)}px 0px`,
      });
  }
};

/** 300 such words take a second to draw, 3,000 more than a picture may. */
const mostWords = 100;

const textIn = ({ props }: PreparedElement): string => (props.children ?? []).join('');
const wordsIn = (element: PreparedElement): string[] => textIn(element).split(/\s+/).filter(Boolean);

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 };

const clippedIn = (tree: PreparedElement): PreparedElement[] => {
  const found: PreparedElement[] = [];
  const root: Style = {};
  inherit(tree, root, (element, parent) => {
    const { style = {}, children = [] } = element.props;
    const isClipped = style.backgroundClip === 'text' || style.WebkitBackgroundClip === 'text';
    const isInline = isInlineTag(element.type, style) && !isFlexible(parent);
    const isPlain = style.backgroundSize === undefined && children.every((child) => typeof child === 'string');
    if (isClipped && isInline && isPlain) found.push(element);
    return style;
  });
  return found;
};

/** Puts each word into a box of its own, with the background of its element. */
const intoWords = (element: PreparedElement): PreparedElement[] => {
  const { props } = element;
  const style = props.style ?? {};
  const painted = Object.entries(style).filter(([name]) => /^(?:background|WebkitBackground)/.test(name));
  const words: PreparedElement[] = [];
  const box = (text: string): PreparedElement => {
    const word = {
      type: 'span',
      props: { style: { display: 'inline-block', ...Object.fromEntries(painted) }, children: [text] },
    };
    words.push(word);
    return word;
  };
  props.children = textIn(element)
    .split(/(\s+)/)
    .flatMap((part): PreparedNode[] => (part.trim() === '' ? [part] : [box(part)]));
  for (const [name] of painted) delete style[name];
  return words;
};

/** How far each box begins behind the first one, and how long all are, where their lines stand one behind the other. */
const inOneRow = (boxes: readonly Box[]): { offsets: number[]; total: number } => {
  const offsets: number[] = [];
  let [before, start] = [0, boxes[0]?.left ?? 0];
  for (const [index, box] of boxes.entries()) {
    const previous = boxes[index - 1];
    if (previous && box.top >= previous.top + previous.height / 2) {
      before += previous.left + previous.width - start;
      start = box.left;
    }
    offsets.push(before + box.left - start);
  }
  const last = boxes.at(-1) ?? nowhere;
  return { offsets, total: (offsets.at(-1) ?? 0) + last.width };
};
