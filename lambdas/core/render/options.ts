import { fail, failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ImageFormat } from '../../contract/schemas/render.ts';
import type { TemplateOptions } from '../template/plan.ts';

/** How one image is drawn and encoded. */
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

type Chosen = { readonly [K in keyof TemplateOptions]?: TemplateOptions[K] | undefined };

/**
 * Settles the options an image is rendered with: the request wins, then the template, then the service default.
 *
 * @param request sizes in CSS pixels, 1 to 4096, already validated.
 * @param defaults the template's own `options` export, or `{}`.
 * @throws INVALID_DEVICE_PIXEL_RATIO when the output has more than 4096 x 4096 pixels, or a side without any.
 * Source: interface 2.1 rule 2, 4.1 and 8; decisions 2, "Image size".
 */
export const resolveRenderOptions = (request: Chosen, defaults: TemplateOptions): RenderOptions => {
  const width = request.width ?? defaults.width ?? limits.defaultSizePx.width;
  const height = request.height ?? defaults.height ?? limits.defaultSizePx.height;
  const format = request.format ?? defaults.format ?? 'webp';
  const quality = request.quality ?? defaults.quality;
  const devicePixelRatio = request.devicePixelRatio ?? defaults.devicePixelRatio ?? 1;

  const output = outputSize({ width, height, devicePixelRatio });
  if (output.width * output.height > limits.outputPixels) {
    const text = `${width} x ${height} at devicePixelRatio ${devicePixelRatio} is more than 4096 x 4096 pixels.`;
    throw failSaying('INVALID_DEVICE_PIXEL_RATIO', text);
  }
  if (output.width < 1 || output.height < 1) throw fail('INVALID_DEVICE_PIXEL_RATIO');
  return { width, height, format, devicePixelRatio, ...(format !== 'png' && quality !== undefined && { quality }) };
};

/** Size of the encoded picture, in device pixels. */
export const outputSize = (size: { width: number; height: number; devicePixelRatio: number }) => ({
  width: Math.round(size.width * size.devicePixelRatio),
  height: Math.round(size.height * size.devicePixelRatio),
});
