import { referencesIn } from '../../../picture/svg/references.ts';
import { elementsOf, writeXml, type XmlElement } from '../../../picture/svg/xml.ts';

/** Elements of a document by their id. */
export type Definitions = ReadonlyMap<string, XmlElement>;

/** Every element of a document that something can refer to, by its id; of equal ids the first counts. */
export const definitionsOf = (document: XmlElement): Definitions => {
  const found = new Map<string, XmlElement>();
  for (const element of elementsOf(document)) {
    const { id } = element.attributes;
    if (id !== undefined && !found.has(id)) found.set(id, element);
  }
  return found;
};

/** An element with the definitions it refers to before it, and those they refer to. */
export const writtenWithDefinitions = (element: XmlElement, definitions: Definitions): string => {
  const needed = new Map<string, XmlElement>();
  const note = (used: XmlElement) => {
    for (const id of elementsOf(used).flatMap(referencesOf)) {
      const definition = definitions.get(id);
      if (!definition || needed.has(id)) continue;
      needed.set(id, definition);
      note(definition);
    }
  };
  note(element);
  if (needed.size === 0) return writeXml(element);
  return `<defs>${[...needed.values()].map(writeXml).join('')}</defs>${writeXml(element)}`;
};

const referencesOf = ({ attributes }: XmlElement): string[] => {
  const found: string[] = [];
  for (const name in attributes) {
    // By far the longest one, and it names nothing.
    if (name === 'd') continue;
    const value = attributes[name] as string;
    if (name === 'href' && value.startsWith('#')) found.push(value.slice(1));
    else found.push(...referencesIn(value));
  }
  return found;
};
