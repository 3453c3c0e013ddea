import type { EngineName } from '../../contract/engine-names.ts';
import { ServiceError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../../contract/schemas/template.ts';
import { formatThousands } from '../../contract/thousands.ts';
import { startOfDay } from '../../core/days.ts';
import type { PlacedBox } from '../../core/rendering/boxes.ts';
import { getOutputSize, type RenderOptions, resolveRenderOptions } from '../../core/rendering/render-options.ts';
import type { DiagnosticCode } from '../../core/template/lint/source/diagnostic-codes.ts';
import { truncate } from '../../core/truncate.ts';
import { getRemoteImages } from '../../core/vnode/remote-images.ts';
import { toPosition } from '../../core/vnode/source-position.ts';
import { getFailureText, RenderFailure } from '../../isolation/render/failure.ts';
import { render, withImages } from '../../isolation/render/render.ts';
import { type CpuBudget, cpuBudget } from '../../isolation/worker/cpu-budget.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requireUsable } from '../accounts/ownership.ts';
import { getTemplateFonts, type TemplateFontPorts, type TemplateFonts } from '../fonts/template-fonts.ts';
import { fetchRemoteImages } from '../images/gather-images.ts';
import { lintTemplate, type Sample } from '../lint/lint-template.ts';
import { compileMs, stripByteOrderMark } from './compile-template.ts';
import { toDiagnosticResponse, toSizesResponse, toVariableResponse } from './template-response.ts';

type AuthorMessage = { readonly code: DiagnosticCode; readonly message: string };
type Image = NonNullable<CheckTemplateResponse['picture']>;
type ElementBox = NonNullable<CheckTemplateResponse['boxes']>[number];

/** Settings for rendering the image. */
interface Wanted extends Pick<CheckTemplateRequest, 'reader' | 'boxes'> {
  readonly fonts: TemplateFonts;
}

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
const getImage = async (
  ports: Pick<Ports, 'remoteImages:fetch'>,
  { tree, placed, typography }: Sample,
  options: RenderOptions & { readonly engine: EngineName },
  { fonts, reader, boxes: hasBoxes = false }: Wanted,
): Promise<{
  picture: Image | null;
  boxes?: ElementBox[] | undefined;
  errors: AuthorMessage[];
  warnings: AuthorMessage[];
}> => {
  const fetchAndRender = async () => {
    const remote = await fetchRemoteImages(ports, tree);
    const { engine } = options;
    const rendered = { typography, options, engine, images: remote.images };
    const asked = { hasBoxes, isForPreviewers: reader === 'previewer' };
    const request = { ...rendered, ...asked, tree: hasBoxes ? placed : tree };
    return { remote, rendering: await render(request, { fontBytes: fonts.fontBytes }) };
  };
  try {
    const { remote, rendering } =
      getRemoteImages(tree).length > 0 ? await withImages(fetchAndRender) : await fetchAndRender();
    const { failedImages } = rendering;
    const { bytes, format } = rendering.forPreviewers ?? { bytes: rendering.bytes, format: options.format };
    const unrendered = failedImages.filter(({ url }) => Object.hasOwn(remote.images, url));
    const warnings = [...remote.missing, ...unrendered].map(
      ({ url, reason }): AuthorMessage => ({
        code: 'missing-picture',
        message: `${truncate(url, 240)}: ${reason}`,
      }),
    );
    if (bytes.byteLength > limits.checkedImageBytes) {
      const message = `The image has ${formatThousands(bytes.byteLength)} bytes and is left out.`;
      return { picture: null, errors: [], warnings: [...warnings, { code: 'large-picture', message }] };
    }
    const contentType = `image/${format}` as const;
    const data = Buffer.from(bytes).toString('base64');
    const image = { contentType, ...getOutputSize(options), bytes: bytes.byteLength, data };
    return { picture: image, boxes: rendering.boxes?.flatMap(toElementBox), errors: [], warnings };
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(cause instanceof RenderFailure)) throw error;
    const message = `This cannot be rendered: ${getFailureText(cause)}`;
    return { picture: null, errors: [{ code: 'does-not-draw', message }], warnings: [] };
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
  runtime: Pick<Runtime, 'now' | 'defaultEngine'>,
  caller: Pick<AccountRecord, 'accountId'>,
  template: TemplateRecord | undefined,
  request: CheckTemplateRequest,
  budget: CpuBudget = cpuBudget(compileMs),
): Promise<CheckTemplateResponse> => {
  const source = stripByteOrderMark(await getCode(ports, caller, template, request));
  const { variables: given = {}, picture: isRendered = false, boxes, reader, ...others } = request;
  const { code: _, templateId: __, ...chosen } = others;
  const { defaultEngine } = runtime;
  // starters do not use the caller's custom fonts
  const hasCustom = template === undefined || template.ownerId === caller.accountId;
  const fonts = await getTemplateFonts(ports, caller.accountId, { hasCustom });
  const asked = { fonts, reader, boxes };
  const clock = startOfDay(runtime.now()).getTime();
  const viewing = { chosen, isRendered, isCard: isRendered, isPreviewed: reader === 'previewer' };
  const settings = { clock, given, viewing, defaultEngine, fonts };
  const linted = await lintTemplate(source, settings, budget);

  if ('unreadable' in linted) {
    const errors = [{ code: 'does-not-run', message: linted.unreadable }];
    return { ok: false, errors, warnings: [], variables: [], options: null, picture: null };
  }
  const { renderPlan, sample } = linted;
  const options = renderPlan
    ? { ...resolveRenderOptions(chosen, renderPlan.options), engine: renderPlan.options.engine }
    : null;
  const isGood = linted.errors.length === 0;
  const renderRequest =
    isGood && isRendered && sample && options
      ? await getImage(ports, sample, options, asked)
      : { picture: null, errors: [], warnings: [] };
  return {
    ok: isGood && renderRequest.errors.length === 0,
    errors: [...toDiagnosticResponse(source, linted.errors), ...renderRequest.errors],
    warnings: [...toDiagnosticResponse(source, linted.warnings), ...renderRequest.warnings],
    variables: (renderPlan?.variables ?? []).map(toVariableResponse),
    options,
    ...toSizesResponse(renderPlan?.options ?? {}),
    picture: renderRequest.picture,
    ...('boxes' in renderRequest && renderRequest.boxes && { boxes: renderRequest.boxes }),
  };
};
