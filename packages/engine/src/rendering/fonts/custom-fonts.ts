import { sha256Hex } from '../../hash.ts';
import { baseFamily, type FontFamily, kindFallbacks } from './catalogue.ts';
import type { FontFace } from './font-files.ts';
import { findNearestWeight } from './nearest-weight.ts';
import type { CustomFont, PinnedFamily } from './typography.ts';

const customPrefix = 'own-';

/** Returns whether a face belongs to a custom font, not to a font package. */
export const isCustomFace = ({ id }: FontFace): boolean => id.startsWith(customPrefix);

/** Returns an account's fonts as families. The id of a family is a hash of its files. */
export const getCustomFamilies = (fonts: readonly CustomFont[]): FontFamily[] => {
  const byName = Map.groupBy(fonts, ({ family }) => family.toLowerCase());
  return [...byName.values()].map((files) => ({
    name: (files[0] as CustomFont).family,
    id: `${customPrefix}${sha256Hex(JSON.stringify(files)).slice(0, 16)}`,
    kind: 'sans',
    files,
  }));
};

/**
 * Returns an account's fonts and the pinned families of a template. A core family replaces a pinned one that could not
 * be fetched.
 */
export const getOwnFamilies = (fonts: readonly CustomFont[], pinned: readonly PinnedFamily[] = []): FontFamily[] => [
  ...getCustomFamilies(fonts),
  ...pinned.map(({ family: name, kind, pack }): FontFamily => {
    if (pack !== undefined) return { name, id: `pack-${pack}`, kind, pack };
    return { name, id: '', kind, substitute: kindFallbacks[kind]?.[0] ?? baseFamily };
  }),
];

/** Returns a custom family's faces for a weight and slope, newest first; later ones are fallbacks. */
export const getCustomFaces = (
  { id, files = [], weight: named }: FontFamily,
  wanted: number,
  isItalic: boolean,
): FontFace[] => {
  const style = isItalic && files.some(({ styles }) => styles.includes('italic')) ? 'italic' : 'normal';
  const ofStyle = files.filter(({ styles }) => styles.includes(style));
  // A family without the requested slope uses what it has.
  const candidates = ofStyle.length > 0 ? ofStyle : files;
  const aim = named ?? wanted;
  const has = ([least, most]: CustomFont['weights'], weight: number) => least <= weight && weight <= most;
  const weight = candidates.some((file) => has(file.weights, aim))
    ? aim
    : findNearestWeight(
        candidates.flatMap((file) => [...file.weights]),
        aim,
      );
  return candidates
    .filter((file) => has(file.weights, weight))
    .map(({ hash, styles }) => ({ id, subset: hash, weight, style: styles.includes(style) ? style : 'italic' }));
};

/**
 * Thrown if faces of custom fonts or variable font packages are not prepared, or font packs are missing. The caller
 * provides them and repeats the render.
 */
export class FontsNotReady extends Error {
  readonly faces: readonly FontFace[];
  readonly packs: readonly string[];
  constructor(faces: readonly FontFace[], packs: readonly string[]) {
    super('Fonts are not at hand.');
    this.faces = faces;
    this.packs = packs;
  }
}
