import { getOwn } from '../get-own.ts';
import type { VElement } from '../vnode/vnode.ts';
import type { Style } from './style.ts';
import { preflightLineHeight, resetTag } from './tailwind/preflight.ts';

/** What browsers make of a tag. */
interface TagDefaults {
  readonly style: Style;
  readonly isInline?: true;
  /** The layout of a table, which style sheets, classes and styles override. */
  readonly layout?: string;
}

const block: Style = { display: 'block' };
const box: TagDefaults = { style: block };
const spaced = (top: string | number, own: Style = {}): TagDefaults => ({
  style: { ...block, marginTop: top, marginBottom: top, ...own },
});
const heading = (margin: string, fontSize?: string): TagDefaults =>
  spaced(margin, { ...(fontSize !== undefined && { fontSize }), fontWeight: 700 });
const list = (listStyleType: string): TagDefaults => spaced('1em', { paddingLeft: 40, listStyleType });
const inline = (style: Style = {}): TagDefaults => ({ style, isInline: true });
const underlined = inline({ textDecoration: 'underline' });
const struck = inline({ textDecoration: 'line-through' });
const slanted = inline({ fontStyle: 'italic' });
const bold = inline({ fontWeight: 'bolder' });
const part = (layout: string, style: Style = {}): TagDefaults => ({ style, layout });
// takumi 2.16 stretches an inline image over its margins, and ignores its opacity, filter and transform.
const inlineBlock: TagDefaults = { style: { display: 'inline-block' } };
const control: Style = {
  display: 'inline-block',
  padding: '1px 2px',
  border: '1px solid #767676',
  backgroundColor: 'white',
  color: 'black',
  fontSize: 13.333,
};

/** One row for each tag. Source: HTML Living Standard, 15.3. */
const defaults: Readonly<Record<string, TagDefaults>> = {
  ...Object.fromEntries(
    [
      ...['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'form', 'figcaption', 'hgroup'],
      ...['details', 'summary', 'search', 'dt', 'fieldset', 'legend', 'body', 'html'],
    ].map((tag) => [tag, box]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'span',
        'a',
        'label',
        'q',
        'abbr',
        'time',
        'br',
        'bdi',
        'font',
        'output',
        'data',
        'code',
        'kbd',
        'samp',
        'tt',
      ],
    ].map((tag) => [tag, inline()]),
  ),
  center: { style: { ...block, textAlign: 'center' } },
  p: spaced('1em'),
  blockquote: spaced('1em', { marginLeft: 40, marginRight: 40 }),
  figure: spaced('1em', { marginLeft: 40, marginRight: 40 }),
  address: { style: { ...block, fontStyle: 'italic' } },
  dl: spaced('1em'),
  dd: { style: { ...block, marginLeft: 40 } },
  // the shades that Chromium makes of an inset border in grey; takumi 2.16 makes darker ones
  hr: spaced('0.5em', {
    marginLeft: 'auto',
    marginRight: 'auto',
    borderWidth: 1,
    borderStyle: 'solid',
    borderTopColor: '#9a9a9a',
    borderRightColor: '#eeeeee',
    borderBottomColor: '#eeeeee',
    borderLeftColor: '#9a9a9a',
    color: 'gray',
  }),
  h1: heading('0.67em', '2em'),
  h2: heading('0.83em', '1.5em'),
  h3: heading('1em', '1.17em'),
  h4: heading('1.33em'),
  h5: heading('1.67em', '0.83em'),
  h6: heading('2.33em', '0.67em'),
  ul: list('disc'),
  menu: list('disc'),
  ol: list('decimal'),
  li: { style: { display: 'list-item' } },
  pre: spaced('1em', { whiteSpace: 'pre' }),
  b: bold,
  strong: bold,
  i: slanted,
  em: slanted,
  cite: slanted,
  dfn: slanted,
  var: slanted,
  u: underlined,
  ins: underlined,
  s: struck,
  del: struck,
  strike: struck,
  mark: inline({ backgroundColor: 'yellow', color: 'black' }),
  small: inline({ fontSize: 'smaller' }),
  big: inline({ fontSize: 'larger' }),
  sub: inline({ fontSize: 'smaller', verticalAlign: 'sub' }),
  sup: inline({ fontSize: 'smaller', verticalAlign: 'super' }),
  img: inlineBlock,
  svg: inlineBlock,
  table: part('table', { width: 'fit-content' }),
  thead: part('table-header-group'),
  tbody: part('table-row-group'),
  tfoot: part('table-footer-group'),
  caption: part('table-caption', { textAlign: 'center' }),
  colgroup: part('table-column-group'),
  col: part('table-column'),
  tr: part('table-row'),
  td: part('table-cell', { padding: 1 }),
  th: part('table-cell', { padding: 1, fontWeight: 700, textAlign: 'center' }),
  button: { style: { ...control, textAlign: 'center' } },
  input: { style: control },
  textarea: { style: control },
  select: { style: control },
};

