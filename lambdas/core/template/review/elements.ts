import type { Finding, Reviewed } from './reviewed.ts';

const undrawn = new Set('video audio canvas iframe object embed script math picture'.split(' '));

/** Elements that draw nothing here. */
export const reviewElement = ({ element, isInsideSvg, at }: Reviewed): Finding[] =>
  undrawn.has(element.type) && !isInsideSvg
    ? [{ ...at(), code: 'no-effect', message: `<${element.type}> is not drawn in a picture.` }]
    : [];
