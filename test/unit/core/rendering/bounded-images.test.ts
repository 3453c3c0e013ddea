import { expect, it } from 'vitest';
import type { Box } from '../../../../lambdas/core/rendering/boxes.ts';
import { boundImages } from '../../../../lambdas/core/rendering/tree/bounded-images.ts';
import type { Style } from '../../../../lambdas/core/rendering/tree/normalise-style.ts';
import type { PreparedElement } from '../../../../lambdas/core/rendering/tree/prepared-tree.ts';

const natural = { width: 320, height: 200 };

/** An image of a box of 90 x 50, of which 10 are padding. */
const boundedIn = async (parent: Style, style: Style, attributes: Record<string, number>) => {
  const image: PreparedElement = { type: 'img', props: { src: 'picture', style, ...attributes } };
  const box: PreparedElement = { type: 'div', props: { style: { padding: 5, ...parent }, children: [image] } };
  const around: Box = { left: 0, top: 0, width: 90, height: 50 };
  let measured = 0;
  await boundImages(
    box,
    () => natural,
    async () => {
      measured += 1;
      return new Map([[box, around]]);
    },
  );
  const { width, height } = image.props.style ?? {};
  return { width, height, measured };
};

const asItIs = { width: 'min(320px, 100%)' };

it.each<[string, Style, Style, Record<string, number>, Record<string, number>]>([
  ['no side is given', {}, { ...asItIs, maxWidth: '100%' }, {}, { width: 80, height: 50 }],
  ['half of the room is left to it', {}, { ...asItIs, maxWidth: '50%' }, {}, { width: 40, height: 25 }],
  [
    'both sides are bounded',
    { height: 50 },
    { ...asItIs, maxWidth: '100%', maxHeight: '50%' },
    {},
    { width: 32, height: 20 },
  ],
  ['the height it is bounded by is not given', {}, { width: 40, maxHeight: '50%' }, {}, { width: 40, height: 25 }],
  ['its width is given', {}, { maxWidth: '100%' }, { width: 160 }, { width: 80, height: 50 }],
  ['its height is given', {}, { maxWidth: '100%' }, { height: 100 }, { width: 80, height: 100 }],
  ['both are given', {}, { maxWidth: '100%' }, { width: 160, height: 60 }, { width: 80, height: 60 }],
  ['there is room enough', {}, { maxWidth: '100%' }, { width: 40 }, { width: 40, height: 25 }],
])('an image bounded by its parent, where %s', async (_title, parent, style, attributes, size) => {
  expect(await boundedIn(parent, style, attributes)).toEqual({ ...size, measured: 1 });
});

it('nothing is measured for an image that its parent does not bound', async () => {
  const style = { maxWidth: 100, width: 40 };

  expect(await boundedIn({}, style, {})).toEqual({ width: 40, height: undefined, measured: 0 });
  expect(await boundedIn({}, { maxWidth: '100%', position: 'absolute', width: 40 }, {})).toMatchObject({ measured: 0 });
});
