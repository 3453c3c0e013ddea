import { splitList } from '../../../css-tokens.ts';
import { matchesMedia } from '../../../styles/conditions.ts';
import { type Matchable, toMatchables } from '../../../styles/match.ts';
import { createRuleIndex } from '../../../styles/rule-index.ts';
import { readSheet, splitImportance } from '../../../styles/sheet-text.ts';
import { readSheets, type SheetRule } from '../../../styles/sheets.ts';
import { toKebabCase } from '../../../styles/style.ts';
import { black, type Rgba, readColour, writeColour } from '../../../styles/values/colours.ts';
import { expandFont } from '../../../styles/values/font-shorthand.ts';
import { getPixels, rootFontSize } from '../../../styles/values/lengths.ts';
import {
  hasReference,
  inheritVariables,
  noVariables,
  replaceVariables,
  type Variables,
} from '../../../styles/values/variables.ts';
import type { Size } from '../../boxes.ts';
import { allowedProperties } from '../allow-list.ts';
import { getViewBox } from '../vector-size.ts';
import { type XmlElement, XmlError } from '../xml.ts';
import { readClipShape } from './clip-shapes.ts';
import { type Bounds, createRuler, getLengthOf } from './geometry.ts';
import {
  type Axis,
  type LengthSpace,
  readShare,
  splitValues,
  toUserUnits,
  writeLength,
  writeNumber,
} from './lengths.ts';
import { chooseOfSwitch } from './switches.ts';
import { writeTransform } from './transform.ts';

/** What an `<svg>` of a template inherits; a file inherits nothing. */
export interface SvgSurroundings {
  readonly variables: Variables;
  readonly color: Rgba;
  /** CSS pixels. */
  readonly fontSize: number;
  /** The image; of a file, its own size. */
  readonly image: Size;
}

/** Tests of selectors that the style sheets of all documents of an image may need; these take half a second. */
const maxTests = 2_000_000;

/** What is left of the work that documents share. */
export interface SheetWork {
  leftTests: number;
}
export const sheetWork = (): SheetWork => ({ leftTests: maxTests });

/** What an element passes on. */
interface Inherited {
  readonly variables: Variables;
  readonly color: Rgba;
  /** Whether the colour is set inside of an `<svg>` of a template: what `currentColor` is of outside, the engine knows. */
  readonly hasOwnColor: boolean;
  readonly fontSize: number;
  readonly viewport: Size;
  readonly dashes: string | undefined;
  readonly dashOffset: string | undefined;
  readonly stroke: string;
  readonly strokeWidth: number;
}

type Declared = Map<string, string>;

const axes: Readonly<Record<string, Axis>> = {
  ...Object.fromEntries(
    ['x', 'width', 'cx', 'rx', 'x1', 'x2', 'fx', 'dx', 'refX', 'markerWidth'].map((name) => [name, 'width']),
  ),
  ...Object.fromEntries(
    ['y', 'height', 'cy', 'ry', 'y1', 'y2', 'fy', 'dy', 'refY', 'markerHeight'].map((name) => [name, 'height']),
  ),
  ...Object.fromEntries(['r', 'fr', 'stroke-width', 'stroke-dashoffset'].map((name) => [name, 'diagonal'])),
} as Record<string, Axis>;

/** Attributes that are properties too, apart from the presentation attributes. */
const geometry = new Set(['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd']);
const geometryOf: Readonly<Record<string, RegExp>> = {
  rect: /^(?:x|y|width|height|rx|ry)$/,
  image: /^(?:x|y|width|height)$/,
  svg: /^(?:x|y|width|height)$/,
  use: /^(?:x|y|width|height)$/,
  foreignObject: /^(?:x|y|width|height)$/,
  circle: /^(?:cx|cy|r)$/,
  ellipse: /^(?:cx|cy|rx|ry)$/,
  path: /^d$/,
};

/** Properties of texts, which their outlines need. */
const ofTexts =
  /^(?:font|font-(?:family|size|weight|style|feature-settings|variant-numeric)|letter-spacing|word-spacing|text-anchor|dominant-baseline|alignment-baseline|baseline-shift|direction|white-space|text-transform|text-decoration|writing-mode)$/;
