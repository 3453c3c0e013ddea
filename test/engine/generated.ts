import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { fc } from '../support/fast-check.ts';

/* Generated trees, within the limits of a template's tree. */

/** One of some words. */
export const words = (text: string) => fc.constantFrom(...text.split(' '));

const number = fc.oneof(
  fc.integer({ min: -50, max: 600 }),
  fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4),
  fc.constantFrom(0, 0.5, 100, 4096),
);
const unit = fc.constantFrom('px', '%', 'em', 'rem', 'vw', 'vh', 'pt', 'fr', 'deg', 's', '', 'x', 'cqi');
const length = fc.tuple(number, unit).map(([amount, suffix]) => `${amount}${suffix}`);
const colour = fc.oneof(
  fc.constantFrom(
    ...'red transparent currentColor #fff #1234 #12345 nope'.split(' '),
    'rgb(300, -1, 2%)',
    'hsl(90deg 5% 5%)',
    'oklch(1 2 3)',
    'color-mix(in srgb, red, blue)',
  ),
  fc.tuple(number, number, number, number).map((parts) => `rgba(${parts.join()})`),
);
const gradient = fc
  .tuple(
    fc.constantFrom('linear', 'radial', 'conic', 'repeating-linear', 'repeating-radial'),
    fc.array(fc.tuple(colour, length), { maxLength: 6 }),
  )
  .map(([kind, stops]) => `${kind}-gradient(${stops.map((stop) => stop.join(' ')).join(', ')})`);
const piece = fc.oneof(
  length,
  colour,
  gradient,
  fc.constantFrom(
    ...String.raw`var(--a) url(#a) url( url("data:,") rotate(45deg) scale(2) matrix(1,2,3,4,5,6) blur(5px) circle(50%) !important ; } \ "`.split(
      ' ',
    ),
    ...'auto none inherit initial unset solid dashed dotted double absolute relative fixed flex grid block inline-block contents table inline row column wrap nowrap center stretch baseline hidden visible scroll cover contain repeat no-repeat bold italic underline uppercase pre break-all keep-all rtl normal'.split(
      ' ',
    ),
    'calc(1px + 5%)',
    'min(1px, max(2px, 3vw))',
    'var(--b, var(--a))',
    'drop-shadow(0 0 9px red)',
    'polygon(0 0, 1px 1px)',
    'repeat(3, 1fr)',
    'span 3',
    '1 / -1',
  ),
);
const value = fc.oneof(
  number,
  fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' ')),
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(', ')),
);
const property = words(
  'display position top right bottom left inset width height minWidth minHeight maxWidth maxHeight margin padding border borderTop borderRadius borderWidth borderStyle borderColor outline background backgroundColor backgroundImage backgroundSize backgroundPosition backgroundRepeat backgroundClip color opacity boxShadow textShadow filter backdropFilter transform transformOrigin maskImage maskSize clipPath overflow zIndex flex flexDirection flexWrap flexGrow flexShrink flexBasis alignItems alignSelf justifyContent gap order gridTemplateColumns gridTemplateRows gridArea gridColumn gridAutoFlow aspectRatio objectFit objectPosition float clear font fontSize fontFamily fontWeight fontStyle lineHeight letterSpacing wordSpacing textAlign textDecoration textTransform textIndent textOverflow whiteSpace wordBreak overflowWrap direction tabSize WebkitTextStroke WebkitLineClamp WebkitBoxOrient mixBlendMode isolation visibility boxSizing verticalAlign listStyle content cursor --a --b',
);
export const style = fc.dictionary(property, value, { maxKeys: 7 });

export const letters = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.lorem({ maxCount: 8 }),
  fc
    .array(
      fc.constantFrom(
        ...'‏ ‎ ‮ ⁦ ‍ ́ 漢 ا ก क्ष ß a'.split(' '),
        '\ufe0f',
        '\ufdfa',
        '👩‍👩‍👧',
        '🇩🇪',
        '\ud800',
        '\udc00',
        '\n',
        '\t',
        ' ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);
export const classes = fc
  .array(
    fc.oneof(
      words(
        'flex grid p-4 -m-2 text-5xl bg-red-500/50 shadow-2xl blur-lg rotate-45 w-full h-1/2 truncate line-clamp-2 space-x-4 divide-y grid-cols-12 md:p-8 !p-1 [--a:1px] constructor __proto__',
      ),
      fc
        .tuple(fc.constantFrom('p', 'w', 'text', 'bg', 'grid-cols', 'blur', 'shadow', 'z'), value)
        .map(([name, of]) => `${name}-[${String(of).replaceAll(' ', '_')}]`),
    ),
    { maxLength: 5 },
  )
  .map((names) => names.join(' '));
const sheet = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...'.a div * :not(.x) ::before #c .a:nth-child(2n) {'.split(' '),
        'p > b',
        '@media (min-width: 1px)',
        '',
      ),
      property,
      value,
    ),
    { maxLength: 4 },
  )
  .map((rules) => rules.map(([selector, name, of]) => `${selector} { ${name}: ${of} }`).join(' '));

const svgType = words(
  'g rect circle path line use image filter feGaussianBlur feTurbulence mask clipPath pattern linearGradient stop text defs marker polygon',
);
const svgProps = fc.dictionary(
  words(
    'x y width height r rx cx cy d points transform fill stroke strokeWidth strokeDasharray opacity filter mask clipPath href xlinkHref id viewBox stdDeviation baseFrequency numOctaves offset gradientTransform patternUnits preserveAspectRatio style',
  ),
  fc.oneof(
    number,
    piece,
    fc.constantFrom('#none', 'url(#none)', 'a', 'b', 'M0 0L9 9Z', 'M0 0A3 1 0 1 1 9 9', '0 0 20 10'),
  ),
  { maxKeys: 6 },
);
const type = words('div span p h1 b img ul ol li table tr td br hr input a pre code style svg constructor x-y');

const props = fc.record(
  {
    style,
    tw: classes,
    lang: fc.constantFrom('ja', 'ko', 'zh-TW', 'ar', ''),
    className: fc.constantFrom('a', 'a b'),
    src: fc.constantFrom('', 'data:,', 'https://a.example/x', 'a.png'),
    width: number,
    height: number,
  },
  { requiredKeys: [] },
);

const shape = (type: string, props: object, children: readonly VNode[]): VElement => ({
  type,
  props: props as VElement['props'],
  children,
});

const { node } = fc.letrec<{ node: VNode; svg: VElement }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    letters,
    fc
      .tuple(type, props, fc.array(tie('node'), { maxLength: 5 }), sheet, fc.array(tie('svg'), { maxLength: 4 }))
      .map(([tag, own, children, css, shapes]): VElement => {
        if (tag === 'style') return { type: tag, props: {}, children: [css] };
        return { type: tag, props: own as VElement['props'], children: tag === 'svg' ? shapes : children };
      }),
  ),
  svg: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.tuple(svgType, svgProps).map(([tag, own]): VElement => shape(tag, own, [])),
    fc
      .tuple(svgType, svgProps, fc.array(tie('svg'), { maxLength: 3 }))
      .map(([tag, own, inner]) => shape(tag, own, inner)),
  ),
}));

/** A root of the image's size with generated content. */
export const generatedTree: fc.Arbitrary<VElement> = fc
  .tuple(style, fc.array(node, { minLength: 1, maxLength: 5 }))
  .map(([own, children]) => ({
    type: 'div',
    props: { style: { width: '100%', height: '100%', ...own } as never },
    children,
  }));
