import { splitList } from '../../../css-tokens.ts';
import type { PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../styles/style.ts';
import { readColour } from '../../../styles/values/colours.ts';
import { getPixels } from '../../../styles/values/lengths.ts';
import type { Styled } from './styled.ts';

const boxes = /^(?:border|padding|content)-box$/;

interface Layer {
  readonly css: string;
  readonly origin: string;
  readonly clip: string;
}

/** Returns the layers of a background shorthand, the topmost first. */
const readLayers = (background: string): Layer[] =>
  splitList(background, ',').map((layer) => {
    const words = splitList(layer, ' ');
    const [origin = 'padding-box', clip] = words.filter((word) => boxes.test(word));
    const isGiven = words.some((word) => boxes.test(word));
    return {
      css: words.filter((word) => !boxes.test(word)).join(' '),
      origin,
      clip: clip ?? (isGiven ? origin : 'border-box'),
    };
  });

/** Returns the layers of `background-image` and its companions. */
const readImages = ({ backgroundImage, backgroundClip, backgroundOrigin }: Style): Layer[] => {
  const [clips, origins] = [backgroundClip, backgroundOrigin].map((list) => splitList(String(list ?? ''), ','));
  const at = (list: readonly string[] = [], index: number) => list[index % Math.max(1, list.length)];
  return splitList(String(backgroundImage ?? ''), ',').map((css, index) => ({
    css,
    origin: at(origins, index) ?? 'padding-box',
    clip: at(clips, index) ?? 'border-box',
  }));
};

const sharedLists = ['backgroundSize', 'backgroundPosition', 'backgroundRepeat'] as const;

/**
 * Gives the layers of a background that end at the padding box an element of their own, behind the content: takumi
 * clips all layers of an element at one box. Two backgrounds are the usual way to a border with a gradient.
 */
export const separateLayers = ({ element, style, fontSize }: Styled): void => {
  const isShorthand = style.background !== undefined;
  const layers = isShorthand ? readLayers(String(style.background)) : readImages(style);
  const outer = layers.filter(({ clip }) => clip === 'border-box');
  const inner = layers.filter(({ clip }) => clip !== 'border-box');
  const isFirst = layers.slice(0, inner.length).every((layer) => inner.includes(layer));
  if (outer.length === 0 || inner.length === 0 || !isFirst || inner.some(({ clip }) => !boxes.test(clip))) return;
  if (element.type === 'img' || element.type === 'svg') return;
  const lists = sharedLists.map((name) => [name, splitList(String(style[name] ?? ''), ',')] as const);
  const behind: Style = { position: 'absolute', top: 0, left: 0, right: 0, bottom: 0, zIndex: -1 };
  const toValue = (some: readonly Layer[]) => some.map(({ css }) => css).join(', ');
  behind[isShorthand ? 'background' : 'backgroundImage'] = toValue(inner);
  for (const [name, list] of lists) {
    if (list.length === 0) continue;
    behind[name] = list.slice(0, inner.length).join(', ');
    if (list.length > inner.length) style[name] = list.slice(inner.length).join(', ');
  }
  const radius = getInnerRadius(style, fontSize);
  if (radius !== undefined) behind.borderRadius = radius;
  for (const [name, value] of Object.entries(style)) if (/^corner\w*Shape$/.test(name)) behind[name] = value;
  style[isShorthand ? 'background' : 'backgroundImage'] = toValue(outer);
  style.backgroundClip = 'border-box';
  style.backgroundOrigin = outer[0]?.origin ?? 'padding-box';
  if (style.position === undefined || style.position === 'static') style.position = 'relative';
  style.zIndex ??= 0;
  element.props.children = [{ type: 'div', props: { style: behind, children: [] } }, ...(element.props.children ?? [])];
};

const corner = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'];

/** Returns the radius of the padding box; undefined if that of the border depends on layout. */
const getInnerRadius = (style: Style, fontSize: number): string | undefined => {
  // An ellipse.
  if (corner.every((name) => (style[`border${name}Radius`] ?? style.borderRadius) === '50%')) return '50%';
  const border = getPixels(style.borderTopWidth, fontSize) ?? 0;
  const corners = corner.map((name) => getPixels(style[`border${name}Radius`] ?? style.borderRadius, fontSize));
  if (corners.some((corner) => corner === undefined)) return undefined;
  return corners.map((one) => `${Math.max(0, (one as number) - border)}px`).join(' ');
};

const sideNames = ['Top', 'Right', 'Bottom', 'Left'];

/** Returns the value that a property has on all four sides; undefined if they differ. */
const getCommon = (style: Style, suffix: 'Width' | 'Style' | 'Color'): string | number | undefined => {
  const values = new Set(sideNames.map((side) => style[`border${side}${suffix}`]));
  return values.size === 1 ? [...values][0] : undefined;
};

const isOpaque = (colour: string | number | undefined): boolean => readColour(String(colour))?.alpha === 1;

const isPlaced = ({ position }: Style): boolean => position !== undefined && position !== 'static';

const hasPlaced = (node: PreparedNode): boolean =>
  typeof node !== 'string' && (isPlaced(node.props.style ?? {}) || (node.props.children ?? []).some(hasPlaced));

/** Values that move nothing; takumi leaves out what turns a box in space. */
const unmoving = /^(?:auto|none)$|\b(?:rotate(?:3d|x|y)|matrix3d|perspective)\(/i;

/** Returns whether a box may lie over others, or others over it. */
const isMoved = (style: Style): boolean =>
  /^(?:absolute|fixed)$/.test(String(style.position)) ||
  Object.entries(style).some(
    ([name, value]) =>
      (/^(?:top|right|bottom|left|transform|translate|rotate|scale)$/.test(name) && !unmoving.test(String(value))) ||
      (name.startsWith('margin') && /^-|\(/.test(String(value))),
  );

/** Returns whether nobody sees that an element becomes a stacking context: nothing lies over it or is placed in it. */
const isApart = ({ element, style, parent }: Styled): boolean => {
  if (isPlaced(style)) return style.zIndex !== undefined;
  const beside = parent?.element.props.children ?? [];
  const isOver = (node: PreparedNode) => typeof node !== 'string' && isMoved(node.props.style ?? {});
  return !(element.props.children ?? []).some(hasPlaced) && !beside.some(isOver);
};

/**
 * Paints an opaque border as a ground of its colour, and what is inside of it above: takumi blends the edge of a rounded
 * border with the background under it, so that a dark box with a white border has a grey rim. Runs before
 * `separateLayers`.
 */
export const layBorderGrounds = (styled: Styled): void => {
  const { element, style, fontSize } = styled;
  const ground = style.backgroundColor ?? style.background;
  if (element.type === 'img' || element.type === 'svg' || ground === undefined) return;
  const [width, kind, colour] = [getCommon(style, 'Width'), getCommon(style, 'Style'), getCommon(style, 'Color')];
  if (kind !== 'solid' || (getPixels(width, fontSize) ?? 0) <= 0 || colour === undefined) return;
  const isPlain = style.backgroundImage === undefined && (style.backgroundClip ?? 'border-box') === 'border-box';
  const isRound = corner.some(
    (name) => Number.parseFloat(String(style[`border${name}Radius`] ?? style.borderRadius)) > 0,
  );
  if (!isPlain || !isRound || !isOpaque(colour) || !isOpaque(ground)) return;
  if (getInnerRadius(style, fontSize) === undefined || !isApart(styled)) return;
  const toLayer = (paint: string | number) => `linear-gradient(${paint}, ${paint})`;
  style.backgroundImage = `${toLayer(ground)}, ${toLayer(colour)}`;
  style.backgroundClip = style.backgroundOrigin = 'padding-box, border-box';
  for (const side of sideNames) style[`border${side}Color`] = 'transparent';
  delete style.background;
  delete style.backgroundColor;
};
