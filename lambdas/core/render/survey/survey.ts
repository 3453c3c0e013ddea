import { placeProperty } from '../../template/places.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { Layout, LayoutRequest } from '../layout.ts';
import type { Pixels } from '../rasterise.ts';
import { textContrasts } from './contrast.ts';
import { locateFailure } from './locate-failure.ts';
import { markTexts, type Texts } from './mark-texts.ts';
import { overflows } from './overflow.ts';
import { transparencyOf } from './transparency.ts';

/** What came of laying a sample out and looking at it; places are those its elements carry (`placeProperty`). */
export interface Survey {
  readonly findings: readonly SurveyFinding[];
  /** The layout failed: why, and at which element as far as that could be found. */
  readonly failure?: { readonly message: string; readonly place?: string };
}

export interface SurveyFinding {
  readonly code: 'overflow' | 'contrast' | 'transparent-jpeg' | 'image-unreadable';
  readonly message: string;
  readonly place?: string;
}

export interface SurveyRequest {
  /** Its elements carry their place. */
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly isJpeg: boolean;
}

export interface SurveyParts {
  readonly layOut: (request: LayoutRequest) => Promise<Layout>;
  /** Draws a document at a width in pixels. */
  readonly rasterise: (svg: string, width: number, height: number) => Promise<Pixels>;
}

/** Pixels a survey looks at, at most; larger pictures are looked at from further away. */
const largestPixels = 1_500_000;

/**
 * Lays a sample out, draws it with its text and without, and says what its author may not have meant: text that leaves
 * its box, text that can hardly be read, transparency in a format without. What depends on pictures that are not there
 * is left open. The same for the same tree.
 */
export const surveyPicture = async (request: SurveyRequest, parts: SurveyParts): Promise<Survey> => {
  const { width, height } = request;
  const scale = Math.min(1, Math.sqrt(largestPixels / (width * height)));
  /** @param colour of all text, where not the template's own. */
  const layOut = (colour: string | undefined) => layOutMarked(request, parts, scale, colour);

  let laidOut: Awaited<ReturnType<typeof layOut>>;
  try {
    laidOut = await layOut(undefined);
  } catch (error) {
    if (!(error instanceof Error) || isDamage(error)) throw error;
    const isFailing = (tree: VElement) => fails(() => layOutMarked({ ...request, tree }, parts, scale, undefined));
    const place = await locateFailure(request.tree, isFailing);
    return { findings: [], failure: { message: error.message, ...(place !== undefined && { place }) } };
  }

  const { svg, failedImages, texts } = laidOut;
  const unreadable = failedImages
    .filter(({ url }) => url.startsWith('data:'))
    .map(({ reason }) => unreadableImage(reason, request.tree));
  const pixels = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const shown = await parts.rasterise(svg, pixels.width, pixels.height);
  const findings = [...unreadable, ...overflows(texts, { width, height })];
  if (failedImages.length > 0) return { findings };
  const drawWith = async (colour: string) => parts.rasterise((await layOut(colour)).svg, pixels.width, pixels.height);
  const seen = { shown, bare: await drawWith('transparent'), scale, isJpeg: request.isJpeg };
  const contrasts = await textContrasts(texts, seen, () => drawWith('#ff00ff'));
  return { findings: [...findings, ...contrasts, ...(request.isJpeg ? transparencyOf(shown) : [])] };
};

/** The layout's memory may be damaged: nothing more can be asked of this process. */
const isDamage = (error: Error): boolean => error.name === 'RuntimeError' || error instanceof RangeError;

const fails = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Error) || isDamage(error)) throw error;
    return true;
  }
};

const layOutMarked = async (
  { tree, width, height }: SurveyRequest,
  { layOut }: SurveyParts,
  scale: number,
  colour: string | undefined,
): Promise<Layout & { texts: Texts }> => {
  let marked: ReturnType<typeof markTexts> | undefined;
  const watch: NonNullable<LayoutRequest['watch']> = {
    prepare: (layoutTree, sheets) => {
      marked = markTexts(layoutTree, sheets, colour);
    },
    note: (node) => marked?.note(node),
  };
  const layout = await layOut({ tree, width, height, devicePixelRatio: scale, images: {}, watch });
  return { ...layout, texts: marked?.texts() ?? [] };
};

const unreadableImage = (reason: string, tree: VElement): SurveyFinding => {
  const place = placeOfData(tree);
  return {
    code: 'image-unreadable',
    message: `An embedded picture cannot be drawn: ${reason}`,
    ...(place !== undefined && { place }),
  };
};

/** The first element that embeds a picture; with several it may be another. */
const placeOfData = (node: VElement): string | undefined => {
  const own = node.props[placeProperty];
  if (typeof own === 'string' && /"data:|url\(["']?data:/.test(JSON.stringify(node.props))) return own;
  return node.children.flatMap((child) => (typeof child === 'string' ? [] : (placeOfData(child) ?? [])))[0];
};
