import { EngineDamage, EngineRejection, isRejected } from '../../../rendering/engine-errors.ts';
import type { ImageFailure } from '../../../rendering/images/image-failure.ts';
import { sourcePositionProperty } from '../../../vnode/source-position.ts';
import { getElements, type VElement } from '../../../vnode/vnode.ts';
import { measureContrasts } from './contrast.ts';
import { mergeCovered } from './covering.ts';
import { lintEdges } from './edges.ts';
import { lintEmptiness } from './emptiness.ts';
import type { ImageDiagnostic, ImageLint } from './image-diagnostics.ts';
import { locateFailure } from './locate-failure.ts';
import { lintMissingGlyphs } from './missing-glyphs.ts';
import { lintOverflow } from './overflow.ts';
import { lintOverlaps } from './overlaps.ts';
import { lintPlatformLabels } from './platform-labels.ts';
import { lintSmallText } from './small-text.ts';
import type { Look, LookSettings } from './texts.ts';
import { emptyImage, getTransparency, isEmpty } from './transparency.ts';

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
}

export interface ImageLintParts {
  /** Lays out a tree. @param scale device pixels per CSS pixel. */
  readonly look: (tree: VElement, scale: number, settings: LookSettings) => Promise<Look>;
  /** Returns the processor time that this process has used, in milliseconds. */
  readonly spentMs: () => number;
}

/** Maximum number of elements and texts of a tree whose texts are measured. */
const maxTreeSize = 600;
/** Processor milliseconds after which no rule starts: linting must not fail for an image that delivery can render. */
const maxSpentMs = 1_500;
/** Maximum number of pixels that are linted; larger images are scaled down. */
const maxPixels = 1_500_000;

/**
 * Lays out a sample, renders it with and without its text, and reports likely mistakes: text that overflows or is hard
 * to read, transparency in a format that lacks it. If images are missing, rules about pixels are skipped. The result
 * depends only on the tree.
 */
export const lintRenderedImage = async (
  request: ImageLintInput,
  { look, spentMs }: ImageLintParts,
): Promise<ImageLint> => {
  const { tree, width, height } = request;
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const hasTexts = getSize(tree) <= maxTreeSize;
  const layOutIn = (colour?: string, only?: number) => look(tree, scale, { hasTexts, colour, only });

  const started = spentMs();
  const layout = await layOutIn().catch((error: unknown) =>
    getFailure(error, tree, (part) => look(part, scale, { hasTexts })),
  );
  if ('message' in layout) return { diagnostics: [], failure: layout };

  const { failedImages, texts, unreadable, unlikeBrowser = [] } = layout;
  const shown = await layout.paint();
  const diagnostics = [
    ...failedImages.filter(({ url }) => url.startsWith('data:')).map((image) => unreadableImage(image, tree)),
    ...unreadable,
    ...lintOverflow(texts, { width, height }),
    ...lintMissingGlyphs(layout.missingGlyphs, texts),
    ...unlikeBrowser,
    ...(request.isPreviewed ? lintPlatformLabels(texts, { width, height }) : []),
    ...(request.isCard ? [...lintSmallText(texts, { width }), ...lintEdges(texts, { width, height })] : []),
  ];
  if (failedImages.length > 0) return { diagnostics };
  if (isEmpty(shown)) return { diagnostics: [...diagnostics, emptyImage] };
  if (request.isJpeg) diagnostics.push(...getTransparency(shown));
  if (request.isCard) diagnostics.push(...lintEmptiness(shown));
  if (texts.length === 0 || spentMs() - started > maxSpentMs) return { diagnostics };
  const renderIn = async (colour: string, only?: number) => (await layOutIn(colour, only)).paint();
  const seen = { shown, bare: await renderIn('transparent'), scale, isJpeg: request.isJpeg };
  const dim = await measureContrasts(texts, seen, () => renderIn('#ff00ff'));
  diagnostics.push(...mergeCovered(dim, tree).filter((diagnostic) => !isReportedAs(diagnostic, diagnostics)));
  const hasTime = () => spentMs() - started <= maxSpentMs;
  diagnostics.push(...(await lintOverlaps(texts, seen, ({ index }) => renderIn('#ff00ff', index), hasTime)));
  return { diagnostics };
};

/** Returns whether an unseen text was already reported as lying outside the image. */
const isReportedAs = ({ code, message, position }: ImageDiagnostic, diagnostics: readonly ImageDiagnostic[]): boolean =>
  code === 'unseen-text' &&
  diagnostics.some(
    (other) =>
      other.code === 'overflow' &&
      other.position === position &&
      other.message.startsWith(`${message.split(' is nowhere')[0]} `),
  );

/** Returns why and where a tree is rejected. @throws the error if it is not a rejection, or damaged the engine. */
const getFailure = async (error: unknown, tree: VElement, look: (tree: VElement) => Promise<Look>) => {
  if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
  const position = await locateFailure(tree, (part) => isRejected(() => look(part)));
  return { message: error.message, ...(position !== undefined && { position }) };
};

const getSize = (tree: VElement): number => getElements(tree).reduce((sum, { children }) => sum + children.length, 1);

const unreadableImage = ({ url, reason }: ImageFailure, tree: VElement): ImageDiagnostic => {
  const position = positionOfSource(tree, url);
  const message = `An embedded image cannot be rendered: ${reason}`;
  return { code: 'image-unreadable', message, about: url, ...(position !== undefined && { position }) };
};

/** Returns the position of the element with an image, given the start of its source. */
const positionOfSource = (tree: VElement, source: string): string | undefined => {
  const start = JSON.stringify(source).slice(1, -1);
  for (const { props } of getElements(tree)) {
    const { [sourcePositionProperty]: position, ...others } = props;
    if (typeof position === 'string' && JSON.stringify(others).includes(start)) return position;
  }
  return undefined;
};
