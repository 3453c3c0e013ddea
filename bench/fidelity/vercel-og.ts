import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openRenderer } from '../../packages/engine/src/engines/open-engine.ts';
import { prepareTree } from '../../packages/engine/src/engines/satori/prepare-tree.ts';
import { createFontNamer, type NamedFont } from '../../packages/engine/src/engines/satori/satori-fonts.ts';
import { openEmojiFiles } from '../../packages/engine/src/isolation/render/emoji-files.ts';
import { openFonts } from '../../packages/engine/src/isolation/render/fonts.ts';
import { openLibraries } from '../../packages/engine/src/isolation/render/libraries.ts';
import { parseRenderedFamilies } from '../../packages/engine/src/rendering/fonts/catalogue.ts';
import { createFontChooser } from '../../packages/engine/src/rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../packages/engine/src/rendering/fonts/font-demand.ts';
import { allFamilies } from '../../packages/engine/src/rendering/fonts/font-index.ts';
import { guessHanLanguage } from '../../packages/engine/src/rendering/fonts/han.ts';
import { getRootTextStyle } from '../../packages/engine/src/rendering/fonts/text-style.ts';
import type { Typography } from '../../packages/engine/src/rendering/fonts/typography.ts';
import { getEmoji } from '../../packages/engine/src/rendering/tree/emoji.ts';
import { getTexts } from '../../packages/engine/src/rendering/tree/prepared-tree.ts';
import { rewriteCssUrls } from '../../packages/engine/src/vnode/css-urls.ts';
import { getImageAttributes } from '../../packages/engine/src/vnode/remote-images.ts';
import type { VElement, VNode } from '../../packages/engine/src/vnode/vnode.ts';

/** An image that both engines render. */
export interface OgScene {
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly typography?: Typography | undefined;
}

const peers = createRequire(new URL('../../bench/package.json', import.meta.url));
const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));
const libraries = openLibraries(modules);
const { files, whileLacking } = openFonts(modules, libraries.load);
const parts = { fonts: files(), emoji: openEmojiFiles(modules), sharp };
const chooseFonts = createFontChooser(parts.fonts);
const nameFonts = createFontNamer();
const engine = openRenderer('satori', { ...parts, ...libraries });

/** Renders a scene with the engine `satori`, as PNG. @throws EngineRejection */
export const renderByEngine = async (scene: OgScene): Promise<Buffer> => {
  const output = { ...scene, devicePixelRatio: 1, format: 'png' } as const;
  const { bytes } = await whileLacking(() => engine.render(output, { enter: () => undefined }));
  return Buffer.from(bytes);
};

interface ImageResponse {
  new (element: unknown, options: object): Response;
}

/** Rasterisers of `@vercel/og`: `librsvg` if `sharp` is installed, otherwise `resvg`. */
export const rasterisers = ['resvg', 'librsvg'] as const;
export type Rasteriser = (typeof rasterisers)[number];

/**
 * Loads `@vercel/og` of `bench/package.json`. Its emoji come from disk, and it can fetch nothing else.
 *
 * Version 1.0.3 does not load as an ES module in Node: it uses the globals `require` and `__dirname`.
 *
 * @returns undefined if it is not installed (`npm ci --prefix bench`)
 */
export const loadVercelOg = async (
  rasteriser: Rasteriser,
): Promise<((scene: OgScene) => Promise<Buffer>) | undefined> => {
  let entry: string;
  try {
    entry = peers.resolve('@vercel/og');
  } catch {
    return undefined;
  }
  Object.assign(globalThis, { require: peers, __filename: '', __dirname: dirname(peers.resolve('harfbuzzjs')) });
  globalThis.fetch = async (address) => {
    const code = /\/([0-9a-f-]+)\.svg/i.exec(String(address))?.[1] ?? '';
    const svg = code === '' ? undefined : emojiFile(code);
    return new Response(svg ?? null, { status: svg ? 200 : 404 });
  };
  // each query is a separate module instance that resolves `sharp` once
  const address = `${pathToFileURL(entry)}?${rasteriser}`;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'sharp' && context.parentURL === address && rasteriser === 'resvg') throw new Error('no sharp');
      return next(specifier, context);
    },
  });
  const { ImageResponse } = (await import(address)) as { ImageResponse: ImageResponse };
  return async (scene) => {
    const { width, height } = scene;
    const response = new ImageResponse(getElement(scene.tree, scene), { width, height, fonts: await getFonts(scene) });
    return Buffer.from(await response.arrayBuffer());
  };
};

const emojiFile = (code: string): string | undefined => {
  try {
    return readFileSync(join(modules, '@twemoji', 'svg', `${code}.svg`), 'utf8');
  } catch {
    return undefined;
  }
};

/** Returns the files that the engine chooses for the texts of a scene, in its order. */
const getFonts = async ({ tree, width, typography }: OgScene): Promise<NamedFont[]> => {
  const root = getRootTextStyle(typography);
  const prepared = prepareTree(tree, { width, imageFor: () => '' });
  const isImage = (grapheme: string) => getEmoji(grapheme, parts.emoji) !== undefined;
  const demand = getFontDemand(prepared, isImage, root);
  const language = guessHanLanguage(getTexts(prepared).join(''));
  return whileLacking(async () => [...nameFonts(chooseFonts(demand, language, root)).named]);
};

/** Converts a tree to React elements, with images as `data:` URIs and families named after their files. */
const getElement = (node: VNode, scene: OgScene): unknown => {
  if (typeof node === 'string') return node;
  const props: Record<string, unknown> = { ...node.props };
  for (const name of getImageAttributes(node.type))
    if (typeof props[name] === 'string') props[name] = getDataUri(String(props[name]), scene);
  const { style } = node.props;
  if (typeof style === 'object' && style !== null && !Array.isArray(style))
    props.style = Object.fromEntries(
      Object.entries(style).map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        if (name === 'fontFamily') return [name, getFamily(value)];
        return [name, rewriteCssUrls(value, (source = '') => `url("${getDataUri(source, scene)}")`)];
      }),
    );
  // it would render a style sheet as text
  const shown = node.children.filter((child) => typeof child === 'string' || child.type !== 'style');
  const children = shown.map((child) => getElement(child, scene));
  if (children.length > 0) props.children = children.length === 1 ? children[0] : children;
  return { type: node.type, key: null, props };
};

const getFamily = (value: string): string =>
  parseRenderedFamilies(value, allFamilies)
    .map(({ name }) => name)
    .join(', ') || value;

const getDataUri = (source: string, { images }: OgScene): string => {
  const bytes = Object.hasOwn(images, source) ? images[source] : undefined;
  if (!bytes) return source;
  const isSvg = /^\s*</.test(Buffer.from(bytes.subarray(0, 20)).toString('latin1'));
  return `data:image/${isSvg ? 'svg+xml' : 'png'};base64,${Buffer.from(bytes).toString('base64')}`;
};
