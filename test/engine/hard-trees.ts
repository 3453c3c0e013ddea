import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { box, h } from './golden/element.ts';
import { dataUri, sampleImages } from './golden/sample-images.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const within = (css: string, ...children: readonly VNode[]): VElement =>
  h('div', { style: { display: 'flex', flexWrap: 'wrap' } }, h('style', {}, css), ...children);
const nest = (depth: number, make: (inside: VNode, level: number) => VElement): VNode =>
  many(depth, (level) => level).reduce<VNode>((inside, level) => make(inside, level), 'x');

/** A tree of a size whose work may grow faster than the size. */
export interface HardTrees {
  /** @param size number of its elements, roughly */
  readonly make: (size: number) => VElement;
  /** The largest that a template may be, by `treeLimits`. */
  readonly largest: number;
  /** Whether its rules grow with its elements and ask each of them: work that the estimate of cost knows. */
  readonly isSquare?: boolean;
}

const image = dataUri('image/png', sampleImages.png);
const arabic = 'هذا نص طويل ينتهي بعلامة الحذف ';

/** Trees that make much of little, by what they repeat. A reader of trees that looks around itself has one here. */
export const hardTrees: Readonly<Record<string, HardTrees>> = {
  'variables that every element declares, in each other': {
    largest: 4_000,
    make: (size) =>
      box(
        {},
        ...many(size / 50, () =>
          nest(50, (inside, level) => box({ [`--v${level}`]: `var(--v${level + 1}, ${level}px)` }, inside)),
        ),
      ),
  },
  'variables of the root, read everywhere': {
    largest: 4_000,
    make: (size) =>
      box(
        Object.fromEntries(many(size, (index) => [`--v${index}`, `${index % 9}px`])),
        ...many(size, (index) => box({ padding: `var(--v${index})` }, 'x')),
      ),
  },
  'variables that double': {
    largest: 1_000,
    make: (size) =>
      box(
        Object.fromEntries(
          many(size, (index) => [`--v${index}`, index === 0 ? '1px' : `var(--v${index - 1}) var(--v${index - 1})`]),
        ),
        box({ boxShadow: `var(--v${size - 1})` }, 'x'),
      ),
  },
  'variables of rules for everything': {
    isSquare: true,
    largest: 2_000,
    make: (size) =>
      within(
        many(size / 10, (index) => `* { --v${index}: ${index}px }`).join('\n'),
        ...many(size, () => box({ padding: 'var(--v1)' }, 'x')),
      ),
  },
  'conditions of containers in each other': {
    largest: 4_500,
    make: (size) =>
      within(
        '@container c0 (min-width: 1px) { div { color: red } }',
        ...many(size / 90, () =>
          nest(90, (inside, level) => box({ containerType: 'inline-size', containerName: `c${level % 80}` }, inside)),
        ),
      ),
  },
  'conditions of many rules': {
    isSquare: true,
    largest: 2_000,
    make: (size) =>
      within(
        many(size / 10, (index) => `@container (width > ${index}px) { div { width: ${index}px } }`).join('\n'),
        ...many(size, () => box({ containerType: 'inline-size' }, 'x')),
      ),
  },
  'contents of contents': {
    largest: 4_500,
    make: (size) =>
      box(
        {},
        ...many(size / 90, () =>
          nest(90, (inside) => box({ display: 'contents', color: 'red', fontSize: 12 }, inside)),
        ),
      ),
  },
  'texts in contents of contents': {
    largest: 2_400,
    make: (size) =>
      box({}, ...many(size / 40, () => nest(40, (inside) => box({ display: 'contents', color: 'red' }, 'a', inside)))),
  },
  'classes with rules': {
    largest: 4_000,
    make: (size) =>
      within(
        many(size, (index) => `.c${index} { padding: ${index % 9}px }`).join('\n'),
        ...many(size, (index) => h('div', { className: `c${index} c${size - index}` }, 'x')),
      ),
  },
  'rules for everything': {
    largest: 4_000,
    make: (size) =>
      within(
        many(size / 10, (index) => `* { padding: ${index % 9}px }`).join('\n'),
        ...many(size, () => h('div', {}, 'x')),
      ),
  },
  'selectors that look around': {
    isSquare: true,
    largest: 2_000,
    make: (size) =>
      within(
        many(
          size / 20,
          (index) => `:has(.c${index}) > :nth-child(${index}n + 1 of .d) ~ div:not(.e .f${index}) { color: red }`,
        ).join('\n'),
        ...many(size, (index) => h('div', { className: `c${index} d` }, h('b', { className: 'd' }, 'x'))),
      ),
  },
  'boxes before and after everything': {
    largest: 1_500,
    make: (size) =>
      within(
        `* { counter-increment: a } *::before { content: counters(a, ".") open-quote } *::after { content: close-quote }`,
        ...many(size, () => h('div', {}, 'x')),
      ),
  },
  'counters of nested lists': {
    largest: 4_000,
    make: (size) =>
      within(
        'div { counter-reset: a; counter-increment: a } div::before { content: counters(a, ".") }',
        ...many(size / 80, () => nest(80, (inside) => h('div', {}, inside))),
      ),
  },
  'names of grid lines': {
    largest: 2_000,
    make: (size) =>
      box(
        { display: 'grid', gridTemplateColumns: many(size, (index) => `[a${index}] 1px`).join(' ') },
        ...many(size, (index) => box({ gridColumn: `a${index} / a${size - index}` }, 'x')),
      ),
  },
  'areas of a grid': {
    largest: 2_000,
    make: (size) =>
      box(
        {
          display: 'grid',
          gridTemplateAreas: many(
            size / 10,
            (row) => `"${many(10, (index) => `a${row * 10 + index}`).join(' ')}"`,
          ).join(' '),
        },
        ...many(size, (index) => box({ gridArea: `a${index}` }, 'x')),
      ),
  },
  'images in a column': {
    largest: 2_000,
    make: (size) =>
      box(
        { display: 'flex', flexDirection: 'column' },
        ...many(size, () => h('img', { src: image, style: { maxWidth: '100%' } })),
      ),
  },
  'images of classes': {
    largest: 2_000,
    make: (size) =>
      within(
        many(size, (index) => `.c${index} { width: ${index % 90}% }`).join('\n'),
        ...many(size, (index) => box({ display: 'flex' }, h('img', { src: image, className: `c${index}` }))),
      ),
  },
  'right-to-left texts that are cut': {
    largest: 2_000,
    make: (size) =>
      h(
        'div',
        { dir: 'rtl' },
        ...many(size, () =>
          box({ width: 90, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }, arabic.slice(0, 10)),
        ),
      ),
  },
  'widths of zeros': {
    largest: 4_000,
    make: (size) => box({}, ...many(size / 40, () => nest(40, (inside) => box({ minWidth: '2ch' }, inside)))),
  },
  'tabs in nested boxes': {
    largest: 2_000,
    make: (size) => box({ whiteSpace: 'pre' }, ...many(size, () => h('pre', {}, 'a\tb\tc'))),
  },
  'shares of nested columns': {
    largest: 4_500,
    make: (size) =>
      box(
        {},
        ...many(size / 45, () =>
          nest(45, (inside) =>
            box({ display: 'flex', flexDirection: 'column', alignItems: 'center' }, box({ maxWidth: '66%' }, inside)),
          ),
        ),
      ),
  },
  'tables in tables': {
    largest: 1_200,
    make: (size) =>
      box(
        {},
        ...many(size / 12, () =>
          nest(3, (inside) => h('table', {}, h('tr', {}, h('td', {}, inside), h('td', {}, 'b')))),
        ),
      ),
  },
  'rows of a table': {
    largest: 3_000,
    make: (size) => h('table', {}, ...many(size / 3, () => h('tr', {}, h('td', {}, 'a'), h('td', {}, 'b')))),
  },
  'shapes with rules': {
    largest: 2_000,
    make: (size) =>
      h(
        'svg',
        { width: 100, height: 100, viewBox: '0 0 100 100' },
        h('style', {}, many(size, (index) => `.s${index} { fill: oklch(0.6 0.1 ${index % 360}) }`).join('\n')),
        ...many(size, (index) => h('rect', { className: `s${index}`, width: 9, height: 9 })),
      ),
  },
  'turned boxes in turned boxes': {
    largest: 4_500,
    make: (size) =>
      box(
        {},
        ...many(size / 90, () => nest(90, (inside) => box({ transform: 'rotate(1deg)', background: 'red' }, inside))),
      ),
  },
};
