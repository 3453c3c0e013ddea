import type { DiagnosticCode } from 'image-url-engine/diagnostics.ts';
import { compileTemplate, type PlacedBox, renderTree, type Sample } from 'image-url-engine/engine.ts';
import type { EngineName } from 'image-url-engine/engine-names.ts';
import { getFailureText, RenderJobError } from 'image-url-engine/errors.ts';
import type { TemplateFonts } from 'image-url-engine/fonts.ts';
import { getOutputSize, type RenderOptions, resolveRenderOptions } from 'image-url-engine/options.ts';
import { getRemoteImages, isLoopback, lintReach, toPosition } from 'image-url-engine/trees.ts';
import { formatThousands, truncate } from 'image-url-engine/words.ts';
import { type CpuBudget, cpuBudget } from 'image-url-engine/workers.ts';
import { requireUsable } from '../access/ownership.ts';
import { isServiceError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../contract/schemas/template.ts';
import { startOfDay } from '../domain/days.ts';
import { getTemplateFonts, type TemplateFontPorts } from '../fonts/template-fonts.ts';
import type { Payer } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { fetchRemoteImages } from '../publishing/gather-images.ts';
import { compileMs } from './compile-template.ts';
import {
  toDiagnosticResponse,
  toOtherVariablesResponse,
  toSizesResponse,
  toVariableResponse,
} from './template-response.ts';

type AuthorMessage = { readonly code: DiagnosticCode; readonly message: string };
type ElementBox = NonNullable<CheckTemplateResponse['boxes']>[number];
type Rendered = Pick<CheckTemplateResponse, 'errors' | 'warnings' | 'image' | 'boxes'>;

/** Returns whether the lint has already reported that an image is never fetched. */
const isUnreachable = (url: string, { hasLoopback = false }: Pick<Runtime, 'hasLoopback'>): boolean =>
  lintReach(url) !== undefined && !(hasLoopback && isLoopback(new URL(url)));

/** Returns the code to check. @throws TEMPLATE_NOT_FOUND */
const getCode = async (
  ports: Pick<Ports, 'sources:read'>,
  caller: Pick<AccountRecord, 'accountId'>,
  template: TemplateRecord | undefined,
  { code }: CheckTemplateRequest,
): Promise<string> => {
  if (code !== undefined) return code;
  const { ownerId, codeHash } = requireUsable(template, caller);
  return ports['sources:read'].code(ownerId, codeHash);
};

/** Renders the sample in the same way as an image URL with these variables. */
const renderSample = async (
  ports: Pick<Ports, 'remoteImages:fetch'>,
  { tree, placed, typography }: Sample,
  options: RenderOptions & { readonly engine: EngineName },
  { boxes: hasBoxes = false, clientClass }: Pick<CheckTemplateRequest, 'clientClass' | 'boxes'>,
  { fontBytes }: TemplateFonts,
  payer: Payer,
  runtime: Pick<Runtime, 'hasLoopback'>,
): Promise<Rendered> => {
  const asked = { hasBoxes, isForPreviewers: clientClass === 'previewer' };
  const task = { typography, options, engine: options.engine, ...asked, tree: hasBoxes ? placed : tree };
  const gathering = {
    gather: () => fetchRemoteImages(ports, tree, payer),
    isFetching: getRemoteImages(tree).length > 0,
  };
  try {
    const { gathered: remote, rendering } = await renderTree(task, gathering, { fontBytes });
    const { failedImages, unrenderedImages, forPreviewers, boxes } = rendering;
    const { bytes, format } = forPreviewers ?? { bytes: rendering.bytes, format: options.format };
    const unrendered = failedImages.filter(({ url }) => Object.hasOwn(remote.images, url));
    const warnings = [...remote.missing, ...unrendered]
      .filter(({ url }) => !isUnreachable(url, runtime))
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
 * @param budget processor time for compiling, evaluating and linting
 * @throws TEMPLATE_NOT_FOUND; INVALID_DEVICE_PIXEL_RATIO for too many pixels
 */
export const checkTemplate = async (
  ports: Pick<Ports, 'sources:read' | 'remoteImages:fetch'> & TemplateFontPorts,
  runtime: Pick<Runtime, 'now' | 'defaultEngine' | 'hasLoopback'>,
  caller: Pick<AccountRecord, 'accountId'>,
  template: TemplateRecord | undefined,
  request: CheckTemplateRequest,
  budget: CpuBudget = cpuBudget(compileMs),
): Promise<CheckTemplateResponse> => {
  const source = await getCode(ports, caller, template, request);
  const { variables: given = {}, image: isRendered = false, clientClass, ...others } = request;
  const { code: _, templateId: __, boxes: ___, ...chosen } = others;
  const { defaultEngine } = runtime;
  // starters do not use the caller's custom fonts
  const hasCustom = template === undefined || template.ownerId === caller.accountId;
  const fonts = await getTemplateFonts(ports, caller.accountId, { hasCustom });
  const clock = startOfDay(runtime.now()).getTime();
  // an editor asks for boxes with every keystroke: it is told when the template is saved
  const triesOddValues = request.boxes !== true;
  const viewing = { isRendered, triesOddValues, isCard: isRendered, isPreviewed: clientClass === 'previewer' };
  const linted = await compileTemplate(source, { clock, given, chosen, ...viewing, defaultEngine, fonts }, budget);
  const { renderPlan, sample } = linted;
  const options = renderPlan
    ? { ...resolveRenderOptions(chosen, renderPlan.options), engine: renderPlan.options.engine }
    : null;
  const { errors, warnings, ...image }: Rendered =
    linted.errors.length === 0 && isRendered && sample && options
      ? await renderSample(
          ports,
          sample,
          options,
          request,
          fonts,
          { accountId: caller.accountId, purpose: 'trial', now: runtime.now() },
          runtime,
        )
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
