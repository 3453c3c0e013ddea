import type { Box, Size } from '../boxes.ts';
import type { SurveyFinding } from './findings.ts';
import { chainOf, quoted, withPlace } from './overflow.ts';
import type { Marked, MarkedText } from './texts.ts';

/** Pixels between two boxes that a border may make. */
const tolerancePx = 4;

/**
 * What is drawn as in a browser, and was not by satori: the author of code for Vercel OG saw something else. What is told of texts
 * under positioned elements stands in `covering.ts`, what can be told from the tree alone in the review.
 *
 * @param placesAreKnown no style sheet says anything of positions.
 */
export const unlikeSatori = (
  { texts, elements }: { texts: readonly MarkedText[]; elements: readonly Marked[] },
  picture: Size,
  placesAreKnown: boolean,
): SurveyFinding[] => [
  ...texts.filter(hasShadowBehindGradient).map((text) => {
    const message = `The shadow of ${quoted(text)} shows through its letters, which are transparent, as in a browser; satori hid it. Leave the shadow out.`;
    return withPlace({ code: 'unlike-satori', message, property: 'textShadow' }, text);
  }),
  ...(placesAreKnown ? elements.filter((element) => fillsMoreThanParent(element, picture)).map(filling) : []),
];

const hasShadowBehindGradient = ({ owner }: MarkedText): boolean => {
  const chain = chainOf(owner);
  const said = (name: string) => chain.find(({ style }) => style[name] !== undefined)?.style[name];
  const shadow = String(said('textShadow') ?? 'none');
  const isClipped = chain.some(({ style }) => /\btext\b/.test(`${style.backgroundClip} ${style.WebkitBackgroundClip}`));
  const colour = String(said('WebkitTextFillColor') ?? said('color'));
  return isClipped && isTransparent(colour) && shadow !== 'none' && !isTransparent(shadow);
};

const isTransparent = (colour: string): boolean => /\btransparent\b|rgba?\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)/.test(colour);

/** Whether an element that is to fill its parent fills more than it, since the parent has no position. */
const fillsMoreThanParent = ({ parent, style }: Marked, picture: Size): boolean => {
  if (style.position !== 'absolute' || !parent?.box || hasPosition(parent) || !isFilling(style)) return false;
  const holder = chainOf(parent).find(hasPosition);
  const filled = holder ? holder.box : { left: 0, top: 0, ...picture };
  return filled !== undefined && differ(parent.box, filled);
};

const hasPosition = ({ style }: Marked): boolean =>
  (style.position !== undefined && style.position !== 'static') ||
  ['transform', 'filter', 'rotate', 'scale', 'translate'].some((name) => style[name] !== undefined);

const isFilling = (style: Marked['style']): boolean => {
  const isNought = (side: string) => /^0(?:px|%)?$/.test(String(style[side] ?? style.inset));
  return ['top', 'right', 'bottom', 'left'].every(isNought);
};

const differ = (one: Box, other: Box): boolean =>
  (['left', 'top', 'width', 'height'] as const).some((side) => Math.abs(one[side] - other[side]) > tolerancePx);

const filling = ({ type, place, parent }: Marked): SurveyFinding => {
  const message = `This <${type}> fills more than the <${parent?.type}> around it, which has no position, as in a browser; satori kept it inside. Give the <${parent?.type}> position: 'relative'.`;
  return { code: 'unlike-satori', message, property: 'position', ...(place !== undefined && { place }) };
};
