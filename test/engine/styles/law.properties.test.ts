import { describe, expect, it } from 'vitest';
import type { VElement } from '#engine/vnode/vnode.ts';
import { effort, figure } from '../../support/effort.ts';
import { fc } from '../../support/fast-check.ts';
import { box, h, styled } from '../golden/element.ts';
import { dataUri, sampleImages } from '../golden/sample-images.ts';
import { moveStyles, trees, withSheet } from './moved-styles.ts';
import { createRecorder } from './received.ts';

const receive = createRecorder();

const lawHolds = async (tree: VElement, isMoved: (index: number) => boolean = () => true): Promise<void> => {
  const written = await receive(withSheet(tree, '.nothing { color: red }'));
  for (const importance of ['', ' !important']) {
    const moved = moveStyles(tree, isMoved, importance);
    expect(await receive(withSheet(moved.tree, moved.css.join('\n')))).toEqual(written);
  }
};

const image = dataUri('image/png', sampleImages.png);
const red = { background: 'red', height: 20 };

/** By what a workaround mends: trees that were rendered otherwise from a style sheet. */
const rows: Readonly<Record<string, VElement>> = {
  'background layers with padding-box': box({
    ...{ width: 100, height: 50, border: '6px solid transparent', borderRadius: 8 },
    background: 'linear-gradient(#fff, #fff) padding-box, linear-gradient(90deg, #f0f, #0ff) border-box',
  }),
  'padding of a shrinking item': box(
    { display: 'flex', flexDirection: 'column', height: 100 },
    box({ overflow: 'hidden', padding: 10, background: 'red' }, 'text'),
    box({ height: 100, flexShrink: 0 }),
  ),
  'absolute flex text': box(
    { position: 'relative', padding: 40, width: 200 },
    box({ position: 'absolute', display: 'flex' }, 'Words that wrap, one by one'),
  ),
  'opacity of an inline box': h('p', { style: { margin: 0 } }, h('span', { style: { opacity: 0.1 } }, 'faded')),
  'share of an inline-block': box({ width: 100 }, h('span', { style: { display: 'inline-block', width: '50%' } }, 'a')),
  'logical border': h('div', { dir: 'rtl' }, box({ borderInlineStart: '4px solid red', insetInlineEnd: 5 }, 'سلام')),
  'letter spacing in Arabic': box({ letterSpacing: 5, fontSize: 20 }, 'سلام'),
  'edge of a rotated box': box({ padding: 30 }, box({ ...red, width: 100, transform: 'rotate(-8deg)' })),
  'list of squares': h('ul', { style: { listStyleType: 'square' } }, h('li', {}, 'a'), h('li', {}, 'b')),
  'grid areas': box(
    { display: 'grid', gridTemplateAreas: '"b a"', gridTemplateColumns: '1fr 2fr' },
    box({ gridArea: 'a', ...red }),
    box({ gridArea: 'b', ...red }),
  ),
  'min()': box({ width: 'min(300px, 80%)', ...red }),
  'line-clamp': box(
    { width: 120, WebkitLineClamp: 2, display: '-webkit-box', overflow: 'hidden' },
    'words '.repeat(20),
  ),
  'float with a margin': box({ width: 120 }, h('span', { style: { float: 'left', marginRight: 20 } }, 'A'), 'beside'),
  'paint-order': box({ fontSize: 40, color: '#fff', WebkitTextStroke: '6px #111', paintOrder: 'stroke fill' }, 'Text'),
  'collapsed borders': h(
    'table',
    { style: { borderCollapse: 'collapse' } },
    h('tr', {}, h('td', { style: { border: '1px solid red', padding: 4 } }, 'a'), h('td', {}, 'b')),
  ),
  'an image in a column': box(
    { display: 'flex', flexDirection: 'column' },
    h('img', { src: image, style: { width: 50 } }),
  ),
  'a variable': box(
    { '--a': '12px' },
    box({ padding: 'var(--b, var(--a))', color: 'var(--none, var(--none, red))' }, 'a'),
  ),
  'a picture': box({ backgroundImage: `url("${image}")`, backgroundSize: 'cover', width: 50, height: 50 }),
  'a shape': h(
    'svg',
    { width: 60, height: 60 },
    h('circle', { cx: 30, cy: 30, r: 25, style: { fill: 'green', strokeWidth: 3 } }),
  ),
};

describe('a declaration counts for the same, in a style and in a rule for a class', () => {
  it.each(Object.entries(rows))('%s', async (_name, tree) => {
    await lawHolds(tree);
  });

  it('in generated trees', async () => {
    const numRuns = effort(150, 3_000);
    let elements = 0;
    await fc.assert(
      fc.asyncProperty(trees(), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (tree, moved) => {
        elements += 1;
        await lawHolds(
          styled('div', { width: 180, height: 100 }, tree),
          (index) => moved[index % moved.length] ?? true,
        );
      }),
      { numRuns },
    );
    figure('trees whose styles were moved into rules', elements);
  });
});
