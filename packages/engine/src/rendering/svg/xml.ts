import { walk } from '../../walk.ts';

/** An element of an SVG document. Attribute values and text are decoded; attributes are in source order. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  /** The document of an `<image>`, which is written to its `href`. */
  embedded?: XmlElement;
}

export type XmlNode = XmlElement | string;

/** Yields an element and its descendants. */
export const getXmlElements = (root: XmlElement) => walk(root, ({ children }) => children);

/** The text is not XML that this parser accepts. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Most of a document. Entities are counted in characters: each may contain many references to another. */
const usualBounds = { depth: 256, elements: 200_000, entityCharacters: 100_000 };
const nameEnd = /[\s/>=]/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses an SVG document: elements, attributes, text, CDATA. Skips comments, processing instructions and the document
 * type, of which only entities with a plain text are read; a reference to any other is removed.
 *
 * A custom parser because it must be fast for long path data: it jumps from quote to quote. It need not agree with the
 * rasteriser's parser, because its output is always serialised again.
 *
 * @throws XmlError for unbalanced or incomplete markup, and for more than 256 levels or 200,000 elements.
 */
export const parseXml = (text: string, bounds: Readonly<typeof usualBounds> = usualBounds): XmlElement => {
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [top];
  let elements = 0;
  const decode = createDecoder(bounds.entityCharacters);

  const begin = (tag: number, parent: XmlElement): number => {
    const { element, end, closed } = startTag(text, tag + 1, decode.text);
    parent.children.push(element);
    elements += 1;
    if (elements > bounds.elements) throw new XmlError('too many elements');
    if (!closed && open.push(element) > bounds.depth) throw new XmlError('nested too deeply');
    return end;
  };
  const close = (tag: number, parent: XmlElement): number => {
    const end = getEnd(text, '>', tag);
    const name = text.slice(tag + 2, end).trim();
    if (open.length === 1 || parent.name !== name) throw new XmlError(`</${name.slice(0, 40)}> closes nothing`);
    open.pop();
    return end + 1;
  };

  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('<', at);
    const tag = found < 0 ? text.length : found;
    const parent = open[open.length - 1] as XmlElement;
    if (tag > at) addText(parent, decode.text(text.slice(at, tag)));
    const next = text[tag + 1];
    if (tag === text.length) at = tag;
    else if (next === '/') at = close(tag, parent);
    else at = next === '!' || next === '?' ? afterDeclaration(text, tag, parent, decode) : begin(tag, parent);
  }
  if (open.length !== 1) throw new XmlError(`<${open[open.length - 1]?.name}> is not closed`);
  const root = top.children.find((node) => typeof node !== 'string');
  if (!root) throw new XmlError('no element');
  return root as XmlElement;
};

/** Elements in which a space between two others is shown. */
const inTexts = /^(?:svg:)?(?:text|tspan|a)$/;

const addText = (parent: XmlElement, text: string) => {
  if (text.trim() !== '' || inTexts.test(parent.name)) parent.children.push(text);
};

const getEnd = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  if (found < 0) throw new XmlError('the document ends too early');
  return found;
};

/** Returns the offset after a comment, CDATA section (whose text is added), processing instruction or document type. */
const afterDeclaration = (text: string, at: number, parent: XmlElement, decode: Decoder): number => {
  if (text.startsWith('<!--', at)) return getEnd(text, '-->', at + 4) + 3;
  if (text.startsWith('<?', at)) return getEnd(text, '?>', at) + 2;
  if (text.startsWith('<![CDATA[', at)) {
    const end = getEnd(text, ']]>', at);
    addText(parent, text.slice(at + 9, end));
    return end + 3;
  }
  const close = getEnd(text, '>', at);
  // Only up to there: searching the whole document for each declaration would take quadratic time.
  const subset = text.slice(at, close).indexOf('[');
  if (subset < 0) return close + 1;
  const end = getEnd(text, ']', at + subset);
  decode.declare(text.slice(at + subset, end));
  return getEnd(text, '>', end) + 1;
};

const startTag = (text: string, from: number, decode: Decoder['text']) => {
  nameEnd.lastIndex = from;
  let at = nameEnd.exec(text)?.index ?? text.length;
  const element: XmlElement = { name: text.slice(from, at), attributes: {}, children: [] };
  if (element.name === '') throw new XmlError('a tag without a name');
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const char = text[at];
    if (char === undefined) throw new XmlError('the document ends inside a tag');
    if (char === '>') return { element, end: at + 1, closed: false };
    if (char === '/') return { element, end: getEnd(text, '>', at) + 1, closed: true };
    const equals = getEnd(text, '=', at);
    const name = text.slice(at, equals).trim();
    let quoteAt = equals + 1;
    while (isSpace(text.charCodeAt(quoteAt))) quoteAt += 1;
    const quote = text[quoteAt];
    if (quote !== '"' && quote !== "'") throw new XmlError(`the value of ${name.slice(0, 40)} has no quotes`);
    const end = getEnd(text, quote, quoteAt + 1);
    if (name !== '__proto__' && !Object.hasOwn(element.attributes, name))
      element.attributes[name] = decode(text.slice(quoteAt + 1, end));
    at = end + 1;
  }
};

const isSpace = (code: number) => code === 32 || code === 10 || code === 9 || code === 13;

/** Returns functions that read the entities of a document type, and that replace references in text. */
const createDecoder = (entityCharacters: number) => {
  const declared = new Map(Object.entries(entities));
  let remaining = entityCharacters;
  const entity = (name: string): string => {
    const value = declared.get(name) ?? '';
    if (!Object.hasOwn(entities, name)) remaining -= value.length;
    if (remaining < 0) throw new XmlError('its entities are too long');
    return value;
  };
  const text = (given: string): string =>
    given.includes('&')
      ? given.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\w.-]{1,32}));/gi, (_all, hex, dec, name) =>
          name ? entity(name) : character(hex ? Number.parseInt(hex, 16) : Number(dec)),
        )
      : given;
  return {
    text,
    /** Reads the entities of an internal subset, the first of each name. */
    declare: (subset: string) => {
      for (const [, name = '', double, single] of subset.matchAll(
        /<!ENTITY\s{1,99}([\w.-]{1,32})\s{1,99}(?:"([^"]*)"|'([^']*)')/g,
      ))
        if (!declared.has(name)) declared.set(name, text(double ?? single ?? ''));
    },
  };
};

type Decoder = ReturnType<typeof createDecoder>;

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Serialises a document. Names are not escaped, so they must come from an allow list. */
export const writeXml = (node: XmlNode): string => {
  if (typeof node === 'string') return escapeXml(node);
  let text = `<${node.name}`;
  for (const name in node.attributes) text += ` ${name}="${escapeXml(node.attributes[name] as string)}"`;
  if (node.embedded) text += ` href="${toSvgDataUri(writeXml(node.embedded))}"`;
  if (node.children.length === 0) return `${text}/>`;
  text += '>';
  for (const child of node.children) text += writeXml(child);
  return `${text}</${node.name}>`;
};

/** Returns the `data:` URI of an SVG document. */
export const toSvgDataUri = (svg: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`;

const unsafe = /[&<>"]/;
/** Fast path for most text: searching for single characters takes as long as the rest of serialising. */
const plain = /^[ !#-%'-;=?-~]*$/;
const forbidden = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const escapeXml = (text: string): string => {
  if (plain.test(text)) return text;
  const clean = text.replace(forbidden, '');
  if (!unsafe.test(clean)) return clean;
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
};
