import { type ImageResolver, safeSvg } from '../../../picture/svg/safe-svg.ts';
import type { XmlElement } from '../../../picture/svg/xml.ts';
import { cullUnseen } from './cull.ts';
import { writeSaturations } from './saturation.ts';

/**
 * A vector picture that resvg can be given: what may be drawn of it, corrected.
 *
 * @throws XmlError when it is no SVG.
 */
export const readSvg = (bytes: Uint8Array, resolve: ImageResolver, scale?: number): XmlElement => {
  const document = safeSvg(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    resolve,
    scale,
  );
  writeSaturations(document);
  cullUnseen(document);
  return document;
};