const moving = /^(?:transform|transform-origin|transform-box|translate|rotate|scale)$/;
const markers = /^marker(?:-(?:start|mid|end))?$/;

/** Returns whether a declaration means something inside an SVG. */
const isProperty = (name: string, element: string): boolean =>
  name.startsWith('--') ||
  allowedProperties.has(name) ||
  ofTexts.test(name) ||
  (moving.test(name) && !(name === 'rotate' && /^(?:text|tspan)$/.test(element))) ||
  (geometry.has(name) && geometryOf[element]?.test(name) === true);

const isInheritedHere =
  /^(?:fill|fill-opacity|fill-rule|stroke|stroke-.*|color|color-interpolation.*|clip-rule|font.*|letter-spacing|word-spacing|text-anchor|direction|white-space|text-transform|marker.*|paint-order|shape-rendering|image-rendering|visibility|dominant-baseline|writing-mode)$/;

/** Initial values where `initial` or `unset` must be written. */
const initial: Readonly<Record<string, string>> = {
  fill: 'black',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-dasharray': 'none',
  opacity: '1',
  'fill-opacity': '1',
  'stroke-opacity': '1',
  'stop-color': 'black',
  'stop-opacity': '1',
  color: 'black',
  'fill-rule': 'nonzero',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  visibility: 'visible',
};

const colours = /^(?:fill|stroke|stop-color|flood-color|lighting-color|color)$/;
const shares = /^(?:opacity|fill-opacity|stroke-opacity|stop-opacity|flood-opacity)$/;

/** Elements whose declarations are those of a style, in a style alone. */
const styleOnly = /^(?:mix-blend-mode|isolation)$/;

/**
 * Writes the computed style of every element of a document as attributes, in place: rules of its own style sheets,
 * custom properties, colours, lengths, transforms, clips. Rasterisers read little else. Style sheets and classes are
 * removed.
 *
 * @throws XmlError if its style sheets are too much work
 */
export const resolveSvg = (document: XmlElement, around?: SvgSurroundings, work = sheetWork()): void => {
  const own = readSize(document);
  const image = around?.image ?? own;
  const matched = matchSheets(document, image, work);
  const ruler = createRuler();
  const clips: XmlElement[] = [];

  const resolve = (element: XmlElement, inherited: Inherited, isRoot: boolean): void => {
    const { attributes } = element;
    const declared = declare(element, matched.get(element) ?? []);
    const computed = compute(element, declared, inherited);
    const { color, hasOwnColor, fontSize, viewport } = computed;
    const space: LengthSpace = { fontSize, viewport: isRoot ? viewport : inherited.viewport, image };
    writeDeclared(element, declared, hasOwnColor ? color : undefined, color, space);
    writeLengthsOf(element, space);
    const inside = withStrokes(computed, attributes, space);
    fitDashes(element, inside);
    if (element.name === 'switch') chooseOfSwitch(element);
    element.children = element.children.filter((child) => typeof child === 'string' || !isStyle(child));
    for (const child of element.children) if (typeof child !== 'string') resolve(child, inside, false);
    if (isRoot) {
      if (!around) moveWhole(element, declared, space);
      return;
    }
    const viewBox: Bounds = { left: 0, top: 0, right: inherited.viewport.width, bottom: inherited.viewport.height };
    const measure = (): Bounds | undefined => ruler(element);
    move(element, declared, viewBox, measure, space);
    clip(element, viewBox, measure, inside, space);
  };

  /** Replaces references in what is declared, in place, and returns what the element passes on. */
  const compute = (element: XmlElement, declared: Declared, inherited: Inherited): Inherited => {
    const variables = inheritVariables(Object.fromEntries(declared), inherited.variables);
    for (const [name, value] of declared) replace(declared, name, value, variables);
    return {
      ...inherited,
      variables,
      fontSize: readFontSize(declared.get('font-size'), inherited.fontSize, image),
      color: readColour(declared.get('color') ?? '', inherited.color) ?? inherited.color,
      hasOwnColor: inherited.hasOwnColor || (around !== undefined && declared.has('color')),
      viewport: isViewport(element) ? readViewport(element, declared, inherited.viewport) : inherited.viewport,
    };
  };

  const clip = (
    { attributes }: XmlElement,
    viewBox: Bounds,
    measure: () => Bounds | undefined,
    { stroke, strokeWidth }: Inherited,
    space: LengthSpace,
  ): void => {
    const value = attributes['clip-path'];
    if (value === undefined || !/^\s*(?:circle|ellipse|inset|polygon|path|rect|xywh)\(/i.test(value)) return;
    delete attributes['clip-path'];
    const [, name = 'border-box'] = /\)\s*([a-z]+-box)\s*$/i.exec(value) ?? [];
    const shapeBox = measure();
    const spread = stroke === 'none' || !/^(?:border|stroke|margin)-box$/.test(name) ? 0 : strokeWidth / 2;
    const box = name === 'view-box' ? viewBox : shapeBox && grow(shapeBox, spread);
    const shape = box && readClipShape(value, box, space);
    if (!shape) return;
    const id = `clip-shape-${clips.length + 1}`;
    clips.push({ name: 'clipPath', attributes: { id }, children: [shape] });
    attributes['clip-path'] = `url(#${id})`;
  };

  resolve(
    document,
    {
      variables: around?.variables ?? noVariables,
      color: around?.color ?? black,
      hasOwnColor: false,
      fontSize: around?.fontSize ?? rootFontSize,
      viewport: around ? (readOwnSize(document) ?? around.image) : own,
      ...{ dashes: undefined, dashOffset: undefined, stroke: 'none', strokeWidth: 1 },
    },
    true,
  );
  if (clips.length > 0) document.children.push({ name: 'defs', attributes: {}, children: clips });
};

