import type { DiagnosticCode } from 'image-url-engine/diagnostics.ts';
import { compileTemplate, type PlacedBox, renderTree, type Sample } from 'image-url-engine/engine.ts';
import type { EngineName } from 'image-url-engine/engine-names.ts';
import { getFailureText, RenderJobError } from 'image-url-engine/errors.ts';
import type { TemplateFonts } from 'image-url-engine/fonts.ts';
import { getOutputSize, type RenderOptions, resolveRenderOptions } from 'image-url-engine/options.ts';
import { getRemoteImages, isLoopback, lintReach, toPosition, type VElement } from 'image-url-engine/trees.ts';
import { formatThousands, truncate } from 'image-url-engine/words.ts';
import type { CpuBudget } from 'image-url-engine/workers.ts';
import { startOfDay } from '../days.ts';
import { isServiceError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../schemas/template.ts';
import {
  toDiagnosticResponse,
  toOtherVariablesResponse,
  toSizesResponse,
  toVariableResponse,
} from './response-fields.ts';

type AuthorMessage = { readonly code: DiagnosticCode; readonly message: string };
type ElementBox = NonNullable<CheckTemplateResponse['boxes']>[number];
type Rendered = Pick<CheckTemplateResponse, 'errors' | 'warnings' | 'image' | 'boxes'>;

/** Where a template is checked. */
export interface Checking {
  /** The template's clock shows the start of its UTC day. */
  readonly now: Date;
  /** Engine of a template that chooses none. */
  readonly defaultEngine: EngineName;
  readonly fonts: TemplateFonts;
  /** Fetches the remote images of a tree. */
  readonly gather: (tree: VElement) => Promise<{
    readonly images: Readonly<Record<string, Uint8Array>>;
    readonly missing: readonly { readonly url: string; readonly reason: string }[];
  }>;
  /** Whether images of this machine are fetched. @default false */
  readonly hasLoopback?: boolean | undefined;
  /** Processor time for compiling, evaluating and linting. */
  readonly budget: CpuBudget;
}

/** Returns whether the lint has already reported that an image is never fetched. */
const isUnreachable = (url: string, { hasLoopback = false }: Checking): boolean =>
  lintReach(url) !== undefined && !(hasLoopback && isLoopback(new URL(url)));

/** Renders the sample in the same way as an image URL with these variables. */
const renderSample = async (
  { tree, placed, typography }: Sample,
  options: RenderOptions & { readonly engine: EngineName },
  { boxes: hasBoxes = false, clientClass }: Pick<CheckTemplateRequest, 'clientClass' | 'boxes'>,
  checking: Checking,
): Promise<Rendered> => {
  const asked = { hasBoxes, isForPreviewers: clientClass === 'previewer' };
  const task = { typography, options, engine: options.engine, ...asked, tree: hasBoxes ? placed : tree };
  const gathering = { gather: () => checking.gather(tree), isFetching: getRemoteImages(tree).length > 0 };
  const { fontBytes } = checking.fonts;
  try {
    const { gathered: remote, rendering } = await renderTree(task, gathering, { fontBytes });
    const { failedImages, unrenderedImages, forPreviewers, boxes } = rendering;
    const { bytes, format } = forPreviewers ?? { bytes: rendering.bytes, format: options.format };
    const unrendered = failedImages.filter(({ url }) => Object.hasOwn(remote.images, url));
    const warnings = [...remote.missing, ...unrendered]
      .filter(({ url }) => !isUnreachable(url, checking))
      .map(
        ({ url, reason }): AuthorMessage => ({ code: 'missing-image', message: `${truncate(url, 240)}: ${reason}` }),
      );
    for (const { url, reason } of unrenderedImages)
      if (Object.hasOwn(remote.images, url))
        warnings.push({ code: 'no-effect', message: `${truncate(url, 240)}: ${reason}` });
    if (bytes.byteLength > limits.checkedImageBytes) {
      const message = `The image has ${formatThousands(bytes.byteLength)} bytes and is left out.`;
      const large: AuthorMessage = { code: 'large-image', message };
      return { image: null, errors: [], warnings: [...warnings, large] };
    }
    const contentType = `image/${format}` as const;
    const data = Buffer.from(bytes).toString('base64');
    const image = { contentType, ...getOutputSize(options), bytes: bytes.byteLength, data };
    return { errors: [], warnings, image, ...(boxes && { boxes: boxes.flatMap(toElementBox) }) };
  } catch (error) {
    const cause = isServiceError(error) ? error.cause : undefined;
    if (!(cause instanceof RenderJobError)) throw error;
    const failed: AuthorMessage = {
      code: 'does-not-render',
      message: `This cannot be rendered: ${getFailureText(cause)}`,
    };
    return { image: null, errors: [failed], warnings: [] };
  }
};

/**
 * Converts a box to the API's view: the element's source position, and lengths in hundredths of a pixel. Empty without
 * a position.
 */
const toElementBox = ({ element, position, left, top, width, height }: PlacedBox): ElementBox[] => {
  const at = toPosition(position);
  const size = { width: roundToHundredths(width), height: roundToHundredths(height) };
  return at ? [{ element, x: roundToHundredths(left), y: roundToHundredths(top), ...size, ...at }] : [];
};
const roundToHundredths = (length: number): number => Math.round(length * 100) / 100;

/**
 * Compiles and evaluates a template and, if requested, renders it. Stores nothing. Code that does not compile gives
 * `ok: false` and no exception.
 *
 * @throws INVALID_DEVICE_PIXEL_RATIO for too many pixels
 */
export const checkTemplate = async (
  source: string,
  request: CheckTemplateRequest,
  checking: Checking,
): Promise<CheckTemplateResponse> => {
  const { variables: given = {}, image: isRendered = false, clientClass, ...others } = request;
  const { code: _, templateId: __, boxes: ___, ...chosen } = others;
  const { now, defaultEngine, fonts, budget } = checking;
  const clock = startOfDay(now).getTime();
  // an editor asks for boxes with every keystroke: it is told when the template is saved
  const triesOddValues = request.boxes !== true;
  const isPreviewed = clientClass === 'previewer';
  const viewing = { isRendered, triesOddValues, isCard: isRendered, isPreviewed, hasLoopback: checking.hasLoopback };
  const linted = await compileTemplate(source, { clock, given, chosen, ...viewing, defaultEngine, fonts }, budget);
  const { renderPlan, sample } = linted;
  const options = renderPlan
    ? { ...resolveRenderOptions(chosen, renderPlan.options), engine: renderPlan.options.engine }
    : null;
  const { errors, warnings, ...image }: Rendered =
    linted.errors.length === 0 && isRendered && sample && options
      ? await renderSample(sample, options, request, checking)
      : { image: null, errors: [], warnings: [] };
  return {
    ok: linted.errors.length === 0 && errors.length === 0,
    errors: [...toDiagnosticResponse(source, linted.errors), ...errors],
    warnings: [...toDiagnosticResponse(source, linted.warnings), ...warnings],
    variables: (renderPlan?.variables ?? []).map(toVariableResponse),
    ...(renderPlan && toOtherVariablesResponse(renderPlan)),
    options,
    ...toSizesResponse(renderPlan?.options ?? {}),
    ...image,
  };
};
