import { rootFontSize } from '../../../rendering/css/lengths.ts';
import { getFontSize } from '../../../rendering/fonts/font-size.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { type PreparedElement, visitInherited } from '../../../rendering/tree/prepared-tree.ts';

/** An element that is laid out as a box, with its style before the visit. */
export interface Styled {
  readonly element: PreparedElement;
  readonly style: Style;
  /** CSS pixels; the parent's if the value depends on layout. */
  readonly fontSize: number;
  /** Absent for the root. */
  readonly parent?: Styled;
}

/** Visits the elements that are laid out as boxes, parents first. */
export const visitStyled = (tree: PreparedElement, visit: (styled: Styled) => void): void =>
  visitInherited<{ readonly parent?: Styled }>(tree, {}, (element, { parent }) => {
    const { type, props } = element;
    const around = parent?.fontSize ?? rootFontSize;
    const fontSize = getFontSize(type, props.style?.fontSize, around) ?? around;
    const styled = { element, style: props.style ?? {}, fontSize, ...(parent && { parent }) };
    visit(styled);
    return { parent: styled };
  });
