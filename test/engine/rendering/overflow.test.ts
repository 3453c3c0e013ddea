import { expect, it } from 'vitest';
import { lintOverflow } from '#engine/lint/image/overflow.ts';
import type { Marked } from '#engine/lint/image/texts.ts';
import type { Box } from '#engine/rendering/boxes.ts';
import type { Style } from '#engine/styles/style.ts';

const size = { width: 300, height: 300 };
const getBox = (top: number, height: number): Box => ({ left: 0, top, width: 300, height });
const element = (style: Style, box: Box, parent?: Marked): Marked => ({
  ...{ parent, children: [], style, position: undefined, fontSize: 20, isInline: false, box },
});
const getDiagnostics = (text: string, owner: Marked, box: Box) =>
  lintOverflow([{ text, owner, box, isMeasured: true, index: 0 }], size).map(({ message }) => message);

it('reports a text that leaves its card although its own box has room', () => {
  const card = element({ background: '#fff' }, getBox(0, 100));
  expect(getDiagnostics('Title', element({}, getBox(10, 200), card), getBox(10, 200))).toEqual([
    expect.stringContaining('leaves its card: 110 px taller'),
  ]);
  expect(getDiagnostics('Title', element({}, getBox(10, 80), card), getBox(10, 80))).toEqual([]);
});

it('reports a text that an outer element cuts off', () => {
  const card = element({ overflow: 'hidden' }, getBox(0, 100));
  const title = element({ overflow: 'hidden' }, getBox(10, 200), card);
  expect(getDiagnostics('Title', title, getBox(10, 200))).toEqual([expect.stringContaining('is cut off')]);
});

it('does not report an absolutely positioned badge beyond its card', () => {
  const card = element({ background: '#fff' }, getBox(0, 100));
  expect(getDiagnostics('New', element({ position: 'absolute' }, getBox(90, 30), card), getBox(90, 30))).toEqual([]);
});

it('does not report an arrow within the taller line of its fallback font', () => {
  const owner = element({}, getBox(0, 20));
  expect(getDiagnostics('→', owner, getBox(0, 32))).toEqual([]);
  expect(getDiagnostics('Word', owner, getBox(0, 32))).toEqual([expect.stringContaining('overflows its box')]);
});
