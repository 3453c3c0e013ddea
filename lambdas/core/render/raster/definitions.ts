import type { XmlElement } from '../svg/xml.ts';

export type Definitions = ReadonlyMap<string, XmlElement>;

/** Every element of a document that something can refer to, by its id; of equal ids the first counts. */
export const definitionsOf = (document: XmlElement): Definitions => {
  const found = new Map<string, XmlElement>();
  const visit = (element: XmlElement) => {
    const { id } = element.attributes;
    if (id !== undefined && !found.has(id)) found.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(document);
  return found;
};
