import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFamilyFinder } from 'image-url-outside/fonts/find-families.ts';
import { openFontSource } from 'image-url-outside/fonts/font-source.ts';
import { findInstalled, getModulesFolders, readInstalled } from 'image-url-outside/fonts/installed-packages.ts';
import type { TemplateFonts } from '#engine/compile/template-fonts.ts';
import { sha256Hex } from '#engine/hash.ts';
import { parseRenderedFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { indexedFamilies } from '#engine/rendering/fonts/font-index.ts';
import { packFonts } from '#engine/rendering/fonts/font-pack.ts';
import { getFamilyLists } from '#engine/rendering/fonts/named-fonts.ts';
import type { PinnedFamily, Typography } from '#engine/rendering/fonts/typography.ts';
import type { VElement } from '#engine/vnode/vnode.ts';

const modules = getModulesFolders(resolve(import.meta.dirname, '../..'));
const installed = findInstalled(modules);
/** The pack of a family that is not installed: its usual face with Latin letters. */
const packPath = (id: string): string => resolve(import.meta.dirname, `../engine/golden/fonts/${id}.pack`);
const families = [
  ...[...installed.values()].map(({ family }) => family),
  ...indexedFamilies.filter(({ id }) => !installed.has(id) && existsSync(packPath(id))),
];

const packs = new Map<string, Uint8Array>();

/** Returns the bytes of a pack that `pinFamilies` made. */
export const packBytes = (hash: string): Uint8Array => {
  const pack = packs.get(hash);
  if (!pack) throw new Error(`There is no pack ${hash}.`);
  return pack;
};

/** More families than one image may have bytes of: such a tree names all of them in their usual face. */
const many = 20;

/** Pins the families that lists of families name, as a save would do: installed packages, and packs of `test/engine/golden/fonts`. */
const pinFamilies = async (lists: readonly string[]): Promise<PinnedFamily[]> => {
  const named = new Set(lists.flatMap((list) => parseRenderedFamilies(list, families)).map(({ id }) => id));
  const found = families.filter(({ id }) => named.has(id));
  const isUsual = ([file]: [string, unknown]) => found.length < many || file.endsWith('-400-normal.woff');
  const getPack = async (id: string): Promise<Uint8Array> => {
    const found = installed.get(id);
    if (!found) return readFileSync(packPath(id));
    const content = readInstalled(found.folder);
    return packFonts({ ...content, files: new Map([...content.files].filter(isUsual)) });
  };
  return Promise.all(
    found.map(async ({ id, name, kind }) => {
      const pack = await getPack(id);
      const hash = sha256Hex(pack);
      packs.set(hash, pack);
      return { family: name, kind, pack: hash };
    }),
  );
};

/** Returns the typography of a tree that may name families outside the core. */
export const getTestTypography = async (tree: VElement, family?: string): Promise<Typography> => ({
  ...(family !== undefined && { family }),
  fonts: [],
  pinned: await pinFamilies([family ?? '', ...getFamilyLists(tree)]),
});

/** Fonts of templates that name families installed in this repository. */
export const installedFonts = (): TemplateFonts => {
  const stored = new Map<string, Uint8Array>();
  const put = async (pack: Uint8Array) => {
    const hash = sha256Hex(pack);
    stored.set(hash, pack);
    return hash;
  };
  const sources = {
    packs: { find: async () => undefined, put },
    source: openFontSource({ source: '', modules }),
  };
  return {
    fonts: [],
    fontBytes: async (hash) => stored.get(hash) ?? Promise.reject(new Error(`There is no pack ${hash}.`)),
    openFinder: () => openFamilyFinder(sources, []),
  };
};
