import { getOwn } from '../../../get-own.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Makes `line-clamp` work: takumi 2.16 supports it in blocks only, not in `-webkit-box`. */
export const clampLines = (tree: PreparedElement): void => {
  for (const { props } of getBoxes(tree)) {
    const { WebkitLineClamp, lineClamp = WebkitLineClamp, display, ...style } = props.style ?? {};
    if (lineClamp === undefined) continue;
    const isBox = display === undefined || /^(?:-webkit-box|flex)$/.test(String(display));
    const align = display === 'flex' ? getAlign(style) : undefined;
    props.style = {
      ...(align !== undefined && { textAlign: align }),
      ...style,
      display: isBox ? 'block' : display,
      lineClamp,
    };
  }
};

const textAlignments: Readonly<Record<string, string>> = { center: 'center', end: 'end', 'flex-end': 'end' };

/** Returns the `text-align` that corresponds to the alignment of a flex box. */
const getAlign = ({ flexDirection = 'row', justifyContent, alignItems }: Style): string | undefined =>
  getOwn(textAlignments, String(String(flexDirection).startsWith('column') ? alignItems : justifyContent));
