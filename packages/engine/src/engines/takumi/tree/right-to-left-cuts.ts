import type { Measure } from '../../../rendering/boxes.ts';
import {
  createMeasuredCopy,
  isInsideBox,
  readMeasurements,
  replaceElement,
} from '../../../rendering/fit/measured-copy.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { getDirection, type Styled, upwards, visitStyled } from './styled.ts';

/** Maximum number of texts that are cut in an image. Each takes about ten layouts. */
const maxCut = 30;

/** A right-to-left text that ends in an ellipsis where its box ends. */
interface Cut {
  readonly element: PreparedElement;
  readonly text: string;
  /** Maximum number of lines; undefined for the width of its box. */
  readonly lines: number | undefined;
}

/**
 * Cuts right-to-left texts with `text-overflow: ellipsis` or `line-clamp`, in place: takumi 2.16 cuts them after a word
 * of its own choice. Runs when texts have their fonts and sizes.
 *
 * Needs about ten extra layouts for each such text that does not fit.
 */
export const cutTexts = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const cuts: Cut[] = [];
  visitStyled(tree, (styled) => {
    const cut = getCut(styled);
    if (cut) cuts.push(cut);
  });
  for (const cut of cuts.slice(0, maxCut)) await shorten(tree, cut, measure);
};

/** @returns undefined for an element that is not cut, or that has more than text. */
const getCut = (styled: Styled): Cut | undefined => {
  const { element, style } = styled;
  const { children = [] } = element.props;
  const isTextOnly = children.length > 0 && children.every((child) => typeof child === 'string');
  if (element.type === 'svg' || !isTextOnly || getDirection(styled) !== 'rtl') return undefined;
  const lines = Number(style.lineClamp);
  if (lines >= 1) return { element, text: children.join(''), lines: Math.floor(lines) };
  const nearest = (name: string) => String(upwards(styled).find((one) => one.style[name] !== undefined)?.style[name]);
  const isOneLine = /^(?:nowrap|pre)$/.test(nearest('whiteSpace')) || nearest('textWrap') === 'nowrap';
  const isHidden = style.overflow !== undefined || style.overflowX !== undefined;
  if (String(style.textOverflow) !== 'ellipsis' || !isOneLine || !isHidden) return undefined;
  return { element, text: children.join(''), lines: undefined };
};

/** Letters of scripts that are joined. */
const joined = /^(?=[\p{L}\p{M}])[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

const shorten = async (tree: PreparedElement, { element, text, lines }: Cut, measure: Measure): Promise<void> => {
  const { lineClamp: _clamp, textOverflow: _overflow, ...style } = element.props.style ?? {};
  if (lines === undefined) style.whiteSpace = 'nowrap';
  const at = async (content: string) => {
    const whole = { type: element.type, props: { ...element.props, style, children: [content] } };
    const copy = createMeasuredCopy(whole, Number.NaN);
    if (style.fontSize === undefined) delete copy.element.props.style?.fontSize;
    else copy.element.props.style = { ...copy.element.props.style, fontSize: style.fontSize };
    const { tree: copied, parent } = replaceElement(tree, element, copy.element);
    return readMeasurements(await measure(copied), copy, parent);
  };
  const graphemes = Array.from(segmenter.segment(text.trim()), ({ segment }) => segment);
  const line = lines === undefined ? undefined : (await at(graphemes[0] ?? ''))?.content.height;
  const fits = async (content: string): Promise<boolean> => {
    const measured = await at(content);
    if (!measured) return true;
    if (lines !== undefined && line !== undefined) return measured.content.height <= lines * line + line / 2;
    const { left, width } = measured.content;
    // Only the width decides.
    return isInsideBox(
      { ...measured, content: { left, width, top: measured.box.top, height: 0 } },
      { ...style, padding: 0 },
    );
  };
  if (await fits(text)) return;
  const cutAt = (count: number) => {
    const start = graphemes.slice(0, count).join('').trimEnd();
    // A letter that was joined to the next keeps its form.
    const isInsideWord = joined.test(start.slice(-1)) && joined.test(graphemes[count] ?? '');
    return `${start}${isInsideWord ? '\u200d' : ''}…`;
  };
  let [enough, tooMany] = [0, graphemes.length];
  while (tooMany - enough > 1) {
    const middle = (enough + tooMany) >> 1;
    if (await fits(cutAt(middle))) enough = middle;
    else tooMany = middle;
  }
  element.props.style = style;
  element.props.children = [cutAt(enough)];
};
