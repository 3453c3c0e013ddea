/** Part of an image that remains when it is cropped around its centre, in percent of its sides. */
export const getCrop = (ratio: number, cropped: number): { readonly width: number; readonly height: number } =>
  cropped < ratio ? { width: (cropped / ratio) * 100, height: 100 } : { width: 100, height: (ratio / cropped) * 100 };
