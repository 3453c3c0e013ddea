import { readUtilities } from '../../picture/tailwind/utilities.ts';
import { type Finding, type Reviewed, textOf } from './reviewed.ts';

/** What of an `<svg>` is drawn as in a browser, and was not by satori. */
export const reviewSvg = (reviewed: Reviewed): Finding[] =>
  reviewed.element.type === 'svg' && !reviewed.isInsideSvg ? [...paint(reviewed), ...size(reviewed)] : [];

const utilitiesOf = ({ element: { props }, request, theme }: Reviewed) =>
  readUtilities(`${textOf(props.tw)} ${textOf(props.className ?? props.class)}`, request.width, theme).style;

const inlineOf = ({ element: { props } }: Reviewed) =>
  typeof props.style === 'object' && props.style !== null && !Array.isArray(props.style) ? props.style : {};

const paint = (reviewed: Reviewed): Finding[] => {
  const fromClasses = utilitiesOf(reviewed);
  const inline = inlineOf(reviewed);
  return ['fill', 'stroke'].flatMap((name) => {
    const [attribute, utility] = [reviewed.element.props[name], fromClasses[name]];
    const isOver = typeof attribute === 'string' && utility !== undefined && inline[name] === undefined;
    if (!isOver || attribute.toLowerCase() === String(utility).toLowerCase()) return [];
    const message = `A class of this <svg> says ${name}: ${utility}, which wins over its ${name}="${attribute}", as in a browser; satori drew the attribute. Keep one of them.`;
    return [{ ...reviewed.at('tw', 'className', 'class'), code: 'unlike-satori', message }];
  });
};

/** Properties that give an `<svg>` a size, or may. */
const sizes = 'width height minWidth minHeight flex flexGrow flexBasis aspectRatio inset left right'.split(' ');

const size = (reviewed: Reviewed): Finding[] => {
  const { element, sheets, at } = reviewed;
  const { viewBox, width, height, className, class: plain, id } = element.props;
  const mayMatch = sheets.includes('width') && [className, plain, id].some((one) => one !== undefined);
  const [fromClasses, inline] = [utilitiesOf(reviewed), inlineOf(reviewed)];
  const isSized =
    [width, height].some(isGiven) || sizes.some((name) => isGiven(fromClasses[name]) || isGiven(inline[name]));
  if (viewBox === undefined || isSized || mayMatch) return [];
  const message =
    'This <svg> has a viewBox and no size: it takes its width from the parent and its height from the viewBox, as in a browser; satori filled the parent with it, or left it out. Give it a width and a height.';
  return [{ ...at(), code: 'unlike-satori', message }];
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== 'auto';
