import type { Layout, LayoutRequest } from '../../engines/satori/layout.ts';
import type { Pixels } from '../../engines/satori/raster/rasterise.ts';
import { fails, isDamage } from '../../engines/satori/tree/layout-failure.ts';
import { markTexts, type Texts } from '../../engines/satori/tree/mark-texts.ts';
import { styleErrorFindings } from '../../engines/satori/tree/style-errors.ts';
import { placeProperty } from '../../template/source/places.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';
import { textContrasts } from './contrast.ts';
import type { Survey, SurveyFinding } from './findings.ts';
import { locateFailure } from './locate-failure.ts';
import { overflows } from './overflow.ts';
import { emptyPicture, isEmpty, transparencyOf } from './transparency.ts';

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
  /** Milliseconds of the processor this process has had. */
  readonly spentMs: () => number;
  /** Draws what was laid out, at a size in pixels. */
  readonly rasterise: (layout: Layout, width: number, height: number) => Promise<Pixels>;
}

/** Elements and texts a survey measures; a larger picture is only laid out and drawn, which takes long enough. */
const largestTree = 600;
/** Time of the processor after which a survey looks no further: it must not refuse what delivery has the time to draw. */
const longEnoughMs = 1_500;
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

  const started = parts.spentMs();
  let laidOut: Awaited<ReturnType<typeof layOut>>;
  try {
    laidOut = await layOut(undefined);
  } catch (error) {
    if (!(error instanceof Error) || isDamage(error)) throw error;
    const isFailing = (tree: VElement) => fails(() => layOutMarked({ ...request, tree }, parts, scale, undefined));
    const place = await locateFailure(request.tree, isFailing);
    return { findings: [], failure: { message: error.message, ...(place !== undefined && { place }) } };
  }

  const { failedImages, texts } = laidOut;
  const unreadable = failedImages
    .filter(({ url }) => url.startsWith('data:'))
    .map((image) => unreadableImage(image, request.tree));
  const pixels = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const shown = await parts.rasterise(laidOut, pixels.width, pixels.height);
  const findings = [
    ...unreadable,
    ...styleErrorFindings(laidOut.styleErrors, request.tree),
    ...overflows(texts, { width, height }),
  ];
  if (failedImages.length > 0) return { findings };
  if (isEmpty(shown)) return { findings: [...findings, emptyPicture] };
  if (request.isJpeg) findings.push(...transparencyOf(shown));
  if (texts.length === 0 || parts.spentMs() - started > longEnoughMs) return { findings };
  const drawWith = async (colour: string) => parts.rasterise(await layOut(colour), pixels.width, pixels.height);
  const seen = { shown, bare: await drawWith('transparent'), scale, isJpeg: request.isJpeg };
  findings.push(...(await textContrasts(texts, seen, () => drawWith('#ff00ff'))));
  return { findings };
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
      if (sizeOf(tree) > largestTree) return;
      marked = markTexts(layoutTree, sheets, colour);
    },
    note: (node) => marked?.note(node),
  };
  const layout = await layOut({ tree, width, height, devicePixelRatio: scale, images: {}, watch });
  return { ...layout, texts: marked?.texts() ?? [] };
};

const sizeOf = (node: VNode): number =>
  typeof node === 'string' ? 1 : node.children.reduce((sum, child) => sum + sizeOf(child), 1);

const unreadableImage = ({ url, reason }: Layout['failedImages'][number], tree: VElement): SurveyFinding => {
  const place = placeOfSource(tree, url);
  const message = `An embedded picture cannot be drawn: ${reason}`;
  return { code: 'image-unreadable', message, about: url, ...(place !== undefined && { place }) };
};

/** The element that names a picture, given the beginning of its source. */
const placeOfSource = (node: VElement, source: string): string | undefined => {
  const { [placeProperty]: place, ...props } = node.props;
  const start = JSON.stringify(source).slice(1, -1);
  if (typeof place === 'string' && JSON.stringify(props).includes(start)) return place;
  return node.children.flatMap((child) => (typeof child === 'string' ? [] : (placeOfSource(child, source) ?? [])))[0];
};
