import { baseFamily, type FontFamily, kindFallbacks } from './catalogue.ts';
import type { FontKind, PinnedFamily } from './typography.ts';

/** Returns the core family that replaces one that could not be fetched. */
const getSubstitute = (kind: FontKind): FontFamily => kindFallbacks[kind]?.[0] ?? baseFamily;

/** Returns the families of a template outside the core. */
export const getPinnedFamilies = (pinned: readonly PinnedFamily[]): FontFamily[] =>
  pinned.map(({ family: name, kind, pack }) =>
    pack === undefined
      ? { name, id: '', kind, substitute: getSubstitute(kind) }
      : { name, id: `pack-${pack}`, kind, pack },
  );
