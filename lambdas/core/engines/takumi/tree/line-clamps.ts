import { lookUp } from '../../../look-up.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Cuts texts off after so many lines: takumi 2.16 does so in blocks only, and `-webkit-box` is none to it. */
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

const aligned: Readonly<Record<string, string>> = { center: 'center', end: 'end', 'flex-end': 'end' };

/** How a flex box places the text it holds across, as a block says it. */
const getAlign = ({ flexDirection = 'row', justifyContent, alignItems }: Style): string | undefined =>
  lookUp(aligned, String(String(flexDirection).startsWith('column') ? alignItems : justifyContent));