/** Tags with monospaced text by default. */
export const fixedWidthTags: ReadonlySet<string> = new Set(['code', 'kbd', 'pre', 'samp', 'tt']);

const none: TagDefaults = { style: {} };
const getTag = (type: string): TagDefaults => getOwn(defaults, type) ?? none;

const numberings: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** Returns the counter style that the attribute `type` of an `<ol>` names. */
export const getNumbering = (type: unknown): string | undefined => getOwn(numberings, String(type));

/** Returns what browsers set on an element, from its tag and its attributes; any declaration of an author is stronger. */
export const getTagStyle = (type: string, props: Readonly<Record<string, unknown>> = {}): Style => {
  const { style } = getTag(type);
  if (type === 'a' && props.href !== undefined) return { textDecoration: 'underline', color: '#0000ee' };
  if (type === 'abbr' && props.title !== undefined) return { textDecoration: 'underline dotted' };
  const listStyleType = type === 'ol' ? getNumbering(props.type) : undefined;
  return listStyleType === undefined ? style : { ...style, listStyleType };
};

export const isInlineByDefault = (type: string): boolean => getTag(type).isInline === true;

/** Returns what a tag makes of the weight of its letters: a number, `bolder`, or undefined. */
export const getTagWeight = (type: string): string | number | undefined => getTag(type).style.fontWeight;

export const isSlantedByDefault = (type: string): boolean => getTag(type).style.fontStyle === 'italic';

const sizeWords: Readonly<Record<string, number>> = { smaller: 5 / 6, larger: 1.2 };

/** Returns the font size of a tag as a share of its parent's. */
export const getTagSize = (type: string): number => {
  const { fontSize } = getTag(type).style;
  if (typeof fontSize !== 'string') return 1;
  return getOwn(sizeWords, fontSize) ?? Number.parseFloat(fontSize);
};

/** What decides the defaults of an element beside its tag. */
export interface DefaultContext {
  /** Number of lists around it. */
  readonly lists: number;
  /** Whether Tailwind's base styles apply. */
  readonly hasPreflight: boolean;
  readonly isRoot: boolean;
}

/** Returns the tag whose defaults an element has, and what is set on it before any declaration of its author. */
export const getDefaults = (
  { type, props: { hidden = false } }: VElement,
  { lists, hasPreflight, isRoot }: DefaultContext,
): { readonly type: string; readonly style: Style } => {
  const reset = hasPreflight ? resetTag(type) : undefined;
  const own = reset?.type ?? type;
  const { layout } = getTag(own);
  const isHidden = hidden !== false && hidden !== null;
  return {
    type: own,
    style: {
      ...(isRoot && hasPreflight && { lineHeight: preflightLineHeight }),
      ...(layout !== undefined && { display: layout }),
      ...getNestedListStyle(own, lists),
      ...reset?.style,
      ...(isHidden && { display: 'none' }),
    },
  };
};

/** Returns the default margins and bullets of a list inside of others. Source: HTML Living Standard, 15.3.7. */
const getNestedListStyle = (type: string, lists: number): Style => {
  if (lists === 0 || !/^(?:ul|ol|menu|dl)$/.test(type)) return {};
  const listStyleType = lists === 1 ? 'circle' : 'square';
  return { marginTop: 0, marginBottom: 0, ...(/^(?:ul|menu)$/.test(type) && { listStyleType }) };
};
