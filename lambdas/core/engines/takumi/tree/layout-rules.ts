import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { splitWords } from '../../../split-words.ts';

/** Properties that apply to flex containers only. */
const flexContainerProperties = splitWords(
  'flexDirection flexWrap flexFlow alignItems alignContent justifyContent gap rowGap',
);

/**
 * Applies the layout rules that differ from a browser's: boxes are border-box, and an element with flex container
 * properties and no display is flex.
 *
 * @param sheetNames returns whether a style sheet that may apply to the element sets this property; then the sheet
 * decides.
 * Source: docs/templates.md#layout.
 */
export const applyLayoutRules = (style: Style, sheetNames: (property: string) => boolean): void => {
  if (style.boxSizing === undefined && !sheetNames('box-sizing')) style.boxSizing = 'border-box';
  if (style.display !== undefined || sheetNames('display')) return;
  const isGrid = Object.keys(style).some((name) => name.startsWith('grid') && name.includes('Template'));
  if (!isGrid && flexContainerProperties.some((name) => style[name] !== undefined)) style.display = 'flex';
};

/** Default styles of table elements: rows of equally wide cells. */
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
