import { EngineDamage, EngineRejection, isRejected } from '../../rendering/engine-errors.ts';
import type { ImageFailure } from '../../rendering/images/image-failure.ts';
import { type Resolved, resolveStyles } from '../../styles/resolve.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import { compareEngines } from './compare-engines.ts';
import { lintContrast } from './contrast.ts';
import type { ImageDiagnostic, ImageLint } from './image-diagnostics.ts';
import { lintOverflow } from './overflow.ts';
import { lintOverlaps } from './overlaps.ts';
import { isEmpty, lintEmptiness, lintTransparency } from './pixel-rules.ts';
import { getSubstituteImages } from './substitute-images.ts';
import { lintEdges, lintMissingGlyphs, lintPlatformLabels, lintSmallText } from './text-rules.ts';
import type { Look, LookSettings } from './texts.ts';

export interface ImageLintInput {
  /** Its elements have source positions. */
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly isJpeg: boolean;
  /** Whether to apply the rules for preview cards: size of text, margins, empty areas. @default false */
  readonly isCard?: boolean | undefined;
  /** Whether to report text under labels that platforms show over the image. @default false */
  readonly isPreviewed?: boolean | undefined;
  /** Whether it is only tried whether the tree can be rendered. @default false */
  readonly isTrial?: boolean | undefined;
}

export interface ImageLintParts {
  /** Lays out a tree. @param scale device pixels per CSS pixel. */
  readonly look: (tree: VElement, scale: number, settings: LookSettings) => Promise<Look>;
  /** Lays out a tree with the engine that shows what a browser shows. Absent if that is the tree's own. */
  readonly lookInBrowser?: ImageLintParts['look'] | undefined;
  /** Returns the processor time that this process has used, in milliseconds. */
  readonly spentMs: () => number;
}

/** Maximum number of elements and texts of a tree whose texts are measured. */
const maxTreeSize = 600;
/** Processor milliseconds after which no rule starts: linting must not fail for an image that delivery can render. */
const maxSpentMs = 1_500;
/** Maximum number of pixels that are linted; larger images are scaled down. */
const maxPixels = 1_500_000;
/** Maximum number of layouts that look for the element that cannot be laid out. */
const maxLayouts = 60;

/**
 * Lays out a sample, renders it with and without its text, and reports likely mistakes: text that overflows or is hard
 * to read, transparency in a format that lacks it. If images are missing, rules about what the pixels show are skipped. The result
 * depends only on the tree.
 */
export const lintRenderedImage = async (
  request: ImageLintInput,
  { look, lookInBrowser, spentMs }: ImageLintParts,
): Promise<ImageLint> => {
  const { tree, width, height } = request;
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const hasTexts = !request.isTrial && getSize(tree) <= maxTreeSize;
  const layOut = (colour?: string, only?: number) => look(tree, scale, { hasTexts, colour, only });

  const started = spentMs();
  const layout = await layOut().catch((error: unknown) =>
    getFailure(error, tree, (part) => look(part, scale, { hasTexts })),
  );
  if ('message' in layout) return { diagnostics: [], failure: layout };

  const { failedImages, texts, unreadable } = layout;
  const shown = await layout.paint();
  if (request.isTrial) return { diagnostics: [] };
  const diagnostics = [
    ...failedImages.filter(({ url }) => url.startsWith('data:')).map((image) => unreadableImage(image, tree)),
    ...unreadable,
    ...lintOverflow(texts, request),
    ...lintMissingGlyphs(layout.missingGlyphs, layout.looseMarks, texts),
    ...(request.isPreviewed ? lintPlatformLabels(texts, request) : []),
    ...(request.isCard ? [...lintSmallText(texts, request), ...lintEdges(texts, request)] : []),
  ];
  const hasTime = () => spentMs() - started <= maxSpentMs;
  const hasImages = failedImages.length === 0;
  if (hasImages && isEmpty(shown)) return { diagnostics: [...diagnostics, emptyImage] };
  if (hasImages && request.isJpeg) diagnostics.push(...lintTransparency(shown));
  if (hasImages && request.isCard) diagnostics.push(...lintEmptiness(shown));
  if (lookInBrowser && hasTime()) {
    // The marks of texts are elements, with which satori lays out some boxes otherwise.
    const settings = { hasTexts: false, images: getSubstituteImages(tree) };
    const lookWith = (engine: ImageLintParts['look']) => () => engine(tree, scale, settings);
    const known = { scale, turned: findTurned(resolveStyles(tree, { width, height }).root) };
    diagnostics.push(...(await lintUnlikeBrowser(lookWith(look), lookWith(lookInBrowser), known)));
  }
  if (!hasImages || texts.length === 0 || !hasTime()) return { diagnostics };
  const paint = async (colour: string, only?: number) => (await layOut(colour, only)).paint();
  const seen = { shown, bare: await paint('transparent'), scale, isJpeg: request.isJpeg };
  diagnostics.push(...(await lintContrast(texts, seen, request, () => paint('#ff00ff'))));
  diagnostics.push(...(await lintOverlaps(texts, seen, ({ index }) => paint('#ff00ff', index), hasTime)));
  return { diagnostics };
};

