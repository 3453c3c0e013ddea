import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/**
 * Clips backgrounds at the edge of their box. takumi 2.16 lets an image or a tile overflow unless the box has rounded
 * corners, so boxes get a radius too small to see.
 */
export const clipBackgrounds = (tree: PreparedElement): void => {
  for (const { type, props } of getBoxes(tree)) {
    const { style = {} } = props;
    if (type === 'img' || type === 'svg' || !reachesOut(style) || hasCorners(style)) continue;
    props.style = { ...style, borderRadius: 0.01 };
  }
};

const reachesOut = ({ backgroundImage, background, backgroundSize }: Style): boolean =>
  backgroundSize !== undefined || /url\(|\//.test(`${backgroundImage} ${background}`);

const hasCorners = (style: Style): boolean => Object.keys(style).some((name) => /^border.*Radius$/.test(name));
