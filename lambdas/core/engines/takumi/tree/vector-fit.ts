import { getViewBox } from '../../../rendering/svg/view-box.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { TakumiNode } from '../takumi-call.ts';
import { isGiven } from './image-size.ts';

/** How a vector image lies in its box, in the words of `object-fit`. */
export interface VectorFit {
  readonly fit: 'contain' | 'cover' | 'none';
  /** As `object-position` says it. */
  readonly position: string;
}

/** How an image lies in its box by itself. */
export interface VectorFits {
  /** One that names no size. */
  readonly own: VectorFit | undefined;
  /** Any, where it fills the box. */
  readonly filling: VectorFit | undefined;
}

const shares = { Min: '0%', Mid: '50%', Max: '100%' } as const;
type Side = keyof typeof shares;

/** What a document asks for by itself; undefined where it is stretched, or has no proportions. Source: SVG 2, 8.6. */
export const ownFit = ({
  viewBox,
  preserveAspectRatio = '',
}: Readonly<Record<string, string>>): VectorFit | undefined => {
  if (!getViewBox(viewBox) || /^\s*none/.test(preserveAspectRatio)) return undefined;
  const [, x = 'Mid', y = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(preserveAspectRatio) ?? [];
  const fit = /slice/.test(preserveAspectRatio) ? 'cover' : 'contain';
  return { fit, position: `${shares[x as Side]} ${shares[y as Side]}` };
};

/** What a style asks for a vector image; undefined where takumi does so by itself. */
export const styledFit = (
  { objectFit = 'fill', objectPosition }: Style,
  { own, filling }: VectorFits,
): VectorFit | undefined => {
  const position = String(objectPosition ?? '50% 50%');
  // one that names no size has that of its box, and its proportions
  if (objectFit === 'none' && own) return { fit: 'contain', position };
  if (objectFit === 'fill') return filling;
  return objectFit === 'cover' || objectFit === 'none' ? { fit: objectFit, position } : undefined;
};

/**
 * Lays a vector image into its box: takumi 2.16 stretches it there, for every `object-fit` but `contain`. As a background it
 * keeps its proportions.
 */
export const fitVector = (node: TakumiNode, { fit, position }: VectorFit): TakumiNode => {
  const { src, style, preset, ...rest } = node;
  if (fit === 'contain') return { ...node, style: { ...style, objectFit: fit, objectPosition: position } };
  const hasSize = (['width', 'height'] as const).every((side) => isGiven(style?.[side] ?? preset?.[side]));
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