const withStrokes = (inherited: Inherited, attributes: XmlElement['attributes'], space: LengthSpace): Inherited => ({
  ...inherited,
  dashes: attributes['stroke-dasharray'] ?? inherited.dashes,
  dashOffset: attributes['stroke-dashoffset'] ?? inherited.dashOffset,
  stroke: attributes.stroke ?? inherited.stroke,
  strokeWidth: readLength(attributes['stroke-width'], space) ?? inherited.strokeWidth,
});

/** Writes declarations as attributes, in place. @param current the colour to write for `currentColor`, if not the engine does */
const writeDeclared = (
  { name: type, attributes }: XmlElement,
  declared: Declared,
  current: Rgba | undefined,
  color: Rgba,
  space: LengthSpace,
): void => {
  delete attributes.class;
  delete attributes.style;
  // `inherit`, and references without a value
  for (const name of Object.keys(attributes))
    if (isProperty(name, type) && !moving.test(name) && !declared.has(name)) delete attributes[name];
  const styles: string[] = [];
  for (const [name, value] of declared) {
    if (name.startsWith('--') || moving.test(name)) continue;
    const isCurrent = current && /^\s*currentcolor\s*$/i.test(value);
    const written = isCurrent ? writeColour(current) : writeProperty(name, value, color, space);
    if (written === undefined) delete attributes[name];
    else if (styleOnly.test(name)) styles.push(`${name}:${written}`);
    else attributes[name] = written;
  }
  if (declared.has('font-size')) attributes['font-size'] = writeNumber(space.fontSize);
  if (styles.length > 0) attributes.style = styles.join(';');
};

