import { boxesOf, type PreparedElement } from '../../../picture/tree/prepared-tree.ts';

/** Cuts texts off after so many lines: takumi 2.16 does so in blocks only, and `-webkit-box` is none to it. */
export const clampLines = (tree: PreparedElement): void => {
  for (const { props } of boxesOf(tree)) {
    const { WebkitLineClamp, lineClamp = WebkitLineClamp, display, ...style } = props.style ?? {};
    if (lineClamp === undefined) continue;
    const isBox = display === undefined || /^(?:-webkit-box|flex)$/.test(String(display));
    props.style = { ...style, display: isBox ? 'block' : display, lineClamp };
  }
};
