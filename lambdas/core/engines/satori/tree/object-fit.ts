import type { Style } from '../../../picture/tree/normalise-style.ts';
import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';
import type { Fit } from '../svg/fitted-box.ts';
import { fittedPlaceholder } from './placeholder.ts';

/**
 * Stretches images whose `object-fit` or `object-position` satori 0.63 cannot do over their box, and writes into their
 * placeholder how they lie in it: they are moved there after the layout.
 */
export const noteObjectFits: TreeCorrection = (tree) => {
  for (const { type, props } of boxesOf(tree)) {
    const fit = type === 'img' ? fitBeyondLayout(props.style ?? {}) : undefined;
    if (!fit) continue;
    props.style = { ...props.style, objectFit: 'fill', objectPosition: 'center' };
    props.src = fittedPlaceholder(String(props.src), fit);
  }
};

const plainPosition = /^(?:(?:left|center|right)(?:\s+(?:top|center|bottom))?|top|bottom)$/;

/** The fit and position of an image where satori cannot do them; undefined where it can. */
export const fitBeyondLayout = ({ objectFit, objectPosition }: Style): Fit | undefined => {
  const fit = objectFit === undefined ? 'fill' : String(objectFit);
  const position = String(objectPosition ?? 'center').trim();
  if (fit === 'none' || fit === 'scale-down') return { fit, position };
  return (fit === 'cover' || fit === 'contain') && !plainPosition.test(position) ? { fit, position } : undefined;
};
