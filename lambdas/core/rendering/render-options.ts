import { fail, failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ImageFormat } from '../../contract/schemas/render.ts';
import type { TemplateOptions } from '../template/render-plan/render-plan.ts';

/** How one image is rendered and encoded. */
export interface RenderOptions {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  readonly format: ImageFormat;
  /** 0 to 100; absent for png, which has none, and where nobody chose one. */
  readonly quality?: number;
  readonly devicePixelRatio: number;
}

/** What a request may choose; absent where it chose nothing. */
export type ChosenOptions = { readonly [K in keyof TemplateOptions]?: TemplateOptions[K] | undefined };

/** What was chosen: by the request, then by the template, then by the service's default. Nothing is checked. */
export const chosenOptions = (request: ChosenOptions, defaults: TemplateOptions): RenderOptions => {
  const width = request.width ?? defaults.width ?? limits.defaultSizePx.width;
  const height = request.height ?? defaults.height ?? limits.defaultSizePx.height;
  const format = request.format ?? defaults.format ?? 'webp';
  const quality = request.quality ?? defaults.quality;
  const devicePixelRatio = request.devicePixelRatio ?? defaults.devicePixelRatio ?? 1;
  return { width, height, format, devicePixelRatio, ...(format !== 'png' && quality !== undefined && { quality }) };
};

/**
 * Settles the options an image is rendered with: the request wins, then the template, then the service default.
 *
 * @param request sizes in CSS pixels, 1 to 4096, already validated.
 * @param defaults the template's own `options` export, or `{}`.
 * @throws INVALID_DEVICE_PIXEL_RATIO when the output has more than 4096 x 4096 pixels, a side without any, or one that is
 * longer than the format can hold.
 * Source: docs/interface.md#options.
 */
export const resolveRenderOptions = (request: ChosenOptions, defaults: TemplateOptions): RenderOptions => {
  const options = chosenOptions(request, defaults);
  const { width, height, format, devicePixelRatio } = options;
  const output = outputSize(options);
  const at = `${width} x ${height} at devicePixelRatio ${devicePixelRatio}`;
  if (output.width * output.height > limits.outputPixels)
    throw failSaying('INVALID_DEVICE_PIXEL_RATIO', `${at} is more than 4096 x 4096 pixels.`);
  if (output.width < 1 || output.height < 1) throw fail('INVALID_DEVICE_PIXEL_RATIO');
  const longestPx = limits.longestSidePx[format];
  if (Math.max(output.width, output.height) > longestPx)
    throw failSaying(
      'INVALID_DEVICE_PIXEL_RATIO',
      `${at} is longer than the ${longestPx} pixels a ${format} can have.`,
    );
  return options;
};

/** Size of the encoded image, in device pixels. */
export const outputSize = (size: { width: number; height: number; devicePixelRatio: number }) => ({
  width: Math.round(size.width * size.devicePixelRatio),
  height: Math.round(size.height * size.devicePixelRatio),
});
