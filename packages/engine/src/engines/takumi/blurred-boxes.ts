import type { ImageDiagnostic } from '../../lint/image/image-diagnostics.ts';
import type { Box, Boxes, Size } from '../../rendering/boxes.ts';
import { maxCanvasMargin } from '../../rendering/cost.ts';
import { getBoxes, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { Edges } from '../../styles/edges.ts';
import { getPixels } from '../../styles/values/lengths.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import { isSpecified, type Styled, upwards, visitStyled } from './tree/styled.ts';

/** A box that a filter blurs. */
interface BlurredBox {
  readonly styled: Styled;
  /** How far it spreads a pixel, in CSS pixels. */
  readonly reach: number;
}

const blur = /(?:^|[\s:;])blur\(\s*([^()\s]+)\s*\)/g;
/** A Gaussian blur spreads a pixel over three standard deviations. */
const deviations = 3;

const getReach = (text: string, fontSize: number | undefined): number => {
  const radii = Array.from(text.matchAll(blur), ([, radius]) => getPixels(radius, fontSize) ?? 0);
  return deviations * radii.reduce((sum, radius) => sum + radius, 0);
};

/** Returns whether a box is placed by the canvas, which then has no space around the image. */
export const hasFixedBoxes = (tree: PreparedElement): boolean =>
  getBoxes(tree).some(({ props }) => props.style?.position === 'fixed');

export const findBlurredBoxes = (tree: PreparedElement): BlurredBox[] => {
  const found: BlurredBox[] = [];
  visitStyled(tree, (styled) => {
    const reach = getReach(String(styled.style.filter ?? ''), styled.fontSize);
    if (reach > 0) found.push({ styled, reach });
  });
  return found;
};

const getOverhang = (box: Box, { left, top, width, height }: Box): Edges => ({
  left: left - box.left,
  top: top - box.top,
  right: box.left + box.width - left - width,
  bottom: box.top + box.height - top - height,
});

/** Returns whether a blurred box lies in the other one at least in part, blurred as it is. */
const isSeen = ({ left, top, right, bottom }: Edges, box: Box, reach: number): boolean =>
  Math.max(left, right) < box.width + reach && Math.max(top, bottom) < box.height + reach;

/**
 * Returns the space that is needed around an image, so that boxes that leave it are blurred whole: takumi 2.16 cuts them at
 * the edge of its canvas before it blurs them, and they fade there. CSS pixels, whole device pixels.
 */
export const getCanvasMargins = (
  blurred: readonly BlurredBox[],
  boxes: Boxes,
  { width, height }: Size,
  scale: number,
): Edges => {
  const needed = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { styled, reach } of blurred) {
    const box = boxes.get(styled.element);
    const overhang = box && getOverhang(box, { left: 0, top: 0, width, height });
    if (!overhang || !isSeen(overhang, box, reach)) continue;
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      needed[side] = Math.max(needed[side], Math.min(overhang[side], reach, maxCanvasMargin));
  }
  const whole = (length: number) => Math.ceil(length * scale) / scale;
  return {
    left: whole(needed.left),
    top: whole(needed.top),
    right: whole(needed.right),
    bottom: whole(needed.bottom),
  };
};

/** Returns whether an element cuts what leaves its box. */
const cuts = ({ overflow, overflowX, overflowY }: Styled['style']): boolean =>
  /hidden|clip/.test(`${overflow} ${overflowX} ${overflowY}`);

const isCornered = (style: Styled['style']): boolean =>
  Object.keys(style).some((name) => /^border.*Radius$/.test(name) && isSpecified(style[name]));

/** Lets boxes around a blurred box show what leaves them, if that is outside the image. */
export const openBoxes = (blurred: readonly BlurredBox[], boxes: Boxes, { width, height }: Size): void => {
  const around = new Set(blurred.flatMap(({ styled }) => [...upwards(styled)].slice(1)));
  for (const { element, style } of around) {
    const box = boxes.get(element);
    const { left, top, right, bottom } = getOverhang(box ?? noBox, { left: 0, top: 0, width, height });
    if (!cuts(style) || isCornered(style) || style.textOverflow !== undefined) continue;
    if (Math.min(left, top, right, bottom) < 0) continue;
    const { overflow: _all, overflowX: _x, overflowY: _y, ...others } = style;
    // An item that cuts nothing may not be smaller than its content.
    element.props.style = { minWidth: 0, minHeight: 0, ...others };
  }
};

const noBox: Box = { left: 0, top: 0, width: 0, height: 0 };

/**
 * Returns a diagnostic for each blurred box that fades at the edge of a box that cuts it.
 *
 * @param image if it cuts boxes too.
 */
export const lintCutBlurs = (blurred: readonly BlurredBox[], boxes: Boxes, image: Box | undefined): ImageDiagnostic[] =>
  blurred.flatMap(({ styled, reach }) => {
    const box = boxes.get(styled.element);
    const isCutAt = (around: Box | undefined): boolean => {
      if (!box || !around) return false;
      const overhang = getOverhang(box, around);
      return isSeen(overhang, box, reach) && Object.values(overhang).some((length) => length > 0);
    };
    const around = [...upwards(styled)].slice(1);
    const edge = around.find(({ element, style }) => cuts(style) && isCutAt(boxes.get(element)));
    if (!edge && !isCutAt(image)) return [];
    const { props } = styled.element;
    const at = edge ? `<${edge.element.type}> (overflow: hidden)` : 'the image, because a box is position: fixed';
    const message = `A blurred box fades at the edge of ${at}; a browser cuts it after the blur. A radial gradient does not fade.`;
    const position = props[sourcePositionProperty];
    return [
      {
        code: 'unlike-browser',
        message,
        about: String(styled.style.filter),
        property: 'filter',
        ...(typeof position === 'string' && { position }),
      },
    ];
  });

/** Returns the pixels of a rectangle, four bytes each. @param from device pixels, in rows of `stride`. */
export const cropPixels = (from: Buffer, stride: number, { left, top, width, height }: Box): Buffer => {
  const cropped = Buffer.allocUnsafe(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * stride + left) * 4;
    from.copy(cropped, row * width * 4, start, start + width * 4);
  }
  return cropped;
};
