import type { Size } from '../boxes.ts';
import { getPixels } from '../css/lengths.ts';
import type { Style } from '../tree/normalise-style.ts';
import { inherit, type PreparedElement } from '../tree/prepared-tree.ts';
import { type FitRange, getFitRange } from './fit-range.ts';

/** An element whose text is to be fitted. */
export interface Fitted {
  readonly element: PreparedElement;
  readonly range: FitRange;
  /** From the root down to its parent. */
  readonly above: readonly PreparedElement[];
  /** Among the fitted elements of its tree. */
  readonly index: number;
}

/** The elements of a tree with a `fit` attribute; inside one of them, none. */
export const fittedIn = (tree: PreparedElement): Fitted[] => {
  const found: Fitted[] = [];
  inherit(tree, [] as readonly PreparedElement[], (element, above) => {
    const range = element.type === 'svg' ? undefined : getFitRange(element.type, element.props);
    if (!range) return [...above, element];
    found.push({ element, range, above, index: found.length });
    return undefined;
  });
  return found;
};

/** The size a style names in pixels, if it names both sides and nothing can change them. */
export const ownSize = ({ width, height, flex, flexGrow, ...style }: Style): Size | undefined => {
  const isBounded = ['minWidth', 'maxWidth', 'minHeight', 'maxHeight', 'flexBasis'].some(
    (name) => style[name] !== undefined && style[name] !== 0,
  );
  const sides = { width: getPixels(width), height: getPixels(height) };
  if (isBounded || flex !== undefined || flexGrow !== undefined || !sides.width || !sides.height) return undefined;
  // an item of a flex container gives way unless told not to
  return style.flexShrink === 0 || style.position === 'absolute' ? (sides as Size) : undefined;
};

/** Properties that text inside an element inherits. Source: https://www.w3.org/TR/css-cascade-4/#inheriting */
const inherited =
  /^(?:font.*|line(?:Height|Break)|letterSpacing|wordSpacing|wordBreak|wordWrap|overflowWrap|whiteSpace|text(?:Align|AlignLast|Indent|Transform|Rendering|WrapMode)|direction|tabSize|hyphens|--.*)$/;

/** What places an element among others. */
const outer =
  /^(?:margin.*|position|inset|top|right|bottom|left|flex(?:Grow|Shrink|Basis)?|(?:align|justify|place)Self|grid(?:Area|Row|Column).*|order|float|(?:min|max)(?:Width|Height)|width|height|aspectRatio|transform.*|rotate|scale|translate|zIndex)$/;

/** The element in a box of a given size, with nothing around it but what its text inherits. */
export const inBoxAlone = (
  { element, above }: Fitted,
  size: Size,
): { root: PreparedElement; position: PreparedElement } => {
  const own = pick(element.props.style ?? {}, (name) => !outer.test(name));
  const { width, height } = size;
  const style: Style = { ...own, position: 'absolute', left: 0, top: 0, width, height };
  const position: PreparedElement = { type: element.type, props: { ...element.props, style } };
  const root = above.reduceRight<PreparedElement>((inside, { props }) => {
    const cached = pick(props.style ?? {}, (name) => inherited.test(name));
    const { lang, dir } = props;
    const attributes = { ...(lang !== undefined && { lang }), ...(dir !== undefined && { dir }) };
    return { type: 'div', props: { ...attributes, style: cached, children: [inside] } };
  }, position);
  return { root, position };
};

const pick = (style: Style, isCached: (name: string) => boolean): Style =>
  Object.fromEntries(Object.entries(style).filter(([name]) => isCached(name)));
