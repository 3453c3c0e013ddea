import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { fc } from '../../support/fast-check.ts';
import { h } from '../golden/element.ts';
import { dataUri, sampleImages } from '../golden/sample-images.ts';

/** Properties whose numbers are no lengths. */
const unitless = /^(?:lineHeight|opacity|zIndex|order|flex|flexGrow|flexShrink|fontWeight|lineClamp|WebkitLineClamp)$/;

export const toCss = (name: string, value: string | number): string => {
  const property = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isLength = typeof value === 'number' && value !== 0 && !unitless.test(name);
  return `${property}: ${value}${isLength ? 'px' : ''}`;
};

interface Moved {
  readonly tree: VElement;
  readonly css: readonly string[];
}

/** Moves the style of each element for which `isMoved` is true into a rule for a class of its own. */
export const moveStyles = (tree: VElement, isMoved: (index: number) => boolean, importance = ''): Moved => {
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
export const withSheet = ({ type, props, children }: VElement, css: string): VElement =>
  h(type, props, ...children, h('style', {}, css));

const image = dataUri('image/png', sampleImages.png);

export const values = (name: string, ...list: readonly (string | number)[]) =>
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

type Family = fc.Arbitrary<[string, string | number]>;
const styleOf = (from: readonly Family[]) =>
  fc
    .uniqueArray(fc.nat({ max: from.length - 1 }), { maxLength: 7 })
    .chain((picked) => fc.tuple(...picked.map((index) => from[index] as Family)))
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

/** Generated trees whose elements have styles. @param more lists of declarations beside the usual ones */
export const trees = (more: readonly Family[] = []): fc.Arbitrary<VElement> => {
  const style = styleOf([...families, ...more]);
  const { element } = fc.letrec<{ element: VElement; node: VNode }>((tie) => ({
    element: fc
      .tuple(type, style, fc.array(tie('node'), { maxLength: 3 }), fc.boolean())
      .map(([tag, own, children, isNatural]): VElement => {
        if (tag === 'img') return h('img', { style: own, ...(isNatural && { src: image }) });
        return h(tag, { style: own }, ...children);
      }),
    node: fc.oneof({ maxDepth: 4, depthSize: 'small' }, words, tie('element')),
  }));
  return element;
};
