import { type ImageResolver, localName, sanitiseDocument } from '../safe-svg.ts';
import { getXmlElements, parseXml, type XmlElement, XmlError } from '../xml.ts';
import { resolveSvg, sheetWork } from './resolve-svg.ts';
import { findUnrendered, type SeenElement } from './unrendered.ts';

/** A vector image that was read. */
export interface ReadSvg {
  readonly document: XmlElement;
  /** What it asks for and is not rendered. */
  readonly unrendered: readonly string[];
}

/**
 * Parses an SVG file, resolves its styles, and reduces it to what a rasteriser may read. Its texts stay, to be outlined.
 *
 * @param work shared by the files of one image
 * @throws XmlError
 */
export const readSafeSvg = (bytes: Uint8Array, resolveImage: ImageResolver, scale = 1, work = sheetWork()): ReadSvg => {
  const document = parseFile(bytes);
  const unrendered = findUnrendered(toSeen(document));
  resolveSvg(document, undefined, work);
  return { document: sanitiseDocument(document, { resolveImage, scale, keepsTexts: true }), unrendered };
};

const parseFile = (bytes: Uint8Array): XmlElement => {
  const document = parseXml(new TextDecoder().decode(bytes));
  for (const element of getXmlElements(document)) element.name = localName(element.name);
  return document;
};

/** Returns an element of a file for `findUnrendered`. */
const toSeen = ({ name, attributes, children }: XmlElement): SeenElement => ({
  type: name,
  attribute: (key) => attributes[key],
  children: children.filter((child) => typeof child !== 'string').map(toSeen),
  ...(name === 'style' && { text: children.filter((child) => typeof child === 'string').join('') }),
});

/** Returns what a file asks for and is not rendered; nothing for one that cannot be read. */
export const findUnrenderedInFile = (bytes: Uint8Array): string[] => {
  try {
    return findUnrendered(toSeen(parseFile(bytes)));
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
};
