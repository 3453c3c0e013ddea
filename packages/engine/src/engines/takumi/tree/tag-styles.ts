import { getOwn } from '../../../get-own.ts';
import type { Style } from '../../../styles/style.ts';

const block: Style = { display: 'block' };
const spaced = (top: string | number): Style => ({ ...block, marginTop: top, marginBottom: top });
const heading = (fontSize: string, margin: string): Style => ({ ...spaced(margin), fontSize, fontWeight: 700 });
const list = (listStyleType: string): Style => ({ ...spaced('1em'), paddingLeft: 40, listStyleType });
const underlined: Style = { textDecoration: 'underline' };
const struck: Style = { textDecoration: 'line-through' };
const slanted: Style = { fontStyle: 'italic' };
const bold: Style = { fontWeight: 'bolder' };
const inlineBlock: Style = { display: 'inline-block' };
const control: Style = {
  display: 'inline-block',
  padding: '1px 2px',
  border: '1px solid #767676',
  backgroundColor: 'white',
  color: 'black',
  fontSize: 13.333,
};

/** Default styles of tags. Source: HTML Living Standard, 15.3. */
export const tagStyles: Readonly<Record<string, Style>> = {
  ...Object.fromEntries(
    [
      ...['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'form', 'figcaption', 'hgroup'],
      ...['details', 'summary', 'search', 'dt', 'fieldset', 'legend', 'body', 'html'],
    ].map((tag) => [tag, block]),
  ),
  center: { ...block, textAlign: 'center' },
  p: spaced('1em'),
  blockquote: { ...spaced('1em'), marginLeft: 40, marginRight: 40 },
  figure: { ...spaced('1em'), marginLeft: 40, marginRight: 40 },
  address: { ...block, ...slanted },
  dl: spaced('1em'),
  dd: { ...block, marginLeft: 40 },
  hr: { ...spaced('0.5em'), borderWidth: 1, borderStyle: 'inset', borderColor: 'gray', color: 'gray' },
  h1: heading('2em', '0.67em'),
  h2: heading('1.5em', '0.83em'),
  h3: heading('1.17em', '1em'),
  h4: { ...spaced('1.33em'), fontWeight: 700 },
  h5: heading('0.83em', '1.67em'),
  h6: heading('0.67em', '2.33em'),
  ul: list('disc'),
  menu: list('disc'),
  ol: list('decimal'),
  li: { display: 'list-item' },
  pre: { ...spaced('1em'), whiteSpace: 'pre' },
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
  mark: { backgroundColor: 'yellow', color: 'black' },
  small: { fontSize: 'smaller' },
  big: { fontSize: 'larger' },
  sub: { fontSize: 'smaller', verticalAlign: 'sub' },
  sup: { fontSize: 'smaller', verticalAlign: 'super' },
  // takumi 2.16 stretches an inline image over its margins, and ignores its opacity, filter and transform.
  img: inlineBlock,
  svg: inlineBlock,
  table: { width: 'fit-content' },
  caption: { textAlign: 'center' },
  td: { padding: 1 },
  th: { padding: 1, fontWeight: 700, textAlign: 'center' },
  button: { ...control, textAlign: 'center' },
  input: control,
  textarea: control,
  select: control,
};

const numberings: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** Returns the default styles that follow from attributes. Source: HTML Living Standard, 15.3. */
export const getAttributeStyle = (type: string, props: Readonly<Record<string, unknown>>): Style => {
  if (type === 'a' && props.href !== undefined) return { ...underlined, color: '#0000ee' };
  if (type === 'abbr' && props.title !== undefined) return { textDecoration: 'underline dotted' };
  const listStyleType = type === 'ol' ? getOwn(numberings, String(props.type)) : undefined;
  return listStyleType === undefined ? {} : { listStyleType };
};

/** Default layout of table elements. Style sheets do not override it. */
export const tableStyles: Readonly<Record<string, Style>> = {
  table: { display: 'table' },
  thead: { display: 'table-header-group' },
  tbody: { display: 'table-row-group' },
  tfoot: { display: 'table-footer-group' },
  caption: { display: 'table-caption' },
  colgroup: { display: 'table-column-group' },
  col: { display: 'table-column' },
  tr: { display: 'table-row' },
  td: { display: 'table-cell' },
  th: { display: 'table-cell' },
};
