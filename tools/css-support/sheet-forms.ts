import type { VElement, VNode } from '#engine/vnode/vnode.ts';

/** A selector or at-rule, with a style sheet in which it has an effect in Chromium if it has one in a still image. */
export interface SheetForm {
  /** As in `getSheetForms`: `:nth-child()`, `::before`, `@media (min-width)`, `>`. */
  readonly form: string;
  readonly css: string;
}

const h = (type: string, props: VElement['props'], ...children: readonly VNode[]): VElement => ({
  type,
  props,
  children: [...children],
});

const red = '{ background-color: #dc2626 }';
const selects = (form: string, selector: string): SheetForm => ({ form, css: `${selector} ${red}` });
const holds = (form: string, head: string): SheetForm => ({ form, css: `${head} { .item ${red} }` });

const states =
  ':hover :focus :focus-within :focus-visible :active :visited :link :any-link :target :checked :disabled :enabled :required :optional :valid :invalid :read-only :read-write :placeholder-shown :default :indeterminate :in-range :out-of-range :autofill :open :modal :fullscreen :defined :scope :host :popover-open :user-valid :user-invalid :target-within :future :past :current :playing :paused :blank';

/** What is measured: selectors and rules of the specifications, each in the scene below. */
export const sheetForms: readonly SheetForm[] = [
  selects('.', '.item'),
  selects('#', '#one'),
  selects('type', 'p'),
  selects('*', '*'),
  selects('[]', '[data-kind]'),
  selects('[=]', '[data-kind="ab cd"]'),
  selects('[~=]', '[data-kind~="cd"]'),
  selects('[|=]', '[data-lang|="en"]'),
  selects('[^=]', '[data-kind^="ab"]'),
  selects('[$=]', '[data-kind$="cd"]'),
  selects('[*=]', '[data-kind*="b c"]'),
  selects('[= i]', '[data-kind="AB CD" i]'),
  selects('descendant', '.row .item'),
  selects('>', '.row > .item'),
  selects('+', '#one + .item'),
  selects('~', '#one ~ .item'),
  selects(',', '#one, p'),
  { form: '&', css: `.row { & > .item ${red} }` },
  { form: 'nested', css: `.row { .item ${red} }` },
  selects(':root', ':root .item'),
  selects(':first-child', '.item:first-child'),
  selects(':last-child', '.bare:last-child'),
  selects(':only-child', '.only:only-child'),
  selects(':first-of-type', '.item:first-of-type'),
  selects(':last-of-type', '.item:last-of-type'),
  selects(':only-of-type', 'p:only-of-type'),
  selects(':nth-child()', '.item:nth-child(2)'),
  selects(':nth-child( of )', ':nth-child(1 of .second)'),
  selects(':nth-last-child()', '.bare:nth-last-child(1)'),
  selects(':nth-of-type()', '.item:nth-of-type(2)'),
  selects(':nth-last-of-type()', '.item:nth-last-of-type(2)'),
  selects(':empty', '.bare:empty'),
  selects(':not()', '.item:not(.second)'),
  selects(':is()', ':is(p, .second)'),
  selects(':where()', ':where(p, .second)'),
  selects(':has()', '.row:has(> .second)'),
  selects(':matches()', ':matches(p, .second)'),
  selects(':-webkit-any()', ':-webkit-any(p, .second)'),
  selects(':lang()', '.item:lang(fr)'),
  selects(':dir()', '.item:dir(rtl)'),
  selects(':host()', ':host(.row)'),
  selects(':state()', '.item:state(open)'),
  ...states.split(' ').map((state) => selects(state, `.item${state}, .link${state}, .control${state}`)),
  { form: '::before', css: `.item::before { content: "<"; ${red.slice(1)}` },
  { form: '::after', css: `.item::after { content: ">"; ${red.slice(1)}` },
  { form: ':before', css: `.item:before { content: "<"; ${red.slice(1)}` },
  { form: ':after', css: `.item:after { content: ">"; ${red.slice(1)}` },
  { form: '::first-letter', css: '.item::first-letter { color: #dc2626; font-size: 30px }' },
  { form: ':first-letter', css: '.item:first-letter { color: #dc2626; font-size: 30px }' },
  { form: '::first-line', css: '.item::first-line { color: #dc2626; font-size: 26px }' },
  { form: ':first-line', css: '.item:first-line { color: #dc2626; font-size: 26px }' },
  { form: '::marker', css: 'li::marker { color: #dc2626; font-size: 26px }' },
  ...['::selection', '::placeholder', '::backdrop', '::cue', '::file-selector-button', '::-webkit-scrollbar'].map(
    (part) => selects(part, `.item${part}, .control${part}`),
  ),
  ...['::part()', '::slotted()', '::highlight()', '::target-text', '::details-content', '::spelling-error'].map(
    (part) => selects(part, `.item${part.replace('()', '(part)')}`),
  ),
  holds('@media all', '@media all'),
  holds('@media screen', '@media screen'),
  holds('@media print', '@media print'),
  holds('@media (width)', '@media (width > 100px)'),
  holds('@media (min-width)', '@media (min-width: 100px)'),
  holds('@media (max-width)', '@media (max-width: 1000px)'),
  holds('@media (min-height)', '@media (min-height: 50px)'),
  holds('@media (max-height)', '@media (max-height: 1000px)'),
  holds('@media (height)', '@media (height < 1000px)'),
  holds('@media (orientation)', '@media (orientation: landscape)'),
  holds('@media (aspect-ratio)', '@media (aspect-ratio > 1/1)'),
  holds('@media (min-aspect-ratio)', '@media (min-aspect-ratio: 1/1)'),
  holds('@media (max-aspect-ratio)', '@media (max-aspect-ratio: 9/1)'),
  holds('@media (prefers-color-scheme)', '@media (prefers-color-scheme: light)'),
  holds('@media (prefers-reduced-motion)', '@media (prefers-reduced-motion: no-preference)'),
  holds('@media (prefers-contrast)', '@media (prefers-contrast: no-preference)'),
  holds('@media (hover)', '@media (hover: hover)'),
  holds('@media (pointer)', '@media (pointer: fine)'),
  holds('@media (resolution)', '@media (resolution >= 1dppx)'),
  holds('@media (min-resolution)', '@media (min-resolution: 1dppx)'),
  holds('@media (color)', '@media (color)'),
  holds('@media (color-gamut)', '@media (color-gamut: srgb)'),
  holds('@media not', '@media not print'),
  holds('@media and', '@media screen and (min-width: 100px)'),
  holds('@media or', '@media (min-width: 9000px) or (min-width: 100px)'),
  holds('@supports', '@supports (display: grid)'),
  holds('@supports not', '@supports not (display: none-such)'),
  holds('@supports selector()', '@supports selector(:has(a))'),
  holds('@layer', '@layer base'),
  {
    form: '@layer order',
    css: `@layer one, two; @layer two { .item ${red} } @layer one { .item { background: #16a34a } }`,
  },
  { form: '@container', css: `.row { container-type: inline-size } @container (min-width: 50px) { .item ${red} }` },
  holds('@scope', '@scope (.row)'),
  holds('@starting-style', '@starting-style'),
  {
    form: '@property',
    css: '@property --ink { syntax: "<color>"; inherits: false; initial-value: #dc2626 } .item { background-color: var(--ink) }',
  },
  { form: '@keyframes', css: `@keyframes glow { from ${red} to ${red} } .item { animation: glow 10s infinite }` },
  {
    form: '@-webkit-keyframes',
    css: `@-webkit-keyframes glow { from ${red} to ${red} } .item { animation: glow 10s infinite }`,
  },
  {
    form: '@counter-style',
    css: '@counter-style signs { system: cyclic; symbols: "+"; suffix: " " } li { list-style-type: signs }',
  },
  {
    form: '@font-feature-values',
    css: '@font-feature-values Inter { @styleset { round: 1 } } .item { font-variant-alternates: styleset(round) }',
  },
  {
    form: '@font-palette-values',
    css: '@font-palette-values --own { font-family: Inter; base-palette: 1 } .item { font-palette: --own }',
  },
  { form: '@page', css: '@page { margin: 40px }' },
  { form: '@namespace', css: `@namespace url("http://www.w3.org/1999/xhtml"); .item ${red}` },
  { form: '@charset', css: `@charset "utf-8"; .item ${red}` },
  { form: '@view-transition', css: '@view-transition { navigation: auto }' },
  { form: '@position-try', css: '@position-try --up { top: 0 }' },
  { form: '@function', css: '@function --ink() { result: #dc2626 } .item { background-color: --ink() }' },
  { form: '@when', css: `@when media(min-width: 100px) { .item ${red} }` },
  { form: '@document', css: `@document url("http://page.test/") { .item ${red} }` },
  { form: '@viewport', css: '@viewport { width: 50px }' },
  { form: '!important', css: `.second { background-color: #dc2626 !important } #two { background-color: #16a34a }` },
];

/** Returns the scene of a style sheet, in which every form has something to select. */
export const buildSheetScene = (css: string): VElement =>
  h(
    'div',
    { style: { width: 200, height: 120, backgroundColor: '#ffffff', fontSize: 16, color: '#0f172a' } },
    h('style', {}, css),
    h(
      'div',
      { className: 'row', style: { width: 190, padding: 2 } },
      h(
        'div',
        { className: 'item', id: 'one', lang: 'fr', dir: 'rtl', 'data-kind': 'ab cd', 'data-lang': 'en-GB' },
        'One',
      ),
      h('div', { className: 'item second', id: 'two' }, 'Two words'),
      h('p', { className: 'item', style: { margin: 0 } }, 'Three'),
      h('div', { className: 'bare', style: { width: 50, height: 8 } }),
    ),
    h('div', {}, h('a', { className: 'link only', href: 'https://page.test/other' }, 'Link')),
    h('ul', { style: { margin: 0 } }, h('li', {}, 'Item')),
  );
