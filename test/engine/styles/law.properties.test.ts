import { describe, expect, it } from 'vitest';
import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { effort, figure } from '../../support/effort.ts';
import { fc } from '../../support/fast-check.ts';
import { box, h, styled } from '../golden/element.ts';
import { dataUri, sampleImages } from '../golden/sample-images.ts';
import { createRecorder } from './received.ts';

const receive = createRecorder();

/** Properties whose numbers are no lengths. */
const unitless = /^(?:lineHeight|opacity|zIndex|order|flex|flexGrow|flexShrink|fontWeight|lineClamp|WebkitLineClamp)$/;

const toCss = (name: string, value: string | number): string => {
  const property = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isLength = typeof value === 'number' && value !== 0 && !unitless.test(name);
  return `${property}: ${value}${isLength ? 'px' : ''}`;
};

interface Moved {
  readonly tree: VElement;
  readonly css: readonly string[];
}

/** Moves the style of each element for which `isMoved` is true into a rule for a class of its own. */
const moveStyles = (tree: VElement, isMoved: (index: number) => boolean, importance: string): Moved => {
  const css: string[] = [];
  let count = 0;
  const move = (node: VNode): VNode => {
    if (typeof node === 'string') return node;
    const { style, ...props } = node.props;
    const index = count;
    count += 1;
    const children = node.children.map(move);
    if (typeof style !== 'object' || style === null || !isMoved(index)) return { ...node, children };
    const text = Object.entries(style as Record<string, string | number>)
      .map((one) => `${toCss(...one)}${importance}`)
      .join('; ');
    css.push(`.own-${index} { ${text} }`);
    return { type: node.type, props: { ...props, className: `own-${index}` }, children };
  };
  return { tree: move(tree) as VElement, css };
};

/** Puts a style sheet at the end, where no other element has another place because of it. */
const withSheet = ({ type, props, children }: VElement, css: string): VElement =>
  h(type, props, ...children, h('style', {}, css));

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

const values = (name: string, ...list: readonly (string | number)[]) =>
  fc.constantFrom(...list).map((value): [string, string | number] => [name, value]);

/** At most one declaration of each list: those of one list count for the same thing. */
const families = [
  values('display', 'flex', 'block', 'inline-block', 'grid', 'inline', 'none', 'contents', 'inline-flex', 'table'),
  values('position', 'relative', 'absolute', 'static'),
  values('padding', 4, '4px 8px', '1em', '5%', 'calc(1px + 2px)', 0),
  values('paddingInline', 4, '4px 8px'),
  fc.oneof(values('margin', 4, 'auto', '4px auto', '-3px 1rem 0'), values('marginTop', 10, '10%')),
  values('marginInlineStart', 6, 'auto'),
  fc.oneof(
    values('border', '1px solid red', 'none', '0', 'thick dotted', 'solid #0f0'),
    values('borderBottom', '2px solid'),
  ),
  values('borderColor', 'blue', 'red green'),
  fc.oneof(values('borderRadius', 8, '50%', '1px 2px 3px', '4px / 8px'), values('borderTopLeftRadius', 9)),
  values('width', 50, '50%', 'auto', 'min(100px, 50%)', '10vw', 'min-content', 'calc((100% - 20px) / 3)'),
  values('height', 20, '50%', '10vh', '2em'),
  values('maxWidth', 40, '100%', 'none'),
  fc.oneof(values('flex', 1, 'none', 'auto', '2 1 10px', '0 0 50%'), values('flexGrow', 1)),
  fc.oneof(values('flexDirection', 'column', 'row-reverse'), values('flexFlow', 'column wrap')),
  fc.oneof(values('gap', 4, '4px 8px'), values('columnGap', '1em')),
  values('alignItems', 'center', 'stretch', 'flex-end'),
  values('justifyContent', 'center', 'space-between'),
  fc.oneof(values('overflow', 'hidden', 'auto', 'visible'), values('overflowX', 'hidden')),
  values('inset', 0, '1px 2px'),
  values('float', 'left', 'none', 'right'),
  values('color', 'red', 'currentColor', 'inherit', 'var(--a, blue)'),
  values('background', 'red', 'linear-gradient(red, blue)', 'none', 'var(--a)'),
  fc.oneof(values('font', 'bold 12px/1.5 Inter', 'italic 20px serif'), values('fontSize', 12, '1.5em', '120%', '1rem')),
  values('lineHeight', 1.5, '20px', 'normal'),
  values('letterSpacing', 2, '0.1em'),
  values('textAlign', 'center', 'right', 'start'),
  values('whiteSpace', 'nowrap', 'pre', 'pre-wrap'),
  values('opacity', 0.5, 1),
  values('zIndex', 1, -1),
  values('direction', 'rtl', 'ltr'),
  fc.oneof(values('listStyle', 'square inside', 'none'), values('listStyleType', 'circle', 'decimal', '"→ "')),
  values('transform', 'rotate(10deg)', 'scale(2)'),
  values('--a', 'red', '12px'),
  values('outline', '1px solid red'),
  values('boxShadow', '0 1px 2px red'),
  values('textTransform', 'uppercase', 'capitalize'),
  values('boxSizing', 'content-box'),
  values('aspectRatio', '1', '16 / 9'),
  values('lineClamp', 2),
  values('gridTemplateColumns', '1fr 1fr', '[a] 1fr [b] 2fr'),
  values('gridColumn', 'a', '1 / 3'),
] as const;

const style = fc
  .uniqueArray(fc.nat({ max: families.length - 1 }), { maxLength: 7 })
  .chain((picked) => fc.tuple(...picked.map((index) => families[index] as (typeof families)[number])))
  .map((entries) => Object.fromEntries(entries));

const type = fc.constantFrom(
  'div',
  'span',
  'p',
  'h1',
  'ul',
  'li',
  'b',
  'code',
  'img',
  'table',
  'tr',
  'td',
  'section',
  'a',
);
const words = fc.constantFrom('Some words', 'سلام', 'a', 'one two three four five six seven', '日本語の文章');

const { element } = fc.letrec<{ element: VElement; node: VNode }>((tie) => ({
  element: fc
    .tuple(type, style, fc.array(tie('node'), { maxLength: 3 }), fc.boolean())
    .map(([tag, own, children, isNatural]): VElement => {
      if (tag === 'img') return h('img', { style: own, ...(isNatural && { src: image }) });
      return h(tag, { style: own }, ...children);
    }),
  node: fc.oneof({ maxDepth: 4, depthSize: 'small' }, words, tie('element')),
}));

describe('a declaration counts for the same, in a style and in a rule for a class', () => {
  it.each(Object.entries(rows))('%s', async (_name, tree) => {
    await lawHolds(tree);
  });

  it('in generated trees', async () => {
    const numRuns = effort(150, 3_000);
    let elements = 0;
    await fc.assert(
      fc.asyncProperty(element, fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (tree, moved) => {
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
