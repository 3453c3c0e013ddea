import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit } from '../../../picture/tree/prepared-tree.ts';
import { tagStyles } from '../../../picture/tree/tag-styles.ts';
import type { TextCorrection } from '../correction.ts';
import { rootTextLayout, textLayoutOf } from './text-layout.ts';

/** Tags that satori 0.63 takes for a plain `<span>`, or block. */
const plainTags = new Set(['sub', 'sup', 'ins', 'del', 'strike', 'cite', 'dfn', 'var', 'address']);

/**
 * Writes what such tags mean into their style, and how far texts are raised and lowered: satori raises by 0.34 of the font size around
 * and lowers by 0.2, and draws letters between pixels then. Before everything that reads the size and lines of texts.
 */
export const styleTags: TextCorrection = (tree, { sheets }) => {
  inherit(tree, rootTextLayout, (element, parent) => {
    const { type, props } = element;
    const style: Style = { ...(plainTags.has(type) && meaningOf(type, sheets)), ...props.style };
    const raised = parent.fontSize === undefined ? undefined : raisedBy(style.verticalAlign, parent.fontSize);
    props.style = raised === undefined ? style : { ...style, verticalAlign: `${raised}px` };
    return textLayoutOf(element, parent);
  });
};

/** What a tag means by itself, as far as style sheets say nothing of it. */
const meaningOf = (type: string, sheets: string): Style =>
  Object.fromEntries(
    Object.entries(tagStyles[type] ?? {})
      .filter(([property]) => !sheets.includes(property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)))
      .map(([property, value]) => [property, value === 'smaller' ? smaller : value]),
  );

const smaller = `${500 / 6}%`;

/** How far browsers raise a text, in whole CSS pixels: letters stand on such. Source: LayoutNG's `ComputeVerticalAlign`. */
const raisedBy = (verticalAlign: string | number | undefined, fontSize: number): number | undefined => {
  if (verticalAlign === 'super') return Math.round(fontSize / 3 + 1);
  if (verticalAlign === 'sub') return -Math.round(fontSize / 5 + 1);
  return undefined;
};
