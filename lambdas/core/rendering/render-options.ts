import { fail, failSaying } from '../../contract/errors.ts';
import { defaultFormat, type ImageFormat } from '../../contract/image-formats.ts';
import { limits } from '../../contract/limits.ts';
import type { NamedSize, TemplateOptions } from '../template/render-plan/render-plan.ts';

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
export type ChosenOptions = {
  readonly [K in Exclude<keyof TemplateOptions, 'sizes'>]?: TemplateOptions[K] | undefined;
} & {
  /** Name of one of the template's sizes. @default the first, if it has any */
  readonly size?: string | undefined;
};

/**
 * Returns the size with a name, or the first one for a request that names none; undefined for a template without sizes.
 *
 * @throws INVALID_SIZE for a name that the template does not have.
 */
const findSize = ({ sizes = [] }: TemplateOptions, name: string | undefined): NamedSize | undefined => {
  if (name === undefined) return sizes[0];
  const found = sizes.find((size) => size.name === name);
  if (found) return found;
  const known = sizes.length > 0 ? `its sizes are ${sizes.map((size) => size.name).join(', ')}` : 'it has no sizes';
  throw failSaying('INVALID_SIZE', `The template has no size ${name}: ${known}.`);
};

/**
 * What was chosen: by the request, then by the template, then by the service's default. Numbers are not checked.
 *
 * @throws INVALID_SIZE
 */
export const chosenOptions = (request: ChosenOptions, defaults: TemplateOptions): RenderOptions => {
  const size = request.size === undefined ? defaults : findSize(defaults, request.size);
  const width = request.width ?? size?.width ?? limits.defaultSizePx.width;
  const height = request.height ?? size?.height ?? limits.defaultSizePx.height;
  const format = request.format ?? defaults.format ?? defaultFormat;
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
 * longer than the format can hold; INVALID_SIZE for a name that the template does not have.
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

/**
 * Returns the `size` prop of a template: the size that the request names, or the first, with the pixels of the image; undefined for a
 * template without sizes.
 *
 * @throws INVALID_SIZE
 */
export const getSizeProp = (request: ChosenOptions, defaults: TemplateOptions): NamedSize | undefined => {
  const size = findSize(defaults, request.size);
  return size && { name: size.name, width: request.width ?? size.width, height: request.height ?? size.height };
};

/** Returns what a render version says of a size: its name, and its pixels where the request chose others than the template. */
export const getSizeMark = ({ name, width, height }: NamedSize, defaults: TemplateOptions): string => {
  const declared = findSize(defaults, name);
  return declared?.width === width && declared.height === height ? name : `${name}.${width}x${height}`;
};
