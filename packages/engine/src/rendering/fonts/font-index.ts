import { getOwn } from '../../get-own.ts';
import { coreFamilies, type FontFamily } from './catalogue.ts';
import listed from './font-index.json' with { type: 'json' };
import type { FontKind } from './typography.ts';

/** A Fontsource family that is not installed, with the integrity of its package. */
export interface IndexedFamily {
  /** Name of its package without the scope. */
  readonly id: string;
  readonly name: string;
  readonly kind: FontKind;
  readonly version: string;
  /** SHA-512 of the package's tarball in the format of lock files: `sha512-...`. */
  readonly integrity: string;
  /** Whether lists of families for authors include it. */
  readonly popular?: boolean;
}

/** The families that are found by name. `npm run fonts:index` generates the file. */
const fontIndex = listed as readonly IndexedFamily[];

export const indexedFamilies: readonly FontFamily[] = fontIndex.map(({ id, name, kind }) => ({ id, name, kind }));
const byId = new Map(fontIndex.map((family) => [family.id, family]));

/** Core and indexed families in lists for authors. */
export const popularFamilies: readonly FontFamily[] = [
  ...coreFamilies,
  ...indexedFamilies.filter((family) => byId.get(family.id)?.popular),
];

export const allFamilies: readonly FontFamily[] = [...coreFamilies, ...indexedFamilies];

export const getKind = (category: string): FontKind => {
  const kinds: Readonly<Record<string, FontKind>> = {
    serif: 'serif',
    monospace: 'mono',
    display: 'display',
    handwriting: 'hand',
  };
  return getOwn(kinds, category) ?? 'sans';
};

export const findIndexed = (id: string): IndexedFamily | undefined => byId.get(id);
