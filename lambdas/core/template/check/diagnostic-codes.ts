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
  'large-defaults': 'Shorten the defaults of the variables, or have fewer of them.',
  import: 'Templates may import types, `react`, `next/image`, `clsx` and `tailwind-merge`.',
  hook: 'A picture is drawn once: compute the value instead of keeping it.',
  await: 'Nothing is waited for: take the value as a variable.',
  unavailable: 'The name exists in browsers or Node, not here: take what it would give as a variable.',
  'undefined-name': 'Declare the name, or take it as a variable.',
  'inner-html': '`dangerouslySetInnerHTML` works on `<style>` only: write the elements.',
  'image-address':
    'Write the whole address, `https://...`, or a `data:` URI. (A warning where it comes out of a default.)',
  'svg-text': 'Put the text into an element over the `<svg>`. (A warning where an embedded picture has it.)',
  options: 'See [Options](#options) for what each may be.',
  'does-not-run': 'The template throws with its defaults and sample values: look at the quoted line.',
  'does-not-draw': 'The picture of the sample cannot be drawn: look at the quoted element.',
} as const;

export const warningCodes = {
  'unknown-property': 'Correct the name; nothing is drawn of it.',
  'unknown-value': 'Correct the value; the declaration is left out.',
  'no-effect': 'Drop it: it moves, reacts or is not drawn in a picture.',
  'unknown-utility': 'Correct the class, or name it in a `<style>`.',
  'unknown-font': 'Take a family of [the catalogue](#the-catalogue).',
  'unknown-option': 'Drop it, or correct the name.',
  'image-size': 'Give the `<img>` a width and a height, so that the layout does not depend on the file.',
  'image-unreadable': 'Correct the `data:` URI.',
  'transparent-jpeg': 'Give the outermost element a background, or take `png` or `webp`.',
  overflow: 'Make room, make the text smaller, or let it [fit](#text-that-fits).',
  contrast: 'Take a darker or lighter colour, or let the text lie on top: a position.',
  'unseen-text': 'Bring the text into the picture, or on top of what lies over it: a position.',
  'missing-glyph':
    'Take another character, or draw it as an `<svg>`: no font here has it, and a box stands in its place.',
  'small-text': 'Make the text larger: readers show a card 335 px wide.',
  'near-edge': 'Give the element around the text a padding.',
  'text-over-text': 'Move one of the texts, or put both into one column with a `gap`.',
  'empty-area': 'Spread what there is over the picture, or make it larger.',
  'fixed-value': 'Make what the wish names a variable. (Said where a template is generated.)',
  cost: 'Draw less: fewer elements, smaller blurs.',
  dereferenced: 'Give the variable a default, or ask whether it is there: `author?.name`.',
  'optional-by-guard': 'Nothing, when that is meant; else give it a default.',
  'not-returned': 'Write `return` before the element.',
  'empty-picture': 'Return an element. Nothing to do where the sample just has nothing to show.',
  'unknown-element': 'Correct the tag; the name of a component begins with a capital letter.',
  'unused-variable': 'Drop the variable, or give it a default.',
  'default-not-data': 'JSX and functions cannot be sent: make it a constant.',
  clock: 'Nothing, when a picture for each day is meant.',
  chance: 'Nothing, when one arrangement for the same variables is meant.',
  'missing-picture': 'Correct the address, or make sure that anybody can fetch it.',
  'large-picture': 'Draw it smaller, or in another format: the picture is drawn, but too large to send along.',
  'taken-over':
    'Nothing, when that is meant. [Coming from Vercel OG](#coming-from-vercel-og) says what becomes of code for other places.',
  'lost-variable': 'Keep the name of the variable: whoever mints sends it.',
  'required-variable': 'Nothing, when every mint sends it; else give it a default.',
  'unlike-browser':
    'Nothing, when Vercel OG is what you compare with: `satori` draws what it shows. For what a browser shows, take the engine `takumi`.',
  'sample-values': 'Give the variables defaults: the preview then shows what is meant.',
} as const;

/** Those among the warnings that find nothing odd: what was understood, and what whoever mints has to know. */
export const noteCodes: ReadonlySet<string> = new Set<keyof typeof warningCodes>(['required-variable', 'taken-over']);

export type DiagnosticCode = keyof typeof errorCodes | keyof typeof warningCodes;
