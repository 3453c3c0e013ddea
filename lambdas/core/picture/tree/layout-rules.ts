import type { Style } from './normalise-style.ts';

/** Properties that mean nothing unless their element is a flex container. */
const flexContainerProperties = [
  'flexDirection',
  'flexWrap',
  'flexFlow',
  'alignItems',
  'alignContent',
  'justifyContent',
  'gap',
  'rowGap',
];

/**
 * The layout rules of this engine where they differ from the layout library's: boxes are border-box, and an element with
 * flex container properties and no display is flex. Everything else is CSS as in a browser.
 *
 * @param sheetNames whether a style sheet that may apply to the element sets this property; then the sheet decides.
 * Source: docs/templates.md#layout.
 */
export const applyLayoutRules = (style: Style, sheetNames: (property: string) => boolean): void => {
  if (style.boxSizing === undefined && !sheetNames('box-sizing')) style.boxSizing = 'border-box';
  if (style.display !== undefined || sheetNames('display')) return;
  const isGrid = Object.keys(style).some((name) => name.startsWith('grid') && name.includes('Template'));
  if (!isGrid && flexContainerProperties.some((name) => style[name] !== undefined)) style.display = 'flex';
};

/**
 * Values the layout library reads wrongly: for a shadow of `none` it draws a black box, and a share of opacity is lost on it.
 * Once all that is said of an element is in one style, because `none` still has to win over a class.
 */
export const correctValues = (style: Style): void => {
  const { boxShadow, textShadow, opacity } = style;
  if (isNothing(boxShadow)) delete style.boxShadow;
  // inherited: leaving it out would bring back the parent's
  if (isNothing(textShadow)) style.textShadow = '0 0 0 rgba(0,0,0,0)';
  if (typeof opacity === 'string' && /^[\d.]+%$/.test(opacity)) style.opacity = Number.parseFloat(opacity) / 100;
};
const isNothing = (value: unknown) => value === 'none' || value === 'initial';

/** HTML tables, which the layout library lacks, as rows of equally wide cells. */
export const tableStyles: Readonly<Record<string, Style>> = {
  table: { display: 'flex', flexDirection: 'column' },
  thead: { display: 'flex', flexDirection: 'column', fontWeight: 700 },
  tbody: { display: 'flex', flexDirection: 'column' },
  tfoot: { display: 'flex', flexDirection: 'column' },
  caption: { display: 'block', textAlign: 'center' },
  tr: { display: 'flex' },
  td: { display: 'block', flex: '1 1 0', padding: 1 },
  th: { display: 'block', flex: '1 1 0', padding: 1, fontWeight: 700, textAlign: 'center' },
};

const tableDisplays: Readonly<Record<string, Style>> = {
  table: { display: 'flex', flexDirection: 'column' },
  'inline-table': { display: 'inline-flex', flexDirection: 'column' },
  'table-row': { display: 'flex' },
  'table-row-group': { display: 'flex', flexDirection: 'column' },
  'table-header-group': { display: 'flex', flexDirection: 'column' },
  'table-footer-group': { display: 'flex', flexDirection: 'column' },
  'table-cell': { display: 'block', flex: '1 1 0' },
  'table-caption': { display: 'block' },
};

/** Replaces a table display by the flex display that comes nearest; the library throws on the former. */
export const replaceTableDisplay = (style: Style): void => {
  const replacement = tableDisplays[String(style.display)];
  if (!replacement) return;
  for (const name in replacement)
    if (name === 'display' || style[name] === undefined) style[name] = replacement[name] as string;
};
