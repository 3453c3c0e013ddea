/** Kinds of things said about a template's source, and what its author can do. Stable: programs may look at the names. */
export const errorCodes = {
  syntax: 'The code is no JSX or TypeScript: close the tag, add the bracket.',
  'too-deep': 'Nest less.',
  'no-default-export': 'Write `export default function Card({ title }) { ... }`.',
  'no-component': 'The default export must be a function that returns elements.',
  'class-component': 'Write a function.',
  'async-component': 'Take what would be waited for as a variable.',
  'second-parameter': 'A component takes one parameter, its props.',
  'array-parameter': 'Take the variables by name: `{ title, author }`.',
  'variable-name': 'Names of variables are letters, digits and `_`, at most 64.',
  'too-many-variables': 'Give some of them a default, or take one object.',
  import: 'Templates may import types, `react`, `next/image`, `clsx` and `tailwind-merge`.',
  hook: 'A picture is drawn once: compute the value instead of keeping it.',
  await: 'Nothing is waited for: take the value as a variable.',
  unavailable: 'The name exists in browsers or Node, not here: take what it would give as a variable.',
  'undefined-name': 'Declare the name, or take it as a variable.',
  'inner-html': '`dangerouslySetInnerHTML` works on `<style>` only: write the elements.',
  'image-address':
    'Write the whole address, `https://...`, or a `data:` URI. (A warning where it comes out of a default.)',
  'svg-text': 'Put the text into an element over the `<svg>`.',
  options: 'See [Options](#options) for what each may be.',
  'does-not-run': 'The template throws with its defaults and sample values: look at the quoted line.',
  'does-not-draw': 'The picture of the sample cannot be drawn: look at the quoted element.',
} as const;

export const warningCodes = {
  'unknown-property': 'Correct the name; nothing is drawn of it.',
  'unknown-value': 'Correct the value; the declaration is left out.',
  'no-effect': 'Drop it: it moves, reacts or is not drawn in a picture.',
  'unknown-utility': 'Correct the class, or name it in a `<style>`.',
  'unknown-font': 'Take a family of [the catalogue](#text-and-fonts).',
  'unknown-option': 'Drop it, or correct the name.',
  'image-size': 'Give the `<img>` a width and a height, so that the layout does not depend on the file.',
  'image-unreadable': 'Correct the `data:` URI.',
  'transparent-jpeg': 'Give the outermost element a background, or take `png` or `webp`.',
  overflow: 'Make room, make the text smaller, or let it [fit](#text-that-fits).',
  contrast: 'Take a darker or lighter colour.',
  cost: 'Draw less: fewer elements, smaller blurs.',
  dereferenced: 'Give the variable a default, or ask whether it is there: `author?.name`.',
  'optional-by-guard': 'Nothing, when that is meant; else give it a default.',
  'unused-variable': 'Drop the variable, or give it a default.',
  'default-not-data': 'JSX and functions cannot be sent: make it a constant.',
  clock: 'Nothing, when a picture for each day is meant.',
  chance: 'Nothing, when one arrangement for the same variables is meant.',
  'sample-values': 'Give the variables defaults: the preview then shows what is meant.',
} as const;

export type DiagnosticCode = keyof typeof errorCodes | keyof typeof warningCodes;
