import { splitList } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import type { Style } from '../style.ts';
import { getOpacity, parseUtilityColour } from './colours.ts';
import { negateIf, parseArbitrary, parseUtilityLength, parseUtilitySize } from './lengths.ts';
import { families, leadings, radii, textSizes, trackings, weights } from './type.ts';

/** Parses the parameter of a utility; returns undefined if it is invalid. */
type Reader = (value: string, isNegative: boolean) => Style | undefined;

const all = (properties: readonly string[], value: string | number | undefined): Style | undefined =>
  value === undefined ? undefined : Object.fromEntries(properties.map((property) => [property, value]));

const spacing =
  (...properties: readonly string[]): Reader =>
  (value, isNegative) =>
    all(properties, negateIf(parseUtilityLength(value), isNegative));

/** `p`, `pt`, `px` and so on. */
const sided = (name: string, property: string): Record<string, Reader> => ({
  ...Object.fromEntries(
    Object.entries({ ...sides, ...logicalSides }).map(([side, edges]) => [
      name + side,
      spacing(...edges.map((edge) => property + edge)),
    ]),
  ),
  [name]: ofAllSides(property, ...(sides[''] ?? []).map((edge) => property + edge)),
});

/** `p-4`, and `p-[4px_8px]` as the shorthand. */
const ofAllSides =
  (shorthand: string, ...properties: readonly string[]): Reader =>
  (value, isNegative) => {
    const given = parseArbitrary(value);
    if (given?.includes(' ') && splitList(given, ' ').length > 1) return { [shorthand]: given };
    return spacing(...properties)(value, isNegative);
  };

const size =
  (axis: 'x' | 'y', ...properties: readonly string[]): Reader =>
  (value) =>
    all(properties, parseUtilitySize(value, axis));

const text: Reader = (value) => {
  const [, name = value, line] = /^(\[[^\]]+\]|[^/]+)\/(.+)$/.exec(value) ?? [];
  const leading = line === undefined ? undefined : getLeading(line);
  const named = getOwn(textSizes, name);
  if (named) {
    const [size, high] = named;
    return { fontSize: size, lineHeight: leading ?? high / size };
  }
  const colour = parseUtilityColour(value);
  const given = parseArbitrary(name);
  if (given !== undefined && /^(?:length:)?[\d.]|^(?:calc|clamp|min|max)\(/.test(given))
    return { fontSize: given.replace(/^length:/, ''), ...(leading !== undefined && { lineHeight: leading }) };
  return colour === undefined ? undefined : { color: colour };
};

/** Parses a line height: a name, a value in brackets or a length. */
export const getLeading = (value: string): string | number | undefined => {
  const given = getOwn(leadings, value) ?? parseArbitrary(value);
  if (given !== undefined) return /^[\d.]+$/.test(String(given)) ? Number(given) : given;
  const length = parseUtilityLength(value);
  return typeof length === 'number' ? `${length}px` : length;
};

const font: Reader = (value) => {
  const given = getOwn(weights, value) ?? getOwn(families, value) ?? parseArbitrary(value);
  return /^\d+$/.test(String(given)) ? { fontWeight: Number(given) } : all(['fontFamily'], given);
};

const tracking: Reader = (value, isNegative) =>
  all(['letterSpacing'], negateIf(getOwn(trackings, value) ?? parseArbitrary(value), isNegative));

const sides: Readonly<Record<string, readonly string[]>> = {
  '': ['Top', 'Right', 'Bottom', 'Left'],
  x: ['Left', 'Right'],
  y: ['Top', 'Bottom'],
  t: ['Top'],
  r: ['Right'],
  b: ['Bottom'],
  l: ['Left'],
};

const logicalSides: Readonly<Record<string, readonly string[]>> = {
  ...{ s: ['InlineStart'], e: ['InlineEnd'], bs: ['BlockStart'], be: ['BlockEnd'] },
};

