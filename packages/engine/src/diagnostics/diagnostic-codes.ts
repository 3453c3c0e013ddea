/** Codes of diagnostics, with what the author can do. Stable: programs may depend on the names. */
export const errorCodes = {
  syntax: 'The code is not valid JSX or TypeScript: close the tag, add the bracket.',
  'too-deep': 'Nest less.',
  'no-default-export': 'Write `export default function Card({ title }) { ... }`.',
  'no-component': 'The default export must be a function that returns elements.',
  'class-component': 'Write a function.',
  'second-parameter': 'A component takes one parameter, its props.',
  'array-parameter': 'Take the variables by name: `{ title, author }`.',
  'variable-name': 'Names of variables are letters, digits and `_`, at most 64.',
  'too-many-variables': 'Give some of them a default, or take one object.',
  'large-defaults': 'Shorten the defaults of the variables, or use fewer variables.',
  import: 'Templates may import types, `react`, `next/image`, `clsx` and `tailwind-merge`.',
  hook: 'An image is rendered once: compute the value instead of keeping state.',
  unavailable: 'The name exists in browsers or Node, not here: take its value as a variable.',
  'undefined-name': 'Declare the name, or take it as a variable.',
  'inner-html': '`dangerouslySetInnerHTML` works only on `<style>`: write the elements.',
  'image-address': 'Write a complete URL, `https://...`, or a `data:` URI. (A warning if it comes from a default.)',
  'svg-text': 'Put the text into an element over the `<svg>`.',
  options: 'See [Options](#options) for the allowed values.',
  'does-not-run': 'The template throws with its defaults and sample values: look at the quoted line.',
  'empty-import':
    'Look at the named statement of the imported file: see [Coming from Vercel OG](#coming-from-vercel-og).',
  'does-not-render': 'The image of the sample cannot be rendered: look at the quoted element.',
} as const;

export const warningCodes = {
  'unknown-property': 'Correct the name; the property has no effect.',
  'unknown-value': 'Correct the value; the declaration is left out.',
  'no-effect': 'Remove it: it has no effect in an image.',
  'tailwind-defaults':
    'Write `preflight: true` into `options`, or set the margins, bullets and letters of the element.',
  'unknown-utility': 'Correct the class, or name it in a `<style>`.',
  'unknown-font':
    'Use one of the [font families](#font-families), save again when the font source can be reached, or upload the font.',
  'unknown-option': 'Remove it, or correct the name.',
  'unknown-field': 'Correct the name of the field of the request; it was ignored.',
  'image-size': 'Give the `<img>` a width and a height, so that the layout does not depend on the file.',
  'image-unreadable': 'Correct the `data:` URI.',
  'transparent-jpeg': 'Give the outermost element a background, or use `png` or `webp`.',
  overflow: 'Make room, make the text smaller, or let it [fit](#text-that-fits).',
  contrast: 'Use a darker or lighter colour, or give the text a `position` so that it is on top.',
  'unseen-text': 'Move the text into the image, or give it a `position` so that it is on top.',
  'fails-with-value':
    'Correct the quoted element, or leave it out while the variable has no value: a mint with this value would publish a URL without an image.',
  'missing-glyph':
    'Name a font family that has the character, such as `Noto Sans Telugu`, use another character, or render it as an `<svg>`: a box is shown instead.',
  'small-text': 'Make the text larger: platforms show a card 335 px wide.',
  'near-edge': 'Give the element around the text more padding.',
  'platform-label':
    'Move the text, or nothing if it may be covered. (Only for `clientClass: "previewer"`, and in *Previews* of the studio.)',
  'text-over-text': 'Move one of the texts, or put both into one column with a `gap`.',
  'not-rendered':
    'Check it again, alone: its processor time was used up before its image was looked at, so that warnings may be missing.',
  'empty-area': 'Distribute the content over the image, or make it larger.',
  'fixed-value': 'Make what the prompt names a variable. (Only when a template is generated.)',
  cost: 'Use fewer elements or smaller blurs.',
  dereferenced: 'Give the variable a default, or check that it is present: `author?.name`.',
  'optional-by-guard': 'Nothing if that is intended; otherwise give it a default.',
  'not-returned': 'Write `return` before the element.',
  'empty-image': 'Return an element. Nothing if the sample values have nothing to show.',
  'unknown-element': 'Correct the tag; the name of a component begins with a capital letter.',
  'unused-variable': 'Remove the variable, or give it a default.',
  'default-not-data': 'JSX and functions cannot be sent: make it a constant.',
  clock: 'Nothing if one image per day is intended.',
  chance: 'Nothing if the same arrangement for the same variables is intended.',
  'missing-image': 'Correct the URL, and make sure that it is public.',
  'large-image': 'Make it smaller, or use another format: the image was rendered, but is too large for the response.',
  'taken-over': 'Nothing if that is intended. See [Coming from Vercel OG](#coming-from-vercel-og).',
  'lost-variable': 'Keep the name of the variable: sites send it.',
  'required-variable': 'Nothing if every mint sends it; otherwise give it a default.',
  'unlike-browser': 'Nothing if you want what Vercel OG shows. For what a browser shows, use the engine `takumi`.',
  'sample-values': 'Give the variables defaults, so that the preview shows realistic values.',
} as const;

/** Warnings that are not problems: what was imported, what a mint must send, and what platforms do. */
export const noteCodes: ReadonlySet<string> = new Set<keyof typeof warningCodes>([
  'required-variable',
  'taken-over',
  'platform-label',
]);

export type DiagnosticCode = keyof typeof errorCodes | keyof typeof warningCodes;
