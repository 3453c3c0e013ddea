import type { XmlElement } from '../../../picture/svg/xml.ts';

/** Device pixels to a CSS pixel of a document. */
export const scaleOf = ({ attributes }: XmlElement): number => {
  const [, , width = 0] = (attributes.viewBox ?? '').split(' ').map(Number);
  const scale = Number.parseFloat(attributes.width ?? '') / width;
  return scale > 0 && Number.isFinite(scale) ? scale : 1;
};
