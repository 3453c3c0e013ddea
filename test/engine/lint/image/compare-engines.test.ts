import { expect, it } from 'vitest';
import { compareEngines, type EngineView } from '#engine/lint/image/compare-engines.ts';
import type { PlacedBox } from '#engine/rendering/boxes.ts';

const size = { width: 100, height: 60 };
const root: PlacedBox = { element: 'div', position: '1:1', left: 0, top: 0, ...size };
const child = (position: string, left: number, width = 20): PlacedBox => ({
  ...{ element: 'p', position, left, top: 10 },
  ...{ width, height: 20 },
});
const view = (boxes: readonly PlacedBox[], ink: readonly number[] = [...boxes.keys()]): EngineView => {
  const data = Buffer.alloc(size.width * size.height * 4, 255);
  for (const box of boxes.filter((_box, index) => ink.includes(index)))
    for (let y = box.top; y < box.top + box.height; y += 1)
      data.fill(0, (y * size.width + box.left) * 4, (y * size.width + box.left + box.width) * 4);
  return { boxes: [root, ...boxes], pixels: { data, ...size } };
};
const compare = (own: EngineView, browser: EngineView) =>
  compareEngines(own, browser, 1).map(({ position, message }) => `${position} ${message.split(':')[0]}`);

it('two views that agree but for the edges of letters give nothing', () => {
  expect(compare(view([child('2:1', 10)], [0]), view([child('2:1', 12)], []))).toEqual([
    '2:1 satori renders <p> unlike a browser',
  ]);
  expect(compare(view([child('2:1', 16)], [0]), view([child('2:1', 17)], [0]))).toEqual([]);
});

it('a box that nobody sees may be anywhere', () => {
  expect(compare(view([child('2:1', 0)], []), view([child('2:1', 60)], []))).toEqual([]);
});

it('the first elements that lie elsewhere are named, in document order', () => {
  const own = view([child('2:1', 0), child('3:1', 20), child('4:1', 40), child('5:1', 60)]);
  const browser = view([child('2:1', 0), child('3:1', 40, 40), child('4:1', 0), child('5:1', 0)]);
  expect(compare(own, browser)).toEqual([
    '3:1 satori gives <p> 20 x 20 px, a browser 40 x 20 px',
    '4:1 satori places <p> at 40, 10, a browser at 0, 10',
  ]);
});

it('every element that lies elsewhere is named, and another one that looks otherwise', () => {
  const moved = (by: number) =>
    [2, 3, 4, 5].map((line) => ({ ...child(`${line}:1`, by, 20), top: 10 * (line - 2), height: 8 }));
  const own = view([...moved(0), child('6:1', 70)], [0, 1, 2, 3]);
  const browser = view([...moved(30), child('6:1', 70)]);
  expect(compare(own, browser).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
    ...[2, 3, 4, 5].map((line) => `${line}:1 satori places`),
    '6:1 satori renders',
  ]);
});

it('the rows of a list are compared with the rows at their place', () => {
  const rows = (...lefts: number[]) => view(lefts.map((left) => child('2:1', left)));
  expect(compare(rows(0, 30, 60), rows(0, 30, 60))).toEqual([]);
  expect(compare(rows(0, 30, 60), rows(0, 30, 80))).toEqual(['2:1 satori places <p> at 60, 10, a browser at 80, 10']);
});

it('the elements of a list are named once', () => {
  const all = (by: number) =>
    view([child('2:1', by), child('2:1', by + 30), { ...child('3:1', by + 60), element: 'b' }]);
  expect(compare(all(0), all(12))).toEqual([
    '2:1 satori places <p> at 0, 10, a browser at 12, 10',
    '3:1 satori places <b> at 60, 10, a browser at 72, 10',
  ]);
});

it('what differs is not blamed on a small box beside it', () => {
  const [image, label] = [
    { ...child('2:1', 0, 48), element: 'img', top: 0, height: 36 },
    { ...child('3:1', 0, 48), element: 'span', top: 40, height: 16 },
  ];
  expect(compare(view([image, label], [0, 1]), view([image, label], [1]))).toEqual([
    '2:1 satori renders <img> unlike a browser',
  ]);
});

it('an element that is missing in a browser is named', () => {
  expect(compare(view([child('2:1', 0)]), view([]))).toEqual(['2:1 <p> is not in the image of a browser']);
});

it('boxes of elements in a transform, which satori measures before it, are not compared', () => {
  const [own, browser] = [view([child('2:1', 0, 20)]), view([child('2:1', 0, 40)])];
  expect(compareEngines(own, browser, 1)).toHaveLength(1);
  expect(compareEngines(own, browser, 1, new Set(['2:1'])).map(({ message }) => message.split(':')[0])).toEqual([
    'satori renders <p> unlike a browser',
  ]);
});

it('thin letters elsewhere in their box are seen, letters a few pixels away are not', () => {
  /** Two strokes of a pixel at a place in a box as wide as the image. */
  const strokes = (left: number): EngineView => {
    const { boxes, pixels } = view([{ ...child('2:1', 0, 100), element: 'p' }], []);
    for (const x of [left, left + 8])
      for (let y = 12; y < 28; y += 1) pixels.data.fill(0, (y * size.width + x) * 4, (y * size.width + x + 1) * 4);
    return { boxes, pixels };
  };
  expect(compare(strokes(2), strokes(66))).toEqual(['2:1 satori renders <p> unlike a browser']);
  expect(compare(strokes(2), strokes(7))).toEqual([]);
});
