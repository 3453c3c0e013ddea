import { describe, expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { effort, figure } from '../../../support/effort.ts';
import { fc } from '../../../support/fast-check.ts';
import { box, h } from '../../golden/element.ts';
import { moveStyles, toCss, trees, values, withSheet } from '../../styles/moved-styles.ts';

/** Returns the warnings of a tree, each once and without its place; properties are named as in a style sheet. */
const getWarnings = (tree: VElement, engine: EngineName = 'takumi'): string[] => {
  const { warnings } = lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', engine },
    ...{ width: 1_200, height: 630, sampleTexts: [], defaultTexts: [], fonts: [] },
  });
  const inCss = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [...new Set(warnings.map(({ code, message }) => `${code}: ${inCss(message)}`))].toSorted();
};

/** Returns a tree whose values are text, as in a style sheet. */
const withTexts = ({ type, props, children }: VElement): VElement => {
  const style = Object.entries((props.style ?? {}) as Record<string, string | number>).map(([name, value]) => {
    const css = toCss(name, value);
    return [name, css.slice(css.indexOf(': ') + 2)];
  });
  const inside = children.map((child: VNode) => (typeof child === 'string' ? child : withTexts(child)));
  return {
    type,
    props: { ...props, ...(props.style !== undefined && { style: Object.fromEntries(style) }) },
    children: inside,
  };
};

/** Declarations that are told of, alone or with others. */
const told = [
  values('clipPath', 'circle(40%)', 'none'),
  values('filter', 'blur(2px)', 'drop-shadow(0 1px 2px red)'),
  values('fontFamily', 'No Such Font', 'Inter', 'No Such Font, Inter'),
  values('backgroundColor', 'rde', 'lightgrey'),
  values('transition', 'all 1s'),
  values('noSuch', '1px'),
  values('accentColor', 'red'),
  values('borderImage', 'var(--none)', 'linear-gradient(red, blue) 1'),
  values('WebkitLineClamp', '2'),
  values('WebkitBoxOrient', 'vertical'),
  values('textOverflow', 'ellipsis'),
  values('clear', 'both'),
  values('maxHeight', '12'),
];

const lawHolds = (tree: VElement, isMoved: (index: number) => boolean = () => true): number => {
  const written = withTexts(tree);
  const moved = moveStyles(written, isMoved);
  const expected = getWarnings(withSheet(written, '.nothing { color: red }'));
  expect(getWarnings(withSheet(moved.tree, moved.css.join('\n')))).toEqual(expected);
  return expected.length;
};

const lines = { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' };

/** By what is told: trees whose warnings changed with the place of a declaration. */
const rows: Readonly<Record<string, VElement>> = {
  'an image without a size': box({}, h('img', { src: 'https://a.example/a.png', style: { display: 'block' } })),
  'an image with a size': box({}, h('img', { src: 'https://a.example/a.png', style: { width: 50 } })),
  'an <svg> that is not cut': h('svg', { width: 9, height: 9, style: { overflow: 'visible' } }),
  'a filter after a clip': box({ clipPath: 'circle(40%)', filter: 'blur(2px)' }),
  'a text over a float': box({}, box({ float: 'left', width: 50 }, 'a'), h('p', { style: { color: 'red' } }, 'text')),
  'lines of several blocks': box(lines, box({}, 'one'), box({}, 'two')),
  'a family that is not there': box({ fontFamily: 'No Such Font' }, 'text'),
  'a family without a text': box({ fontFamily: 'No Such Font' }),
  'a variable without a value': box({ color: 'var(--none)' }, 'text'),
  'a stroke that should keep its width': h(
    'svg',
    {},
    h('path', { d: 'M0 0L9 9', style: { vectorEffect: 'non-scaling-stroke' } }),
  ),
  'a property of boxes on a shape': h('svg', {}, h('rect', { style: { maskType: 'alpha', transition: 'all 1s' } })),
  'what Tailwind takes away': h('h1', { tw: 'text-3xl', style: { marginTop: 0, marginBottom: 0 } }, 'Title'),
};

describe('a warning is the same, of a style and of a rule for a class', () => {
  it.each(Object.entries(rows))('%s', (_name, tree) => {
    lawHolds(box({}, tree));
  });

  it('in generated trees', () => {
    let warnings = 0;
    const numRuns = effort(200, 5_000);
    fc.assert(
      fc.property(trees(told), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (tree, moved) => {
        warnings += lawHolds(box({}, tree), (index) => moved[index % moved.length] ?? true);
      }),
      { numRuns },
    );
    expect(warnings).toBeGreaterThan(numRuns / 2);
    figure('warnings of styles that were moved into rules', warnings);
  });
});

it.each([
  { clipPath: 'circle(40%)', filter: 'blur(2px)' },
  { backgroundColor: 'rde' },
  { fontFamily: 'No-Such-Font' },
  { color: 'var(--none)' },
  { transition: 'all 1s' },
])('a warning is the same, of a style and of classes: %j', (style) => {
  const classes = Object.entries(style).map(
    (one) =>
      `[${toCss(...one)
        .replace(': ', ':')
        .replaceAll(' ', '_')}]`,
  );
  const withoutClass = (text: string) => text.replace(/\[\S+\]: /, '');
  expect(getWarnings(h('div', { tw: classes.join(' ') }, 'text')).map(withoutClass)).toEqual(
    getWarnings(box(style, 'text')),
  );
});
