import { lintDeclaration } from 'image-url-engine/lint/tree/declarations.ts';
import { expect, it } from 'vitest';

const message = (name: string, value: string | number): string => {
  const problem = lintDeclaration(name, value);
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
  ['width', '100'],
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
  ['backdropFilter', 'blur(4px)', 'no-effect: backdropFilter is not rendered here.'],
  ['transform', 'perspective(100px) rotateX(9deg)', 'what is turned stays flat'],
  ['filter', 'bluur(3px)', 'unknown-value: filter: bluur(3px) is not a value of filter.'],
  ['color', '#12345', 'unknown-value: color: #12345 is not a value of color.'],
  ['backgroundImage', 'linear-gradient(red, blue', 'is not a value of background-image'],
  ['animation', 'spin 1s', 'no-effect: animation has no effect: an image does not move.'],
  ['cursor', 'pointer', 'no-effect: cursor has no effect in an image.'],
  ['writingMode', 'vertical-rl', 'no-effect: writingMode is not rendered here.'],
])('something is said about %s: %s', (name, value, words) => {
  expect(message(name, value)).toContain(words);
});
