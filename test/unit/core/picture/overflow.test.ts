import { expect, it } from 'vitest';
import type { Box } from '../../../../lambdas/core/picture/boxes.ts';
import { overflows } from '../../../../lambdas/core/picture/survey/overflow.ts';
import type { Marked } from '../../../../lambdas/core/picture/survey/texts.ts';
import type { Style } from '../../../../lambdas/core/picture/tree/normalise-style.ts';

const boxOf = (top: number, height: number): Box => ({ left: 0, top, width: 300, height });
const element = (style: Style, box: Box, parent?: Marked): Marked => ({
  ...{ parent, type: 'div', style, place: undefined, fontSize: 20, isInline: false, box },
});
const findingsOf = (text: string, owner: Marked, box: Box) =>
  overflows([{ text, owner, box, isMeasured: true, index: 0 }], { width: 300, height: 300 }).map(
    ({ message }) => message,
  );

it('a text that leaves its card is named, though its own box has room', () => {
  const card = element({ background: '#fff' }, boxOf(0, 100));
  expect(findingsOf('Title', element({}, boxOf(10, 200), card), boxOf(10, 200))).toEqual([
    expect.stringContaining('leaves its card: 110 px taller'),
  ]);
  expect(findingsOf('Title', element({}, boxOf(10, 80), card), boxOf(10, 80))).toEqual([]);
});

it('a text that is cut off by an element further out is named', () => {
  const card = element({ overflow: 'hidden' }, boxOf(0, 100));
  const title = element({ overflow: 'hidden' }, boxOf(10, 200), card);
  expect(findingsOf('Title', title, boxOf(10, 200))).toEqual([expect.stringContaining('is cut off')]);
});

it('a badge that is placed by itself may stand beyond its card', () => {
  const card = element({ background: '#fff' }, boxOf(0, 100));
  expect(findingsOf('New', element({ position: 'absolute' }, boxOf(90, 30), card), boxOf(90, 30))).toEqual([]);
});

it('an arrow is given the room its fallback font takes', () => {
  const owner = element({}, boxOf(0, 20));
  expect(findingsOf('→', owner, boxOf(0, 32))).toEqual([]);
  expect(findingsOf('Word', owner, boxOf(0, 32))).toEqual([expect.stringContaining('overflows its box')]);
});
