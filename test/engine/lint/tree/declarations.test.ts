import { expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { lintDeclaration } from '#engine/lint/tree/declarations.ts';

const message = (name: string, value: string | number, engine: EngineName = 'takumi'): string => {
  const problem = lintDeclaration(name, value, engine);
  return problem ? `${problem.code}: ${problem.message}` : '';
};

it.each([
  ['color', 'rgb(1 2 3 / 50%)'],
  ['background-color', '#abc'],
  ['WebkitLineClamp', 2],
  ['WebkitBoxOrient', 'vertical'],
  ['display', '-webkit-box'],
  ['WebkitBackgroundClip', 'text'],
  ['WebkitTextFillColor', 'transparent'],
  ['textWrap', 'balance'],
  ['flex', 1],
  ['flex', '1 1 0'],
  ['gap', 10],
  ['lineHeight', 1.2],
  ['fontWeight', 650],
  ['inset', 0],
  ['color', 'var(--accent)'],
  ['--accent', 'anything at all'],
  ['margin', '0 auto !important'],
  ['textAlign', 'center;'],
  ['backgroundImage', 'radial-gradient(circle at 25px 25px, #333 2%, transparent 0%), url("https://a.b/c.png")'],
  ['background', 'url(data:image/png;base64,AA+/==) center / cover no-repeat #fff'],
  ['strokeWidth', 2],
  ['filter', 'drop-shadow(0 0 4px rgb(1 2 3 / 50%)) blur(2px)'],
  ['maskImage', 'linear-gradient(black, transparent)'],
  ['color', 'x'.repeat(100_000)],
  ['clipPath', 'circle(40%)'],
  ['clipPath', 'circle(40% at 50% 50%)'],
  ['background', 'rgb(from #e11d48 r g b / 0.5)'],
  ['border', '1px solid rgb(from #e11d48 r g b / 0.5)'],
  ['backdropFilter', 'blur(4px)'],
  ['content', "'B'"],
])('nothing is reported about %s: %s', (name, value) => {
  expect(message(name, value)).toBe('');
});

it.each([
  ['colour', 'red', 'unknown-property: colour is not a CSS property; do you mean color?'],
  ['backgroundColour', 'red', 'unknown-property: backgroundColour is not a CSS property; do you mean backgroundColor?'],
  ['paddingX', 4, 'unknown-property: paddingX is not a CSS property; do you mean padding?'],
  ['flexibility', 4, 'unknown-property: flexibility is not a CSS property.'],
  ['justifyContent', 'centre', 'justifyContent: centre is not a value of justify-content; do you mean center?'],
  ['display', 'flexbox', 'unknown-value: display: flexbox is not a value of display.'],
  ['fontWeight', 'semibold', 'do you mean 600?'],
  ['fontWeight', 'heavier', 'write 400, 600, bold'],
  ['alignItems', 'middle', 'do you mean center?'],
  ['color', 'grean', 'do you mean green?'],
  ['filter', 'blur(4)', 'unknown-value'],
  ['zoom', 1.5, 'no-effect: zoom is not rendered by the engine takumi'],
  ['textAlignLast', 'center', 'no-effect: textAlignLast is not rendered by the engine takumi'],
  ['textEmphasis', 'dot', 'no-effect: textEmphasis is not rendered by the engine takumi'],
  ['textBox', 'trim-both cap alphabetic', 'no-effect: textBox is not rendered by the engine takumi'],
  ['backgroundAttachment', 'fixed', 'no-effect: backgroundAttachment'],
  ['transform', 'perspective(100px) rotateX(9deg)', 'is not rendered by the engine takumi'],
  ['filter', 'bluur(3px)', 'unknown-value: filter: bluur(3px) is not a value of filter.'],
  ['color', '#12345', 'unknown-value: color: #12345 is not a value of color.'],
  ['backgroundImage', 'linear-gradient(red, blue', 'is not a value of background-image'],
  ['scrollBehavior', 'smooth', 'no-effect: scrollBehavior has no effect in an image.'],
  ['caretColor', 'red', 'no-effect: caretColor has no effect in an image.'],
  ['writingMode', 'vertical-rl', 'no-effect: writingMode is not rendered by the engine takumi.'],
])('something is said about %s: %s', (name, value, words) => {
  expect(message(name, value)).toContain(words);
});

it('the engine decides', () => {
  expect(message('zIndex', 2)).toBe('');
  expect(message('zIndex', 2, 'satori')).toBe(
    "no-effect: zIndex is not rendered by the engine satori; options.engine = 'takumi' renders it.",
  );
});
