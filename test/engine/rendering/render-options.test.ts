import { describe, expect, it } from 'vitest';
import type { ImageFormat } from '#engine/image-formats.ts';
import { resolveOptions, resolveRenderOptions } from '#engine/rendering/render-options.ts';

const thin = (format: ImageFormat, devicePixelRatio: number) => ({ width: 4096, height: 1, format, devicePixelRatio });

describe('options of an image', () => {
  it.each([
    ['webp', 16_383 / 4096],
    ['jpeg', 65_500 / 4096],
    ['png', 64],
  ] as const)('may make a side as long as a %s can have', (format, devicePixelRatio) => {
    expect(resolveRenderOptions(thin(format, devicePixelRatio), {})).toEqual(thin(format, devicePixelRatio));
  });

  it.each([
    ['webp', 16_384 / 4096, '16383'],
    ['jpeg', 65_501 / 4096, '65500'],
  ] as const)('may not make one longer than a %s can have', (format, devicePixelRatio, longest) => {
    for (const size of [{}, { width: 1, height: 4096 }]) {
      const refused = () => resolveRenderOptions({ ...thin(format, devicePixelRatio), ...size }, {});
      expect(refused).toThrow(expect.objectContaining({ code: 'INVALID_DEVICE_PIXEL_RATIO' }));
      expect(refused).toThrow(longest);
    }
  });

  it('are returned without validation for a template that was saved under other rules', () => {
    expect(resolveOptions({}, thin('webp', 4))).toEqual(thin('webp', 4));
  });
});
