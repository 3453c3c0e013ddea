import { boxAt, boxes, type PageBox, takeBoxes } from 'image-url-studio/page/boxes/boxes.ts';
import { describe, expect, it } from 'vitest';

const box = (left: number, top: number, width: number, height: number): PageBox => ({
  ...{ element: 'div', width, height, at: 0 },
  position: { left, top, width, height },
});

describe('the element at a point of the image', () => {
  it.each([
    ['the smallest one there', [box(0, 0, 100, 100), box(10, 10, 20, 20), box(10, 10, 60, 60)], 1],
    ['of equals the innermost', [box(0, 0, 100, 100), box(0, 0, 100, 100)], 1],
    ['none beside all of them', [box(40, 40, 10, 10)], -1],
    ['none without any', [], -1],
  ])('is %s', (_what, all, expected) => {
    expect(boxAt(all, 15, 15)).toBe(expected);
  });

  it('is known by its place in the code and in hundredths of the image', () => {
    const reported = { element: 'p', x: 50, y: 10, width: 100, height: 20, line: 2, column: 3 };
    const options = { width: 200, height: 100, format: 'png', devicePixelRatio: 2, engine: 'satori' } as const;

    takeBoxes('(\n  <p/>)', {
      ...{ ok: true, errors: [], warnings: [], variables: [], image: null },
      ...{ options, boxes: [reported] },
    });

    expect(boxes.value).toEqual([
      { element: 'p', width: 100, height: 20, at: 4, position: { left: 25, top: 10, width: 50, height: 20 } },
    ]);
  });
});
