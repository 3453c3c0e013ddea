import { placeProperty } from '../../vnode/place.ts';
import { elementsOf, type VElement } from '../../vnode/vnode.ts';
import { EngineDamage, EngineRefusal, isRefused } from '../engine-errors.ts';
import type { ImageFailure } from '../images/image-failure.ts';
import { textContrasts } from './contrast.ts';
import { mergeCovered } from './covering.ts';
import { nearEdges } from './edges.ts';
import { emptiness } from './emptiness.ts';
import type { Survey, SurveyFinding } from './findings.ts';
import { locateFailure } from './locate-failure.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import { overflows } from './overflow.ts';
import { overlaps } from './overlaps.ts';
import { smallTexts } from './small-text.ts';
import type { Look, LookSettings } from './texts.ts';
import { emptyPicture, isEmpty, transparencyOf } from './transparency.ts';

export interface SurveyRequest {
  /** Its elements carry their place. */
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly isJpeg: boolean;
  /** Whether it is judged as a card too: how large its text is where a reader shows it, and how it fills the picture. @default false */
  readonly isCard?: boolean | undefined;
}

export interface SurveyParts {
  /** Lays a tree out. @param scale device pixels for one CSS pixel. */
  readonly look: (tree: VElement, scale: number, settings: LookSettings) => Promise<Look>;
  /** Milliseconds of the processor this process has had. */
  readonly spentMs: () => number;
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
export const surveyPicture = async (request: SurveyRequest, { look, spentMs }: SurveyParts): Promise<Survey> => {
  const { tree, width, height } = request;
  const scale = Math.min(1, Math.sqrt(largestPixels / (width * height)));
  const hasTexts = sizeOf(tree) <= largestTree;
  const lookIn = (colour?: string, only?: number) => look(tree, scale, { hasTexts, colour, only });

  const started = spentMs();
  const looked = await lookIn().catch((error: unknown) =>
    failureOf(error, tree, (part) => look(part, scale, { hasTexts })),
  );
  if ('message' in looked) return { findings: [], failure: looked };

  const { failedImages, texts, unreadable, unlikeBrowser = [] } = looked;
  const shown = await looked.paint();
  const findings = [
    ...failedImages.filter(({ url }) => url.startsWith('data:')).map((image) => unreadableImage(image, tree)),
    ...unreadable,
    ...overflows(texts, { width, height }),
    ...missingGlyphs(looked.missingGlyphs, texts),
    ...unlikeBrowser,
    ...(request.isCard ? [...smallTexts(texts, { width }), ...nearEdges(texts, { width, height })] : []),
  ];
  if (failedImages.length > 0) return { findings };
  if (isEmpty(shown)) return { findings: [...findings, emptyPicture] };
  if (request.isJpeg) findings.push(...transparencyOf(shown));
  if (request.isCard) findings.push(...emptiness(shown));
  if (texts.length === 0 || spentMs() - started > longEnoughMs) return { findings };
  const drawIn = async (colour: string, only?: number) => (await lookIn(colour, only)).paint();
  const seen = { shown, bare: await drawIn('transparent'), scale, isJpeg: request.isJpeg };
  const dim = await textContrasts(texts, seen, () => drawIn('#ff00ff'));
  findings.push(...mergeCovered(dim, tree).filter((finding) => !isToldAs(finding, findings)));
  const hasTime = () => spentMs() - started <= longEnoughMs;
  findings.push(...(await overlaps(texts, seen, ({ index }) => drawIn('#ff00ff', index), hasTime)));
  return { findings };
};

/** Whether a text that cannot be seen is one that was said to lie outside. */
const isToldAs = ({ code, message, place }: SurveyFinding, findings: readonly SurveyFinding[]): boolean =>
  code === 'unseen-text' &&
  findings.some(
    (other) =>
      other.code === 'overflow' &&
      other.place === place &&
      other.message.startsWith(`${message.split(' is nowhere')[0]} `),
  );

/** Why a tree is refused, and where. @throws the error when it is no refusal, or leaves nothing to look with. */
const failureOf = async (error: unknown, tree: VElement, look: (tree: VElement) => Promise<Look>) => {
  if (!(error instanceof EngineRefusal) || error instanceof EngineDamage) throw error;
  const place = await locateFailure(tree, (part) => isRefused(() => look(part)));
  return { message: error.message, ...(place !== undefined && { place }) };
};

const sizeOf = (tree: VElement): number => elementsOf(tree).reduce((sum, { children }) => sum + children.length, 1);

const unreadableImage = ({ url, reason }: ImageFailure, tree: VElement): SurveyFinding => {
  const place = placeOfSource(tree, url);
  const message = `An embedded picture cannot be drawn: ${reason}`;
  return { code: 'image-unreadable', message, about: url, ...(place !== undefined && { place }) };
};

/** The element that names a picture, given the beginning of its source. */
const placeOfSource = (tree: VElement, source: string): string | undefined => {
  const start = JSON.stringify(source).slice(1, -1);
  for (const { props } of elementsOf(tree)) {
    const { [placeProperty]: place, ...others } = props;
    if (typeof place === 'string' && JSON.stringify(others).includes(start)) return place;
  }
  return undefined;
};
