import { setTimeout } from 'node:timers/promises';
import { limits } from 'image-url-contract/limits.ts';
import {
  coreFamilies,
  type FamilyFinder,
  type FontFamily,
  type FoundFamily,
  findIndexed,
  indexedFamilies,
  parseKnownFamilies,
} from 'image-url-engine/fonts.ts';
import type { FetchedPack, FontPackStore, FontSource } from './font-packs.ts';

/** Where families outside the core come from. */
export interface FamilySources {
  readonly packs: FontPackStore;
  readonly source: FontSource;
}

/** Milliseconds that one template waits for all its families. */
const waitMs = 6_000;

const core: ReadonlySet<string> = new Set(coreFamilies.map(({ id }) => id));
const timedOut: FetchedPack = {
  ok: false,
  reason: 'could not be fetched from the font source (timed out)',
  mend: 'Save the template again when the source can be reached, or upload the font.',
};
const tooMany = {
  reason: `is not fetched: a template may name ${limits.fetchedFamilies} families beside the core families`,
  mend: 'Name fewer families, or upload the font.',
};

/** Returns the pack of a family: from the developer's project, the store or the source, in this order. */
const findPack = async (
  { packs, source }: FamilySources,
  { id }: FontFamily,
): Promise<{ readonly ok: true; readonly hash: string } | Exclude<FetchedPack, { ok: true }>> => {
  const indexed = findIndexed(id);
  const isOfProject = source.projectFamilies.some((family) => family.id === id);
  if (isOfProject || !indexed) {
    const opened = await source.open(id);
    return opened.ok ? { ok: true, hash: await packs.put(opened.pack, undefined) } : opened;
  }
  const hash = await packs.find(indexed);
  if (hash !== undefined) return { ok: true, hash };
  const fetched = await source.fetch(indexed);
  return fetched.ok ? { ok: true, hash: await packs.put(fetched.pack, indexed) } : fetched;
};

/**
 * Opens a finder for one template. An unavailable family is returned with the reason; a core family is rendered
 * instead.
 *
 * @param custom families of the account, which take precedence over others of the same name
 */
export const openFamilyFinder = (sources: FamilySources, custom: readonly FontFamily[]): FamilyFinder => {
  const { projectFamilies } = sources.source;
  const listed =
    custom.length + projectFamilies.length === 0
      ? indexedFamilies
      : [...custom, ...projectFamilies, ...indexedFamilies];
  const begun = new Map<string, { readonly isNamed: boolean; readonly found: Promise<FoundFamily> }>();
  let waiting: Promise<FetchedPack> | undefined;

  const findOne = async (family: FontFamily): Promise<FoundFamily> => {
    const { name, kind } = family;
    if (begun.size >= limits.fetchedFamilies) return { family: name, kind, problem: tooMany };
    waiting ??= setTimeout(waitMs, timedOut, { ref: false });
    const result = await Promise.race([
      findPack(sources, family),
      waiting as Promise<Exclude<FetchedPack, { ok: true }>>,
    ]);
    return result.ok ? { family: name, kind, pack: result.hash } : { family: name, kind, problem: result };
  };

  const isNeeded = ({ id, files }: FontFamily): boolean => !files && !core.has(id);
  /** By id, because a single weight of a family has another name. */
  const byId = new Map(listed.map((family) => [family.id, family]));

  return {
    find: async (lists, isNamed) => {
      const needed = lists.flatMap((list) => parseKnownFamilies(list, listed).filter(isNeeded));
      for (const { id } of needed) {
        const family = byId.get(id) as FontFamily;
        const before = begun.get(id);
        const found = before?.found ?? findOne(family);
        begun.set(id, { isNamed: isNamed || before?.isNamed === true, found });
      }
      const all = await Promise.all(
        begun.values().map(async (one) => {
          const found = await one.found;
          return one.isNamed || found.pack !== undefined ? [found] : [];
        }),
      );
      return all.flat();
    },
  };
};
