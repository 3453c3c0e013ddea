import { prefixedReferences } from '../../../picture/svg/references.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';

/** Whether a document has a style sheet: its rules would also apply to the document it is put into. */
export const hasStyleSheet = (document: XmlElement): boolean =>
  elementsOf(document).some(({ name }) => name === 'style');

/** A copy of a document whose ids begin with a prefix, so that it can stand among others. */
export const withOwnIds = (element: XmlElement, prefix: string): XmlElement => {
  const children = element.children.map((child) => (typeof child === 'string' ? child : withOwnIds(child, prefix)));
  const attributes = Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [name, prefixed(name, value, prefix)]),
  );
  return { ...element, attributes, children };
};

const prefixed = (name: string, value: string, prefix: string): string => {
  if (name === 'id') return prefix + value;
  if (name === 'href') return value.startsWith('#') ? `#${prefix}${value.slice(1)}` : value;
  return prefixedReferences(value, prefix);
};