/** `border`, `border-2`, `border-t-4`, `border-red-500`, `border-x-[#fff]`. */
const border: Reader = (value) => {
  const [, side = '', rest = ''] = /^(?:(b[se]|[trblxyse])(?:-|$))?(.*)$/.exec(value) ?? [];
  const edges = sides[side] ?? logicalSides[side] ?? [];
  const width = rest === '' ? 1 : /^\d+$/.test(rest) ? Number(rest) : lengthIn(rest);
  const named = (part: string) => edges.map((edge) => `border${edge}${part}`);
  if (width === undefined) return all(named('Color'), parseUtilityColour(rest));
  // Tailwind's base styles make every border solid with a width of 0.
  return { ...all(named('Width'), width), ...all(named('Style'), 'solid') };
};

const lengthIn = (value: string): string | undefined => {
  const given = parseArbitrary(value);
  return given !== undefined && /^(?:length:)?[\d.]+[a-z%]*$/.test(given) ? given.replace(/^length:/, '') : undefined;
};

const corners: Readonly<Record<string, readonly string[]>> = {
  '': ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'],
  t: ['TopLeft', 'TopRight'],
  r: ['TopRight', 'BottomRight'],
  b: ['BottomRight', 'BottomLeft'],
  l: ['TopLeft', 'BottomLeft'],
  tl: ['TopLeft'],
  tr: ['TopRight'],
  br: ['BottomRight'],
  bl: ['BottomLeft'],
  ...{ s: ['StartStart', 'EndStart'], e: ['StartEnd', 'EndEnd'] },
  ...{ ss: ['StartStart'], se: ['StartEnd'], ee: ['EndEnd'], es: ['EndStart'] },
};

const rounded: Reader = (value) => {
  const [, corner = '', rest = ''] = /^(?:(tl|tr|bl|br|ss|se|es|ee|[trblse])(?:-|$))?(.*)$/.exec(value) ?? [];
  const radius = getOwn(radii, rest) ?? parseArbitrary(rest);
  if (corner === '' && typeof radius === 'string' && /[\s/]/.test(radius)) return { borderRadius: radius };
  return all(
    (corners[corner] ?? []).map((name) => `border${name}Radius`),
    radius,
  );
};

