import { type PreparedElement, visitInherited } from '../../../rendering/tree/prepared-tree.ts';
import { getFontSize } from '../../../styles/font-size.ts';
import type { Style } from '../../../styles/style.ts';
import { rootFontSize } from '../../../styles/values/lengths.ts';

/** An element that is laid out as a box, with its style. */
export interface Styled {
  readonly element: PreparedElement;
  readonly style: Style;
  /** CSS pixels; the parent's if the value depends on layout. */
  readonly fontSize: number;
  /** CSS pixels; undefined if the value depends on layout. */
  readonly exactFontSize: number | undefined;
  /** Absent for the root. */
  readonly parent?: Styled;
}

/** Visits the elements that are laid out as boxes, parents first. */
export const visitStyled = (tree: PreparedElement, visit: (styled: Styled) => void): void =>
  visitInherited<{ readonly parent?: Styled }>(tree, {}, (element, { parent }) => {
    element.props.style ??= {};
    const { style } = element.props;
    const around = parent?.fontSize ?? rootFontSize;
    const sizeIn = (inherited: number | undefined) => getFontSize(element.type, style.fontSize, inherited);
    const exactFontSize = sizeIn(parent ? parent.exactFontSize : rootFontSize);
    const fontSize = exactFontSize ?? sizeIn(around) ?? around;
    const styled = { element, style, fontSize, exactFontSize, ...(parent && { parent }) };
    visit(styled);
    return { parent: styled };
  });

/** Yields an element and its ancestors. */
export function* upwards(styled: Styled): Generator<Styled, undefined> {
  for (let at: Styled | undefined = styled; at; at = at.parent) yield at;
}

/** Returns `ltr` or `rtl`. */
export const getDirection = (styled: Styled): string => {
  const written = upwards(styled).map(({ element, style }) => style.direction ?? element.props.dir);
  return String(written.find((direction) => direction !== undefined) ?? 'ltr');
};

export const isSpecified = <T>(length: T): length is NonNullable<T> =>
  length !== undefined && length !== 'auto' && length !== '';

/** Returns whether a box is in the flow and has no width. */
export const hasNoWidth = ({ width, position }: Style): boolean =>
  (width === undefined || width === 'auto') && position !== 'absolute' && position !== 'fixed';

/** Returns whether a box of a flex column is as wide as its content. */
export const isAsWideAsContent = ({ style, parent }: Styled): boolean =>
  parent !== undefined &&
  hasNoWidth(style) &&
  parent.style.display === 'flex' &&
  String(parent.style.flexDirection).startsWith('column') &&
  /^(?:center|baseline|(?:flex-|self-)?(?:start|end))$/.test(String(style.alignSelf ?? parent.style.alignItems));