/** Writes the lengths of attributes that are no properties, in place; a reference in one is invalid. */
const writeLengthsOf = ({ name: element, attributes }: XmlElement, space: LengthSpace): void => {
  const isText = /^(?:text|tspan)$/.test(element);
  for (const [name, value] of Object.entries(attributes)) {
    const axis = axes[name];
    if (!axis || (geometry.has(name) && !isText) || !/[a-z(]/i.test(value)) continue;
    if (hasReference(value)) delete attributes[name];
    else attributes[name] = writeLengths(value, space, axis);
  }
};

const grow = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const isStyle = ({ name }: XmlElement): boolean => /^(?:svg:)?style$/.test(name);

/** Returns the rules of a document's own style sheets that match each element, the strongest last. */
const matchSheets = (
  document: XmlElement,
  image: Size,
  work: SheetWork,
): ReadonlyMap<XmlElement, readonly SheetRule[]> => {
  const sheets: string[] = [];
  const collect = (element: XmlElement) => {
    if (isStyle(element)) {
      const { media = 'all', type = 'text/css' } = element.attributes;
      const text = element.children.filter((child) => typeof child === 'string').join('');
      if (/^(?:text\/css)?$/i.test(type.trim()) && matchesMedia(media, image)) sheets.push(text);
    } else for (const child of element.children) if (typeof child !== 'string') collect(child);
  };
  collect(document);
  const found = new Map<XmlElement, readonly SheetRule[]>();
  if (sheets.length === 0) return found;
  const { rules } = readSheets(sheets, image);
  const entries = rules
    .flatMap((rule) =>
      rule.selectors
        .filter(({ pseudoElement }) => pseudoElement === undefined)
        .map((selector) => ({ selector, value: rule })),
    )
    .toSorted(
      (one, other) => one.value.layer - other.value.layer || one.selector.specificity - other.selector.specificity,
    );
  const all = toMatchables<XmlElement>(document, {
    type: ({ name }) => name.replace(/^svg:/, ''),
    attribute: ({ attributes }, name) => attributes[name],
    children: ({ children }) => children,
  });
  const match = createRuleIndex(entries, all.size, () => {
    work.leftTests -= 1;
    if (work.leftTests < 0) throw new XmlError('its style sheets are too much work');
  });
  for (const [element, matchable] of all) {
    const own = match(matchable as Matchable).map(({ value }) => value);
    if (own.length > 0) found.set(element, own);
  }
  return found;
};

/** Returns what is declared for an element: by attributes, rules and its style, each stronger than the one before. */
const declare = (element: XmlElement, rules: readonly SheetRule[]): Declared => {
  const { name: type, attributes } = element;
  const declared: Declared = new Map();
  const important: [string, string][] = [];
  const add = (name: string, value: string, isImportant: boolean) => {
    if (!isProperty(name, type)) return;
    if (isImportant) important.push([name, value]);
    else set(declared, name, value);
  };
  for (const [name, value] of Object.entries(attributes))
    if (isProperty(name, type) && !name.startsWith('--') && !/^(?:transform|translate|rotate|scale)$/.test(name))
      declared.set(name, value);
  for (const { declarations } of rules)
    for (const { name, value, isImportant } of declarations)
      add(name.startsWith('--') ? name : toKebabCase(name), value, isImportant);
  const ofStyle: [string, string][] = [];
  if (attributes.style !== undefined)
    readSheet(attributes.style, {
      declaration: ({ property, value }) => {
        const [own, importance] = splitImportance(value);
        const name = property.startsWith('--') ? property : property.toLowerCase();
        if (importance !== '') ofStyle.push([name, own]);
        else add(name, own, false);
      },
    });
  for (const [name, value] of [...important, ...ofStyle]) if (isProperty(name, type)) set(declared, name, value);
  return declared;
};

const set = (declared: Declared, name: string, value: string): void => {
  if (name === 'marker') for (const side of ['start', 'mid', 'end']) declared.set(`marker-${side}`, value);
  else if (name === 'font')
    for (const [own, part] of Object.entries(expandFont(value) ?? {})) declared.set(toKebabCase(own), String(part));
  // an invalid colour leaves what was declared before
  else if (colours.test(name) && !hasReference(value) && !isPaint(value)) return;
  else declared.set(name, value);
};

const isWide = (value: string): boolean => /^\s*(?:inherit|initial|unset|revert|revert-layer)\s*$/i.test(value);

const isPaint = (value: string): boolean =>
  isWide(value) ||
  /^(?:none|context-fill|context-stroke|currentcolor|url\(.*)$/is.test(value.trim()) ||
  readColour(value) !== undefined;

/** Replaces references to custom properties, and words such as `unset`, in place. */
const replace = (declared: Declared, name: string, value: string, variables: Variables): void => {
  if (name.startsWith('--')) return;
  const own = hasReference(value) ? (replaceVariables(value, variables) ?? 'unset') : value;
  const isUnset = /^\s*(?:unset|revert|revert-layer)\s*$/i.test(own);
  const isInherit = /^\s*inherit\s*$/i.test(own) || (isUnset && isInheritedHere.test(name));
  if (isInherit && isInheritedHere.test(name)) declared.delete(name);
  else if (/^\s*initial\s*$/i.test(own) || isUnset) {
    const first = initial[name];
    if (first === undefined) declared.delete(name);
    else declared.set(name, first);
  } else declared.set(name, own);
};

/** Returns a property as an attribute; undefined if it has no value that is rendered. */
const writeProperty = (name: string, value: string, color: Rgba, space: LengthSpace): string | undefined => {
  if (colours.test(name)) return writePaint(value, color, name);
  if (shares.test(name)) {
    const share = readShare(value);
    return share === undefined ? undefined : writeNumber(share);
  }
  if (name === 'd') {
    const [, path] = /^\s*path\(\s*["']([^"']*)["']\s*\)\s*$/i.exec(value) ?? [];
    return path ?? (/^\s*none\s*$/i.test(value) ? '' : value);
  }
  if (name === 'stroke-dasharray')
    return /^\s*none\s*$/i.test(value) ? 'none' : writeLengths(value.replaceAll(',', ' '), space, 'diagonal');
  if (/^(?:letter|word)-spacing$/.test(name)) return writeLength(value, space, 'width');
  const axis = axes[name];
  if (axis) return /^\s*auto\s*$/i.test(value) ? undefined : writeLength(value, space, axis);
  if (name === 'filter' && !/^\s*url\(/i.test(value)) return writeFilter(value, color, space);
  if (markers.test(name) || name === 'mask' || name === 'filter')
    return value.replaceAll(/url\(\s*["']?(#[^"')\s]+)["']?\s*\)/g, 'url($1)');
  return value;
};

/** Writes the functions of a `filter` with plain colours and lengths. */
const writeFilter = (value: string, color: Rgba, space: LengthSpace): string =>
  value.replaceAll(
    /(drop-shadow|blur)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gi,
    (_all, name: string, list: string) => {
      const parts = splitList(list, ' ').map((part) => {
        const colour = readColour(part, color);
        return colour ? writeColour(colour) : writeLength(part, space, 'diagonal').replace(/^[-\d.]+$/, '$&px');
      });
      return `${name}(${parts.join(' ')})`;
    },
  );

const writePaint = (value: string, color: Rgba, name: string): string | undefined => {
  const text = value.trim();
  if (name !== 'color' && /^currentcolor$/i.test(text)) return 'currentColor';
  const [, reference, rest = ''] = /^(url\([^)]*\))(.*)$/is.exec(text) ?? [];
  const fallback = rest.trim();
  if (reference !== undefined) {
    const plain = reference.replaceAll(/["'\s]/g, '');
    const colour = readColour(fallback, color);
    return colour ? `${plain} ${writeColour(colour)}` : fallback === '' ? plain : `${plain} ${fallback}`;
  }
  const colour = readColour(text, color);
  return colour
    ? writeColour(colour)
    : /^(?:none|context-fill|context-stroke|inherit)$/i.test(text)
      ? text.toLowerCase()
      : undefined;
};

/** Writes a list of lengths. */
const writeLengths = (value: string, space: LengthSpace, axis: Axis): string => {
  if (!/[a-z(]/i.test(value)) return value;
  const parts = splitValues(value).filter(Boolean);
  return parts.map((part) => writeLength(part, space, axis)).join(' ');
};

const readLength = (value: string | undefined, space: LengthSpace): number | undefined =>
  value === undefined
    ? undefined
    : toUserUnits(value, space, Math.hypot(space.viewport.width, space.viewport.height) / Math.SQRT2);

const sizeWords: Readonly<Record<string, number>> = {
  ...{ 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32, 'xxx-large': 48 },
};

const readFontSize = (value: string | undefined, inherited: number, image: Size): number => {
  if (value === undefined) return inherited;
  const word = value.trim().toLowerCase();
  if (word === 'larger') return inherited * 1.2;
  if (word === 'smaller') return inherited / 1.2;
  const space = { fontSize: inherited, viewport: image, image };
  return (Object.hasOwn(sizeWords, word) ? sizeWords[word] : toUserUnits(value, space, inherited)) ?? inherited;
};

const isViewport = ({ name }: XmlElement): boolean => name === 'svg' || name === 'symbol';

const readOwnSize = ({ attributes }: XmlElement): Size | undefined => {
  const box = getViewBox(attributes.viewBox);
  if (box && box.width > 0 && box.height > 0) return { width: box.width, height: box.height };
  const [width, height] = [getPixels(attributes.width, rootFontSize), getPixels(attributes.height, rootFontSize)];
  return width !== undefined && height !== undefined ? { width, height } : undefined;
};

/** Returns the size of a file, in user units; the default one of browsers without one. */
const readSize = (document: XmlElement): Size => readOwnSize(document) ?? { width: 300, height: 150 };

const readViewport = (element: XmlElement, declared: Declared, around: Size): Size => {
  const own = readOwnSize(element);
  if (own) return own;
  const side = (name: 'width' | 'height'): number => {
    const value = declared.get(name) ?? element.attributes[name];
    const space = { fontSize: rootFontSize, viewport: around, image: around };
    return (value === undefined ? undefined : toUserUnits(value, space, around[name])) ?? around[name];
  };
  return { width: side('width'), height: side('height') };
};

/** Scales the dashes of a shape with a `pathLength`, in place. */
const fitDashes = (element: XmlElement, { dashes, dashOffset }: Inherited): void => {
  const { attributes } = element;
  const { pathLength } = attributes;
  if (pathLength === undefined) return;
  delete attributes.pathLength;
  const asked = Number(pathLength);
  if (!(asked > 0) || dashes === undefined || dashes === 'none') return;
  const length = getLengthOf(element);
  if (length === undefined || length === 0) return;
  const scale = (list: string) =>
    list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((dash) => writeNumber((Number.parseFloat(dash) * length) / asked))
      .join(' ');
  attributes['stroke-dasharray'] = scale(dashes);
  if (dashOffset !== undefined) attributes['stroke-dashoffset'] = scale(dashOffset);
};

/** Writes what moves an element as its `transform`, in place. */
/** Moves what is in a document as its style moves the whole, around its centre, in place. */
const moveWhole = (document: XmlElement, declared: Declared, space: LengthSpace): void => {
  const { x, y, width, height } = { x: 0, y: 0, ...readSize(document), ...getViewBox(document.attributes.viewBox) };
  const bounds = { left: x, top: y, right: x + width, bottom: y + height };
  const group: XmlElement = { name: 'g', attributes: {}, children: document.children };
  const own = new Map([['transform-origin', '50% 50%'], ...declared, ['transform-box', 'view-box']]);
  move(group, own, bounds, () => undefined, space);
  if (group.attributes.transform === undefined) return;
  delete document.attributes.transform;
  document.children = [group];
};

const move = (
  { attributes }: XmlElement,
  declared: Declared,
  viewBox: Bounds,
  measure: () => Bounds | undefined,
  space: LengthSpace,
): void => {
  const origin = declared.get('transform-origin');
  const others = ['transform', 'translate', 'rotate', 'scale'].filter((name) => declared.has(name));
  delete attributes['transform-origin'];
  delete attributes['transform-box'];
  if (others.length === 0 && (origin === undefined || attributes.transform === undefined)) return;
  const isOfShape = /^\s*(?:fill|content|stroke|border)-box/i.test(declared.get('transform-box') ?? '');
  const box = isOfShape ? measure() : viewBox;
  const written = writeTransform(
    {
      transform: declared.get('transform') ?? '',
      attribute: attributes.transform,
      ...{ translate: declared.get('translate'), rotate: declared.get('rotate'), scale: declared.get('scale'), origin },
    },
    box ?? viewBox,
    space,
  );
  if (written === undefined) delete attributes.transform;
  else attributes.transform = written;
};
