import { pixelsOf, rootFontSize } from '../../../picture/css/lengths.ts';
import { listOf } from '../../../picture/css/tokens.ts';
import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/**
 * Writes shadows as satori 0.63 reads them, and leaves out what is none. It draws a black box for `none`; where there is no
 * blur it gives the filter no size, and resvg ends its process over one that lies far off; of words it makes numbers, and of
 * other units than pixels a rectangle at `01rem`. CSS ignores the whole declaration when one of its shadows cannot be read.
 * In the tree and not as its utilities are read, because `none` still has to win over a class.
 *
 * Source: https://www.w3.org/TR/css-backgrounds-3/#box-shadow
 */
export const writeReadableShadows: TreeCorrection = (tree) => {
  for (const { props } of boxesOf(tree)) {
    const { style = {} } = props;
    const em = typeof style.fontSize === 'number' ? style.fontSize : rootFontSize;
    if (typeof style.boxShadow === 'string') rewrite(style, 'boxShadow', readable(style.boxShadow, ofBoxes, em));
    // inherited: leaving `none` out would bring back the parent's
    if (style.textShadow === 'none') style.textShadow = '0 0 0 rgba(0,0,0,0)';
    else if (typeof style.textShadow === 'string')
      rewrite(style, 'textShadow', readable(style.textShadow, ofTexts, em));
  }
};

const rewrite = (style: Record<string, unknown>, name: string, value: string | undefined): void => {
  if (value === undefined) delete style[name];
  else style[name] = value;
};

interface Grammar {
  /** Right, down, how far it is blurred, and how far that of a box spreads. */
  readonly mostLengths: number;
  readonly mayBeInset: boolean;
}
const ofBoxes: Grammar = { mostLengths: 4, mayBeInset: true };
const ofTexts: Grammar = { mostLengths: 3, mayBeInset: false };

const readable = (value: string, grammar: Grammar, em: number): string | undefined => {
  const shadows = listOf(value, ',').map((one) => readableOne(listOf(one, ' '), grammar, em));
  return shadows.length === 0 || shadows.includes(undefined) ? undefined : shadows.join(', ');
};

/** Lengths beside each other, and beside those a colour at the most, and `inset` for a box. */
const readableOne = (
  words: readonly string[],
  { mostLengths, mayBeInset }: Grammar,
  em: number,
): string | undefined => {
  const pixels = words.map((word) => pixelsOf(word, em));
  const first = pixels.findIndex((px) => px !== undefined);
  const lengths = pixels.filter((px) => px !== undefined);
  const areTogether = pixels.slice(first, first + lengths.length).every((px) => px !== undefined);
  const others = words.filter((_word, at) => pixels[at] === undefined);
  const colours = others.filter((word) => word.toLowerCase() !== 'inset');
  const insets = others.length - colours.length;
  if (lengths.length < 2 || lengths.length > mostLengths || !areTogether) return undefined;
  if (insets > (mayBeInset ? 1 : 0) || colours.length > 1 || !colours.every((word) => /^[a-z#]/i.test(word)))
    return undefined;
  const [right, down, blur = 0, ...spread] = lengths;
  const written = [right, down, blur, ...spread].map((px = 0) => `${Number(px.toFixed(4))}px`);
  return [...(insets > 0 ? ['inset'] : []), ...written, ...colours].join(' ');
};
