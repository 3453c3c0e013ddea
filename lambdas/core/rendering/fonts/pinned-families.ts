import { baseFamily, type FontFamily, kindFallbacks } from './catalogue.ts';
import type { FontKind, PinnedFamily } from './typography.ts';

/** Returns the core family that is rendered in the place of one that could not be fetched. */
const getSubstitute = (kind: FontKind): FontFamily => kindFallbacks[kind]?.[0] ?? baseFamily;

/** Returns the families of a template outside the core, as texts may name them. */
export const pinnedFamilies = (pinned: readonly PinnedFamily[]): FontFamily[] =>
  pinned.map(({ family: name, kind, pack }) =>
    pack === undefined
      ? { name, id: '', kind, substitute: getSubstitute(kind) }
      : { name, id: `pack-${pack}`, kind, pack },
  );
