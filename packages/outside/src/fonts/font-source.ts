import { FontProblem, type IndexedFamily, type PackageContent, packFonts } from 'image-url-engine/fonts.ts';
import { LRUCache } from 'lru-cache';
import type { FetchedPack, FontSource } from './font-packs.ts';
import { findInstalled, readInstalled } from './installed-packages.ts';

/** Limits of one fetch, enough for Fontsource's largest families: Chinese, in nine weights. */
const limits = { deadlineMs: 6_000, mostBytes: 96 << 20, mostUnpackedBytes: 192 << 20 };
/** Milliseconds after the begin of a fetch for which its failure is cached: a second save does not wait again. */
const failedMs = 30_000;
/** Maximum number of cached failures and of fetches that callers share. */
const cachedFetches = 100;
/** Size of the cache for packs of installed packages, in bytes. */
const cachedBytes = 64 << 20;

const tryLater = 'Save the template again when the source can be reached, or upload the font.';
const upload = 'Upload the weights you need as custom fonts.';

export interface FontSourceSettings {
  /** URL of an npm registry, or a function that returns it when it is first needed; '' for none. */
  readonly source: string | (() => Promise<string>);
  /** `node_modules` folders whose `@fontsource` packages are used before the source. @default none */
  readonly modules?: readonly string[];
  /** @default 6 s, 96 MiB, 192 MiB unpacked */
  readonly limits?: Partial<typeof limits>;
}

const toFailure = (reason: string, mend: string): FetchedPack => ({ ok: false, reason, mend });

/** Packs a package. Resolves to a failure for an unusable package. */
const packPackage = async (read: () => Promise<PackageContent>): Promise<FetchedPack> => {
  try {
    return { ok: true, pack: packFonts(await read()) };
  } catch (error) {
    if (error instanceof FontProblem) return toFailure(`cannot be used: ${error.message}`, upload);
    throw error;
  }
};

/** Opens the source of families outside the core: an npm registry, and the packages of a project. */
export const openFontSource = ({ source, modules = [], limits: own }: FontSourceSettings): FontSource => {
  const fetches = new LRUCache<string, Promise<FetchedPack>>({ max: cachedFetches, ttl: failedMs });
  const opened = new LRUCache<string, Uint8Array>({ maxSize: cachedBytes, sizeCalculation: ({ length }) => length });
  const packages = findInstalled(modules);
  let address: Promise<string> | undefined;

  const fetchOnce = async (family: IndexedFamily): Promise<FetchedPack> => {
    address ??= typeof source === 'string' ? Promise.resolve(source) : source();
    const registry = await address;
    if (registry === '') return toFailure('is not installed, and there is no font source', 'Upload the font.');
    const { fetchTarball, getTarballUrl } = await import('./fetch-tarball.ts');
    const allowed = { ...limits, ...own };
    const fetched = await fetchTarball(getTarballUrl(registry, family), family.integrity, allowed);
    if (fetched.ok) {
      const { readFontPackage } = await import('./font-package.ts');
      return packPackage(() => readFontPackage(fetched.bytes, allowed.mostUnpackedBytes));
    }
    const isLarge = fetched.problem === 'too large';
    return toFailure(`could not be fetched from the font source (${fetched.problem})`, isLarge ? upload : tryLater);
  };

  return {
    projectFamilies: [...packages.values()].map(({ family }) => family),
    open: async (id) => {
      const known = opened.get(id);
      if (known) return { ok: true, pack: known };
      const found = packages.get(id);
      if (!found) return toFailure('is not installed', 'Upload the font.');
      const result = await packPackage(async () => readInstalled(found.folder));
      if (result.ok) opened.set(id, result.pack);
      return result;
    },
    fetch: (family) => {
      const key = `${family.id}@${family.version}`;
      const begun = fetches.get(key);
      if (begun) return begun;
      const fetching = fetchOnce(family);
      fetches.set(key, fetching);
      // a failure stays until it expires
      const forget = () => fetches.delete(key);
      fetching.then(({ ok }) => ok && forget(), forget);
      return fetching;
    },
  };
};
