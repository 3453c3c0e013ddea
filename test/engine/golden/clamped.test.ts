import { expect, it } from 'vitest';
import { withEachEngine } from '../../support/each-engine.ts';
import { box, full } from './element.ts';
import { getPixels, renderCase } from './render-case.ts';

/** A row of sizes, each with a text at its right end that is as wide as it is, cut after one line or not at all. */
const facts = (cut: string) => ({
  name: 'facts',
  width: 600,
  height: 900,
  tree: box(
    `display: flex; flex-direction: column; ${full}; background: #fff`,
    ...Array.from({ length: 20 }, (_, n) =>
      box(
        `display: flex; font-size: ${20 + n}; height: 40`,
        box('flex: 1', 'Ana'),
        box(`max-width: 500; margin-left: 32; ${cut}`, '14 March 2026 · 9 min read'),
      ),
    ),
  ),
});

const cuts = [
  { name: 'lineClamp', cut: 'line-clamp: 1' },
  { name: 'ellipsis', cut: 'text-overflow: ellipsis; overflow: hidden; white-space: nowrap' },
];

it.each(withEachEngine(cuts))(
  '%s: a text that has all the room it wants is not cut short by %s',
  async (engine, _, { cut }) => {
    const [whole, cutShort] = await Promise.all([renderCase(facts(''), engine), renderCase(facts(cut), engine)]);

    const [one, other] = await Promise.all([getPixels(whole.bytes), getPixels(cutShort.bytes)]);
    // less than the width of an ellipsis: a box may begin at another pixel
    const rightmost = ({ data, width, height }: typeof one) =>
      Array.from(
        { length: height },
        (_row, y) =>
          Array.from({ length: width }, (_cell, x) => x).findLast((x) => (data[(y * width + x) * 4] ?? 255) < 200) ?? 0,
      );
    const [ends, cutEnds] = [rightmost(one), rightmost(other)];
    expect(ends.filter((end, y) => Math.abs(end - (cutEnds[y] ?? 0)) > 2)).toEqual([]);
  },
);