const background: Reader = (value) => {
  const colour = parseUtilityColour(value);
  if (colour !== undefined) return { backgroundColor: colour };
  const given = parseArbitrary(value);
  if (given === undefined) return undefined;
  if (/^(?:image:|url:)?(?:url|[a-z-]+-gradient)\(/.test(given))
    return { backgroundImage: given.replace(/^(?:image|url):(?=\w)/, '') };
  if (/^(?:length|size):/.test(given)) return { backgroundSize: given.replace(/^\w+:/, '') };
  return { backgroundPosition: given.replace(/^position:/, '') };
};

const tracks =
  (property: string): Reader =>
  (value) => {
    if (value === 'none') return { [property]: 'none' };
    return all([property], /^\d+$/.test(value) ? `repeat(${value}, minmax(0, 1fr))` : parseArbitrary(value));
  };

const cells =
  (property: string): Reader =>
  (value, isNegative) => {
    const [, kind, amount = ''] = /^(span|start|end)-(.+)$/.exec(value) ?? [];
    const line = kind === undefined ? value : amount;
    const number = /^(?:\d+|auto)$/.test(line) ? line : undefined;
    const given = parseArbitrary(line) ?? number;
    if (given === undefined) return undefined;
    if (kind === 'span') return { [property]: `span ${given} / span ${given}` };
    const written = isNegative ? `-${given}` : given;
    return { [kind === 'start' ? `${property}Start` : kind === 'end' ? `${property}End` : property]: written };
  };

const plain =
  (property: string): Reader =>
  (value, isNegative) => {
    const amount = parseArbitrary(value) ?? (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined);
    return all([property], negateIf(amount, isNegative));
  };

const outline: Reader = (value, isNegative) => {
  if (value === '') return { outlineStyle: 'solid', outlineWidth: 1 };
  const [, offset] = /^offset-(.+)$/.exec(value) ?? [];
  if (offset !== undefined) return all(['outlineOffset'], negateIf(getPixelLength(offset), isNegative));
  if (/^\d+$/.test(value)) return { outlineStyle: 'solid', outlineWidth: Number(value) };
  const width = getLengthIn(value);
  if (width !== undefined) return { outlineStyle: 'solid', outlineWidth: width };
  return all(['outlineColor'], parseUtilityColour(value));
};

/** Returns the pixels of `2`, or the length of `[3px]`. */
const getPixelLength = (value: string): string | number | undefined =>
  /^\d+$/.test(value) ? Number(value) : parseArbitrary(value);

const clamp: Reader = (value) =>
  value === 'none'
    ? { WebkitLineClamp: 'unset' }
    : {
        overflow: 'hidden',
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: Number(parseArbitrary(value) ?? value),
      };

/** Returns the length that brackets hold, without its hint. */
const getLengthIn = (value: string): string | undefined => {
  const given = parseArbitrary(value)?.replace(/^(?:length|number|percentage):/, '');
  return given !== undefined && /^(?:calc\(|-?\.?\d)/.test(given) ? given : undefined;
};

const decoration: Reader = (value) => {
  const thickness = getLengthIn(value);
  if (thickness !== undefined) return { textDecorationThickness: thickness };
  if (/^\d+$/.test(value)) return { textDecorationThickness: `${value}px` };
  if (/^(?:solid|double|dotted|dashed|wavy)$/.test(value)) return { textDecorationStyle: value };
  return all(['textDecorationColor'], parseUtilityColour(value));
};

/** The text of a box before or after the content. */
const content: Reader = (value) => all(['content'], value === 'none' ? value : parseArbitrary(value));

const svgPaint = (value: string): string | undefined => (value === 'none' ? value : parseUtilityColour(value));

const orders: Readonly<Record<string, number>> = { first: -9999, last: 9999, none: 0 };

/** Returns `2 1 0%` for `2`, the share for `1/2`. */
const getFlex = (value: string): string | undefined => {
  if (/^\d+$/.test(value)) return `${value} 1 0%`;
  return /^\d+\/\d+$/.test(value) ? `1 1 ${parseUtilityLength(value)}` : undefined;
};

export const perspectives: Readonly<Record<string, number>> = {
  dramatic: 100,
  near: 300,
  normal: 500,
  midrange: 800,
  distant: 1200,
};

/** `columns-3`, `columns-lg`. */
const columns: Reader = (value) =>
  all(['columns'], parseArbitrary(value) ?? (/^\d+$/.test(value) ? value : undefined) ?? parseUtilitySize(value, 'x'));

/** `border-spacing-4`, `border-spacing-x-2`. */
const borderSpacing: Reader = (value) => {
  const [, axis, rest = ''] = /^(?:([xy])-)?(.+)$/.exec(value) ?? [];
  const length = parseUtilityLength(rest);
  if (length === undefined) return undefined;
  const written = typeof length === 'number' ? `${length}px` : length;
  return { borderSpacing: axis === 'x' ? `${written} 0` : axis === 'y' ? `0 ${written}` : written };
};

/** Utilities with a parameter, by the name before it. Longer names are tried first. */
export const parametricUtilities: Readonly<Record<string, Reader>> = {
  ...sided('p', 'padding'),
  ...sided('m', 'margin'),
  inset: ofAllSides('inset', 'top', 'right', 'bottom', 'left'),
  'inset-x': spacing('left', 'right'),
  'inset-y': spacing('top', 'bottom'),
  top: spacing('top'),
  right: spacing('right'),
  bottom: spacing('bottom'),
  start: spacing('insetInlineStart'),
  end: spacing('insetInlineEnd'),
  left: spacing('left'),
  'inset-s': spacing('insetInlineStart'),
  'inset-e': spacing('insetInlineEnd'),
  'inset-bs': spacing('insetBlockStart'),
  'inset-be': spacing('insetBlockEnd'),
  gap: spacing('rowGap', 'columnGap'),
  'gap-x': spacing('columnGap'),
  'gap-y': spacing('rowGap'),
  basis: size('x', 'flexBasis'),
  indent: spacing('textIndent'),
  w: size('x', 'width'),
  h: size('y', 'height'),
  size: size('x', 'width', 'height'),
  'min-w': size('x', 'minWidth'),
  'max-w': size('x', 'maxWidth'),
  'min-h': size('y', 'minHeight'),
  'max-h': size('y', 'maxHeight'),
  inline: size('x', 'inlineSize'),
  block: size('y', 'blockSize'),
  'min-inline': size('x', 'minInlineSize'),
  'max-inline': size('x', 'maxInlineSize'),
  'min-block': size('y', 'minBlockSize'),
  'max-block': size('y', 'maxBlockSize'),
  text,
  font,
  leading: (value) => all(['lineHeight'], getLeading(value)),
  tracking,
  border,
  rounded,
  bg: background,
  mask: (value) => {
    const given = parseArbitrary(value);
    return given !== undefined && /^(?:url|[a-z-]+-gradient)\(/.test(given) ? { maskImage: given } : undefined;
  },
  'mask-size': (value) => all(['maskSize'], parseArbitrary(value)),
  'mask-position': (value) => all(['maskPosition'], parseArbitrary(value)),
  columns,
  'border-spacing': borderSpacing,
  perspective: (value) => all(['perspective'], getOwn(perspectives, value) ?? parseArbitrary(value)),
  'font-stretch': (value) => all(['fontStretch'], /^[\d.]+%$/.test(value) ? value : parseArbitrary(value)),
  tab: (value) => all(['tabSize'], parseArbitrary(value) ?? (/^\d+$/.test(value) ? value : undefined)),
  zoom: (value) => all(['zoom'], parseArbitrary(value) ?? (/^\d+$/.test(value) ? `${value}%` : undefined)),
  'bg-size': (value) => all(['backgroundSize'], parseArbitrary(value)),
  'bg-position': (value) => all(['backgroundPosition'], parseArbitrary(value)),
  outline,
  decoration,
  'line-clamp': clamp,
  'underline-offset': (value, isNegative) =>
    all(['textUnderlineOffset'], value === 'auto' ? value : negateIf(getPixelLength(value), isNegative)),
  opacity: (value) => all(['opacity'], getOpacity(value)),
  z: plain('zIndex'),
  order: (value, isNegative) => {
    const named = getOwn(orders, value);
    return named === undefined ? plain('order')(value, isNegative) : { order: named };
  },
  grow: plain('flexGrow'),
  shrink: plain('flexShrink'),
  'flex-grow': plain('flexGrow'),
  'flex-shrink': plain('flexShrink'),
  flex: (value) => all(['flex'], parseArbitrary(value) ?? getFlex(value)),
  aspect: (value) =>
    all(['aspectRatio'], parseArbitrary(value) ?? (/^\d+\/\d+$/.test(value) ? value.replace('/', ' / ') : undefined)),
  object: (value) => all(['objectPosition'], parseArbitrary(value)),
  origin: (value) => all(['transformOrigin'], parseArbitrary(value)),
  'grid-cols': tracks('gridTemplateColumns'),
  'grid-rows': tracks('gridTemplateRows'),
  col: cells('gridColumn'),
  row: cells('gridRow'),
  'mix-blend': (value) => ({ mixBlendMode: value }),
  'bg-blend': (value) => ({ backgroundBlendMode: value }),
  content,
  fill: (value) => all(['fill'], svgPaint(value)),
  stroke: (value) => {
    const width = /^\d+$/.test(value) ? Number(value) : getLengthIn(value);
    return width === undefined ? all(['stroke'], svgPaint(value)) : { strokeWidth: width };
  },
  'auto-cols': (value) => all(['gridAutoColumns'], parseArbitrary(value)),
  'auto-rows': (value) => all(['gridAutoRows'], parseArbitrary(value)),
  transform: (value) => all(['transform'], parseArbitrary(value)),
  filter: (value) => all(['filter'], parseArbitrary(value)),
  'backdrop-filter': (value) => all(['backdropFilter'], parseArbitrary(value)),
  list: (value) => all(['listStyleType'], parseArbitrary(value)),
  'list-image': (value) => all(['listStyleImage'], parseArbitrary(value)),
  align: (value) => all(['verticalAlign'], parseArbitrary(value)),
};
