import { engineError } from '../errors.ts';
import { defaultFormat, type ImageFormat } from '../image-formats.ts';
import { limits } from '../limits.ts';
import type { NamedSize, TemplateOptions } from './template-options.ts';

/** Options for rendering and encoding one image. */
export interface RenderOptions {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  readonly format: ImageFormat;
  /** 0 to 100. Absent for png, and if not specified. */
  readonly quality?: number;
  readonly devicePixelRatio: number;
}

export type ChosenOptions = {
  readonly [K in Exclude<keyof TemplateOptions, 'sizes'>]?: TemplateOptions[K] | undefined;
} & {
  /** Name of one of the template's sizes. @default the first, if any */
  readonly size?: string | undefined;
};

/**
 * Returns the named size, or the first if the request names none; undefined for a template without sizes.
 *
 * @throws INVALID_SIZE if the template has no such size.
 */
const findSize = ({ sizes = [] }: TemplateOptions, name: string | undefined): NamedSize | undefined => {
  if (name === undefined) return sizes[0];
  const found = sizes.find((size) => size.name === name);
  if (found) return found;
  const known = sizes.length > 0 ? `its sizes are ${sizes.map((size) => size.name).join(', ')}` : 'it has no sizes';
  throw engineError('INVALID_SIZE', { message: `The template has no size ${name}: ${known}.` });
};

/**
 * Returns the options: the request takes precedence over the template, which takes precedence over the defaults. Does
 * not check numbers.
 *
 * @throws INVALID_SIZE
 */
export const resolveOptions = (request: ChosenOptions, defaults: TemplateOptions): RenderOptions => {
  const size = request.size === undefined ? defaults : findSize(defaults, request.size);
  const width = request.width ?? size?.width ?? limits.defaultSizePx.width;
  const height = request.height ?? size?.height ?? limits.defaultSizePx.height;
  const format = request.format ?? defaults.format ?? defaultFormat;
  const quality = request.quality ?? defaults.quality;
  const devicePixelRatio = request.devicePixelRatio ?? defaults.devicePixelRatio ?? 1;
  return { width, height, format, devicePixelRatio, ...(format !== 'png' && quality !== undefined && { quality }) };
};

/**
 * Returns the checked options of a render: the request takes precedence over the template, which takes precedence over
 * the defaults.
 *
 * @param request sizes in CSS pixels, 1 to 4096, already validated.
 * @param defaults the `options` export of the template, or `{}`.
 * @throws INVALID_DEVICE_PIXEL_RATIO if the output has more than 4096 x 4096 pixels, or a side that is 0 or exceeds the
 * limit of the format; INVALID_SIZE if the template has no such size.
 * Source: docs/interface.md#options.
 */
export const resolveRenderOptions = (request: ChosenOptions, defaults: TemplateOptions): RenderOptions => {
  const options = resolveOptions(request, defaults);
  const { width, height, format, devicePixelRatio } = options;
  const output = getOutputSize(options);
  const at = `${width} x ${height} at devicePixelRatio ${devicePixelRatio}`;
  if (output.width * output.height > limits.outputPixels)
    throw engineError('INVALID_DEVICE_PIXEL_RATIO', { message: `${at} is more than 4096 x 4096 pixels.` });
  if (output.width < 1 || output.height < 1) throw engineError('INVALID_DEVICE_PIXEL_RATIO');
  const longestPx = limits.longestSidePx[format];
  if (Math.max(output.width, output.height) > longestPx)
    throw engineError('INVALID_DEVICE_PIXEL_RATIO', {
      message: `${at} is longer than the ${longestPx} pixels a ${format} can have.`,
    });
  return options;
};

/** Returns the size of the encoded image in device pixels. */
export const getOutputSize = (size: { width: number; height: number; devicePixelRatio: number }) => ({
  width: Math.round(size.width * size.devicePixelRatio),
  height: Math.round(size.height * size.devicePixelRatio),
});

/**
 * Returns the `size` prop of a template: the requested or first size, with the actual pixels; undefined for a template
 * without sizes.
 *
 * @throws INVALID_SIZE
 */
export const getSizeProp = (request: ChosenOptions, defaults: TemplateOptions): NamedSize | undefined => {
  const size = findSize(defaults, request.size);
  return size && { name: size.name, width: request.width ?? size.width, height: request.height ?? size.height };
};

/** Returns the size part of a render version: its name, and its pixels if the request overrides them. */
export const getSizeSuffix = ({ name, width, height }: NamedSize, defaults: TemplateOptions): string => {
  const declared = findSize(defaults, name);
  return declared?.width === width && declared.height === height ? name : `${name}.${width}x${height}`;
};
