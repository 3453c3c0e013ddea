import type { EngineName } from '../contract/engine-names.ts';
import { fail, ServiceError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../contract/schemas/template.ts';
import { inThousands } from '../contract/thousands.ts';
import { engineOf } from '../core/engines/engines.ts';
import { sha256Hex } from '../core/hash.ts';
import type { PlacedBox } from '../core/picture/placed-boxes.ts';
import { outputSize, type RenderOptions, resolveRenderOptions } from '../core/picture/render-options.ts';
import { shortened } from '../core/shortened.ts';
import { startOfDay } from '../core/signing/expiry.ts';
import type { DiagnosticCode } from '../core/template/check/diagnostic-codes.ts';
import { positionOfPlace } from '../core/vnode/place.ts';
import { remoteImagesOf } from '../core/vnode/remote-images.ts';
import { draw, withImages } from '../isolation/draw/draw.ts';
import { DrawFailure, failureText } from '../isolation/draw/failure.ts';
import { cpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type AccountFonts, accountFonts } from './account-fonts.ts';
import { compileMs, withoutMark } from './compile-template.ts';
import { examineTemplate, type Sample } from './examine-template.ts';
import { fetchRemoteImages } from './gather-images.ts';
import { isUsableBy } from './ownership.ts';
import { presentDiagnostics } from './present-diagnostics.ts';
import { presentVariable } from './present-template.ts';

type Said = { readonly code: DiagnosticCode; readonly message: string };
type Picture = NonNullable<CheckTemplateResponse['picture']>;
type ElementBox = NonNullable<CheckTemplateResponse['boxes']>[number];

/** How a picture is wanted. */
interface Wanted extends Pick<CheckTemplateRequest, 'reader' | 'boxes'> {
  readonly fonts: AccountFonts | undefined;
}

/** The code to check. @throws TEMPLATE_NOT_FOUND. */
const codeOf = async (
  ports: Pick<PortsOf<'checkTemplate'>, 'sources:read'>,
  caller: Pick<AccountRecord, 'accountId'>,
  template: TemplateRecord | undefined,
  { code }: CheckTemplateRequest,
): Promise<string> => {
  if (code !== undefined) return code;
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  return ports['sources:read'].code(template.ownerId, template.codeHash);
};

/** Draws the sample as an image URL with these variables would. */
const pictureOf = async (
  ports: Pick<PortsOf<'checkTemplate'>, 'remoteImages:fetch'>,
  source: string,
  { tree, placed, typography }: Sample,
  options: RenderOptions & { readonly engine: EngineName },
  { fonts, reader, boxes: hasBoxes = false }: Wanted,
): Promise<{ picture: Picture | null; boxes?: ElementBox[] | undefined; errors: Said[]; warnings: Said[] }> => {
  const fetchAndDraw = async () => {
    const remote = await fetchRemoteImages(ports, tree);
    const { engine } = options;
    const drawn = { typography, options, engine, images: remote.images, template: sha256Hex(source) };
    const asked = { hasBoxes, isForPreviewers: reader === 'previewer' };
    const request = { ...drawn, ...asked, tree: hasBoxes ? placed : tree };
    return { remote, drawing: await draw(request, { fontBytes: fonts?.fontBytes }) };
  };
  try {
    const { remote, drawing } = remoteImagesOf(tree).length > 0 ? await withImages(fetchAndDraw) : await fetchAndDraw();
    const { failedImages } = drawing;
    const { bytes, format } = drawing.forPreviewers ?? { bytes: drawing.bytes, format: options.format };
    const undrawn = failedImages.filter(({ url }) => Object.hasOwn(remote.images, url));
    const warnings = [...remote.missing, ...undrawn].map(
      ({ url, reason }): Said => ({
        code: 'missing-picture',
        message: `${shortened(url, 240)}: ${reason}`,
      }),
    );
    if (bytes.byteLength > limits.checkedPictureBytes) {
      const message = `The picture has ${inThousands(bytes.byteLength)} bytes and is left out.`;
      return { picture: null, errors: [], warnings: [...warnings, { code: 'large-picture', message }] };
    }
    const contentType = `image/${format}` as const;
    const data = Buffer.from(bytes).toString('base64');
    const picture = { contentType, ...outputSize(options), bytes: bytes.byteLength, data };
    return { picture, boxes: drawing.boxes?.flatMap(elementBox), errors: [], warnings };
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(cause instanceof DrawFailure)) throw error;
    const message = `This cannot be drawn: ${failureText(cause)}`;
    return { picture: null, errors: [{ code: 'does-not-draw', message }], warnings: [] };
  }
};

/** A box as it is told: at its element in the source, in hundredths of a pixel. */
const elementBox = ({ element, place, left, top, width, height }: PlacedBox): ElementBox[] => {
  const at = positionOfPlace(place);
  const size = { width: inHundredths(width), height: inHundredths(height) };
  return at ? [{ element, x: inHundredths(left), y: inHundredths(top), ...size, ...at }] : [];
};
const inHundredths = (length: number): number => Math.round(length * 100) / 100;

/**
 * Compiles a template, runs it and, where that is asked for, draws it, without keeping anything. Code that does not compile is a
 * successful check.
 *
 * @throws TEMPLATE_NOT_FOUND; INVALID_DEVICE_PIXEL_RATIO for too many pixels.
 */
export const checkTemplate = async (
  ports: Omit<PortsOf<'checkTemplate'>, 'callersWithTemplates:read' | 'usage:read' | 'budgets:consume'>,
  runtime: Pick<Runtime, 'now' | 'defaultEngine'>,
  caller: Pick<AccountRecord, 'accountId'>,
  template: TemplateRecord | undefined,
  request: CheckTemplateRequest,
): Promise<CheckTemplateResponse> => {
  const source = withoutMark(await codeOf(ports, caller, template, request));
  const { variables: given = {}, picture: isDrawn = false, boxes, reader, ...others } = request;
  const { code: _, templateId: __, ...chosen } = others;
  const { defaultEngine } = runtime;
  // a starter is drawn for everybody as it is
  const isOwn = template === undefined || template.ownerId === caller.accountId;
  const fonts = isOwn ? await accountFonts(ports, caller.accountId) : undefined;
  const asked = { fonts, reader, boxes };
  const clock = startOfDay(runtime.now()).getTime();
  const settings = { clock, given, viewing: { chosen, isDrawn, isCard: isDrawn }, defaultEngine, fonts };
  const examined = await examineTemplate(source, settings, cpuBudget(compileMs));

  if ('unreadable' in examined) {
    const errors = [{ code: 'does-not-run', message: examined.unreadable }];
    return { ok: false, errors, warnings: [], variables: [], options: null, picture: null };
  }
  const { renderPlan, sample } = examined;
  const options = renderPlan
    ? { ...resolveRenderOptions(chosen, renderPlan.options), engine: engineOf(renderPlan.options, runtime) }
    : null;
  const isGood = examined.errors.length === 0;
  const drawn =
    isGood && isDrawn && sample && options
      ? await pictureOf(ports, source, sample, options, asked)
      : { picture: null, errors: [], warnings: [] };
  return {
    ok: isGood && drawn.errors.length === 0,
    errors: [...presentDiagnostics(source, examined.errors), ...drawn.errors],
    warnings: [...presentDiagnostics(source, examined.warnings), ...drawn.warnings],
    variables: (renderPlan?.variables ?? []).map(presentVariable),
    options,
    picture: drawn.picture,
    ...('boxes' in drawn && drawn.boxes && { boxes: drawn.boxes }),
  };
};