/** Returns the source positions of the elements in a transform. */
const findTurned = (root: Resolved): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = ({ element, specified, children }: Resolved, isInside: boolean): void => {
    const isTurned =
      isInside || ['transform', 'rotate', 'scale', 'translate'].some((name) => specified[name] !== undefined);
    if (isTurned) found.add(String(element.props[sourcePositionProperty]));
    for (const child of children) if (typeof child !== 'string') visit(child, isTurned);
  };
  visit(root, false);
  return found;
};

/** Returns what the engine of a browser's image renders otherwise; nothing for a tree that it rejects. */
const lintUnlikeBrowser = async (
  look: () => Promise<Look>,
  lookInBrowser: () => Promise<Look>,
  { scale, turned }: { readonly scale: number; readonly turned: ReadonlySet<string> },
): Promise<ImageDiagnostic[]> => {
  try {
    const toView = async (layout: Look) => ({ boxes: await layout.boxes(), pixels: await layout.paint() });
    return compareEngines(await toView(await look()), await toView(await lookInBrowser()), scale, turned);
  } catch (error) {
    if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
    return [];
  }
};

const emptyImage: ImageDiagnostic = {
  code: 'empty-image',
  message: 'Nothing is rendered: with these values the image is empty.',
};

/** Returns why and where a tree is rejected. @throws the error if it is not a rejection, or damaged the engine. */
const getFailure = async (error: unknown, tree: VElement, look: (tree: VElement) => Promise<Look>) => {
  if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
  return { message: error.message, position: await locateFailure(tree, (part) => isRejected(() => look(part))) };
};

/** Returns the position of the innermost element that cannot be laid out, even alone. */
const locateFailure = async (root: VElement, isFailing: (tree: VElement) => Promise<boolean>) => {
  const style = { display: 'flex', width: '100%', height: '100%' };
  let layouts = 0;
  let position: string | undefined;
  const findFailing = async ({ children }: VElement): Promise<VElement | undefined> => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      layouts += 1;
      if (layouts > maxLayouts) return undefined;
      if (await isFailing({ type: 'div', props: { style }, children: [child] })) return child;
    }
    return undefined;
  };
  for (let current: VElement | undefined = root; current; current = await findFailing(current))
    position = getPosition(current) ?? position;
  return position;
};

const getPosition = ({ props: { [sourcePositionProperty]: position } }: VElement): string | undefined =>
  typeof position === 'string' ? position : undefined;

const getSize = (tree: VElement): number => getElements(tree).reduce((sum, { children }) => sum + children.length, 1);

/** Returns the diagnostic for an embedded image, at the first element with the start of its source. */
const unreadableImage = ({ url, reason }: ImageFailure, tree: VElement): ImageDiagnostic => {
  const start = JSON.stringify(url).slice(1, -1);
  const element = getElements(tree).find((one) => getPosition(one) && JSON.stringify(one.props).includes(start));
  const message = `An embedded image cannot be rendered: ${reason}`;
  return { code: 'image-unreadable', message, about: url, position: element && getPosition(element) };
};
