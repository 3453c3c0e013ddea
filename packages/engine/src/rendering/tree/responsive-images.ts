import { splitList } from '../../css-tokens.ts';
import { matchesMedia, type Surface } from '../../styles/conditions.ts';
import { getLength, getPixels, rootFontSize } from '../../styles/values/lengths.ts';
import { naturalWidthProperty, type VElement, type VNode } from '../../vnode/vnode.ts';

/** A file for an `<img>`. */
interface Candidate {
  readonly source: string;
  /** Pixels of the file for one CSS pixel. */
  readonly density: number;
}

/** The file that was chosen; its width in CSS pixels, if `sizes` decides it. */
interface Chosen {
  readonly source: string;
  readonly width?: number;
}

/** Kinds of files that are rendered; a source need not say its kind. */
const rendered = /^(?:image\/(?:png|apng|jpe?g|webp|avif|gif|svg\+xml))?$/i;

/**
 * Returns a tree in which each `<img>` has the one file that Chromium would choose: of the first `<source>` of its
 * `<picture>` that fits, or of its own `srcSet`.
 */
export const chooseImages = (tree: VElement, surface: Surface): VElement => {
  const visit = (element: VElement): VElement => {
    const { type, children } = element;
    if (type === 'img') return withFile(element, chooseOf(element, surface));
    const isPicture = type === 'picture';
    let isChanged = false;
    const visited = children.map((child, index): VNode => {
      if (typeof child === 'string') return child;
      const sources = isPicture && child.type === 'img' ? getSources(children.slice(0, index)) : [];
      const chosen = sources.map((source) => chooseSource(source, surface)).find((found) => found !== undefined);
      const own = chosen ? withFile(child, chosen) : visit(child);
      isChanged ||= own !== child;
      return own;
    });
    return isChanged ? { ...element, children: visited } : element;
  };
  return visit(tree);
};

const getSources = (nodes: readonly VNode[]): VElement[] =>
  nodes.filter((node) => typeof node !== 'string').filter(({ type }) => type === 'source');

const getText = ({ props }: VElement, ...names: readonly string[]): string => {
  const value = names.map((name) => props[name]).find((one) => one !== undefined);
  return typeof value === 'string' ? value : '';
};

/** Returns the file of a `<source>`; undefined if it does not fit. */
const chooseSource = (source: VElement, surface: Surface): Chosen | undefined =>
  rendered.test((getText(source, 'type').split(';')[0] ?? '').trim()) && matchesMedia(getText(source, 'media'), surface)
    ? chooseOf(source, surface)
    : undefined;

/** Returns the file of an `<img>` or a `<source>`; undefined if it names none in `srcSet`. */
const chooseOf = (element: VElement, surface: Surface): Chosen | undefined => {
  const set = getText(element, 'srcSet', 'srcset');
  if (set.trim() === '') return undefined;
  const width = getWidth(getText(element, 'sizes'), surface);
  const entries = readSet(set);
  const candidates = entries.map(({ source, descriptor }) => ({ source, density: getDensity(descriptor, width) }));
  const isByWidth = entries.some(({ descriptor }) => descriptor.endsWith('w'));
  const plain = element.type === 'img' ? getText(element, 'src').trim() : '';
  if (plain !== '' && !isByWidth && !candidates.some(({ density }) => density === 1))
    candidates.push({ source: plain, density: 1 });
  const chosen = pick(candidates, surface.devicePixelRatio ?? 1);
  return chosen && { source: chosen.source, ...(isByWidth && { width }) };
};

/** Reads a list of files and descriptors: `small.png 1x, large.png 2x`. An address may contain commas. */
const readSet = (set: string): { readonly source: string; readonly descriptor: string }[] => {
  const found: { source: string; descriptor: string }[] = [];
  const entry = /[\s,]*([^\s,]\S*)([^,]*)/y;
  for (let match = entry.exec(set); match; match = entry.exec(set)) {
    const [, address = '', descriptor = ''] = match;
    let end = address.length;
    while (address[end - 1] === ',') end -= 1;
    const source = address.slice(0, end);
    // A comma at the end of an address ends the entry.
    if (source !== address) entry.lastIndex -= descriptor.length;
    found.push({ source, descriptor: source === address ? descriptor.trim() : '' });
  }
  return found;
};

/** Returns pixels of the file for one CSS pixel; NaN if the descriptor is none. */
const getDensity = (descriptor: string, width: number): number => {
  if (descriptor === '') return 1;
  const amount = Number(descriptor.slice(0, -1));
  if (!(amount > 0)) return Number.NaN;
  if (descriptor.endsWith('x')) return amount;
  return descriptor.endsWith('w') && width > 0 ? amount / width : Number.NaN;
};

/** As Chromium does: the nearest of two densities, by their geometric mean. */
const pick = (candidates: readonly Candidate[], asked: number): Candidate | undefined => {
  const sorted = candidates.filter(({ density }) => density > 0).toSorted((a, b) => a.density - b.density);
  const next = sorted.findIndex(({ density }, index) => {
    const following = sorted[index + 1]?.density;
    if (following === undefined) return true;
    if (following < asked) return false;
    return !((asked <= 1 && asked > density) || asked >= Math.sqrt(density * following));
  });
  // of two with the same density, the first in the list
  return sorted.find(({ density }) => density === sorted[next]?.density);
};

/** Returns the width in CSS pixels that `sizes` says: the first whose condition is true. */
const getWidth = (sizes: string, surface: Surface): number => {
  for (const size of splitList(sizes, ',')) {
    const words = splitList(size.trim(), ' ');
    const length = toPixels(words.at(-1) ?? '', surface);
    if (length !== undefined && length >= 0 && matchesMedia(words.slice(0, -1).join(' '), surface)) return length;
  }
  return surface.width;
};

const toPixels = (written: string, { width, height }: Surface): number | undefined => {
  const { amount = 0, unit } = getLength(written) ?? {};
  if (unit === 'vw') return (amount * width) / 100;
  if (unit === 'vh') return (amount * height) / 100;
  return getPixels(written, rootFontSize);
};

const setNames = new Set(['srcSet', 'srcset', 'sizes']);

const withFile = (image: VElement, chosen: Chosen | undefined): VElement => {
  if (!chosen) return image;
  const kept = Object.entries(image.props).filter(([name]) => !setNames.has(name));
  const { width } = chosen;
  const natural = width === undefined ? {} : { [naturalWidthProperty]: width };
  return { ...image, props: { ...Object.fromEntries(kept), ...natural, src: chosen.source } };
};
