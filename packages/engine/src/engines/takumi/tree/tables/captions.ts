import type { PreparedElement, PreparedNode } from '../../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../../styles/style.ts';

const isCaption = (node: PreparedNode): node is PreparedElement =>
  typeof node !== 'string' && node.props.style?.display === 'table-caption';

/** What a browser shows of the box around the rows, not of the captions above and below. */
const ofGrid = /^(?:background|border|padding|boxShadow|outline|overflow|tableLayout|height|minHeight|maxHeight)/;

/** Moves the rows of a table with captions into a table of their own, below or above these, in place. */
export const separateCaptions = ({ type, props }: PreparedElement): void => {
  const { style = {}, children = [] } = props;
  if (style.display !== 'table' || !children.some(isCaption)) return;
  const captions = children.filter(isCaption);
  const isWide = style.width !== undefined && style.width !== 'auto';
  const inner: Style = { display: 'table', boxSizing: 'border-box', ...(isWide && { width: '100%' }) };
  for (const [name, value] of Object.entries(style)) {
    if (!ofGrid.test(name)) continue;
    inner[name] = value;
    delete style[name];
  }
  const { border, cellPadding, cellpadding, cellSpacing, cellspacing } = props;
  const attributes = { border, cellPadding, cellpadding, cellSpacing, cellspacing };
  const rows = children.filter((child) => !isCaption(child));
  const grid: PreparedElement = { type, props: { ...attributes, style: inner, children: rows } };
  Object.assign(style, { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' });
  if (!isWide) Object.assign(style, { maxWidth: style.maxWidth ?? '100%' });
  const isBelow = ({ props: own }: PreparedElement) =>
    String(own.style?.captionSide ?? style.captionSide).endsWith('bottom');
  for (const { props: own } of captions) own.style = { ...own.style, width: 0, minWidth: '100%' };
  props.children = [...captions.filter((one) => !isBelow(one)), grid, ...captions.filter(isBelow)];
};
