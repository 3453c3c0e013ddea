import { resolve } from 'node:path';
import { sha256Hex } from '../../lambdas/core/hash.ts';
import { familiesNamed } from '../../lambdas/core/rendering/fonts/catalogue.ts';
import { packFonts } from '../../lambdas/core/rendering/fonts/font-pack.ts';
import { getFamilyLists } from '../../lambdas/core/rendering/fonts/named-fonts.ts';
import type { PinnedFamily, Typography } from '../../lambdas/core/rendering/fonts/typography.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';
import { openFontSource } from '../../lambdas/font-source/font-source.ts';
import { findInstalled, getModulesFolders, readInstalled } from '../../lambdas/font-source/installed-packages.ts';
import { openFamilyFinder } from '../../lambdas/usecases/fonts/find-families.ts';
import type { TemplateFonts } from '../../lambdas/usecases/fonts/template-fonts.ts';

const modules = getModulesFolders(resolve(import.meta.dirname, '../..'));
const installed = findInstalled(modules);
const families = [...installed.values()].map(({ family }) => family);

const packs = new Map<string, Uint8Array>();

/** Returns the bytes of a pack that `pinInstalled` made. */
export const packBytes = (hash: string): Uint8Array => {
  const pack = packs.get(hash);
  if (!pack) throw new Error(`There is no pack ${hash}.`);
  return pack;
};

/** More families than one image may have bytes of: such a tree names all of them in their usual face. */
const many = 20;

/** Pins the installed packages that lists of families name, as a save would do. */
const pinInstalled = async (lists: readonly string[]): Promise<PinnedFamily[]> => {
  const named = new Map(
    lists.flatMap((list) => familiesNamed(list, families)).map(({ id }) => [id, installed.get(id)]),
  );
  const found = [...named.values()].flatMap((one) => one ?? []);
  return Promise.all(
    found.map(async ({ family: { name, kind }, folder }) => {
      const content = await readInstalled(folder);
      const isUsual = ([file]: [string, unknown]) => found.length < many || file.endsWith('-400-normal.woff');
      const pack = packFonts({ ...content, files: new Map([...content.files].filter(isUsual)) });
      const hash = sha256Hex(pack);
      packs.set(hash, pack);
      return { family: name, kind, pack: hash };
    }),
  );
};

/** Returns the typography of a tree whose families outside the core are installed in this repository. */
export const getInstalledTypography = async (tree: VElement, family?: string): Promise<Typography> => ({
  ...(family !== undefined && { family }),
  fonts: [],
  pinned: await pinInstalled([family ?? '', ...getFamilyLists(tree)]),
});

/** Fonts of templates that name families installed in this repository. */
export const installedFonts = (): TemplateFonts => {
  const stored = new Map<string, Uint8Array>();
  const put = async (pack: Uint8Array) => {
    const hash = sha256Hex(pack);
    stored.set(hash, pack);
    return hash;
  };
  const ports = {
    'fontPacks:write': { find: async () => undefined, put },
    'fontSource:fetch': openFontSource({ source: '', modules }),
  };
  return {
    fonts: [],
    fontBytes: async (hash) => stored.get(hash) ?? Promise.reject(new Error(`There is no pack ${hash}.`)),
    openFinder: () => openFamilyFinder(ports, []),
  };
};
