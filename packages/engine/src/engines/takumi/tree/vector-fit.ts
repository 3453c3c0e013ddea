import { getViewBox } from '../../../rendering/svg/vector-size.ts';
import type { Style } from '../../../styles/style.ts';
import type { TakumiNode } from '../takumi-call.ts';
import { isSpecified } from './styled.ts';

/** How a vector image fits its box. */
export interface VectorFit {
  readonly fit: 'contain' | 'cover' | 'none';
  /** An `object-position` value. */
  readonly position: string;
}

/** The default fits of an image. */
export interface VectorFits {
  /** For an image without a size. */
  readonly own: VectorFit | undefined;
  /** For any image that fills the box. */
  readonly filling: VectorFit | undefined;
}

const shares = { Min: '0%', Mid: '50%', Max: '100%' } as const;
type Side = keyof typeof shares;

/** Returns the fit that a document specifies; undefined if stretched or without proportions. Source: SVG 2, 8.6. */
export const ownFit = ({
  viewBox,
  preserveAspectRatio = '',
}: Readonly<Record<string, string>>): VectorFit | undefined => {
  if (!getViewBox(viewBox) || /^\s*none/.test(preserveAspectRatio)) return undefined;
  const [, x = 'Mid', y = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(preserveAspectRatio) ?? [];
  const fit = /slice/.test(preserveAspectRatio) ? 'cover' : 'contain';
  return { fit, position: `${shares[x as Side]} ${shares[y as Side]}` };
};

/** Returns the fit that a style specifies for a vector image; undefined if takumi applies it by default. */
export const getStyleFit = (
  { objectFit = 'fill', objectPosition }: Style,
  { own, filling }: VectorFits,
): VectorFit | undefined => {
  const position = String(objectPosition ?? '50% 50%');
  // An image without a size takes that of its box, and has proportions.
  if (objectFit === 'none' && own) return { fit: 'contain', position };
  if (objectFit === 'fill') return filling;
  return objectFit === 'cover' || objectFit === 'none' ? { fit: objectFit, position } : undefined;
};

/**
 * Fits a vector image into its box: takumi 2.16 stretches it for every `object-fit` except `contain`. A background
 * image preserves its proportions.
 */
export const fitVector = (node: TakumiNode, { fit, position }: VectorFit): TakumiNode => {
  const { src, style, preset, ...rest } = node;
  if (fit === 'contain') return { ...node, style: { ...style, objectFit: fit, objectPosition: position } };
  const sides = (['width', 'height'] as const).filter((side) => isSpecified(style?.[side] ?? preset?.[side]));
  const hasSize = sides.length === 2 || (sides.length === 1 && isSpecified(style?.aspectRatio));
  if (!hasSize || src === undefined) return node;
  const inside: Style = {
    ...{ display: 'block', width: '100%', height: '100%' },
    backgroundImage: `url("${src}")`,
    backgroundSize: fit === 'cover' ? 'cover' : 'auto',
    backgroundPosition: position,
    backgroundRepeat: 'no-repeat',
  };
  const box: Style = { display: 'inline-block', overflow: 'hidden', ...preset };
  return {
    ...rest,
    type: 'container',
    style,
    preset: box,
    children: [{ type: 'container', style: inside }],
  } as TakumiNode;
};
