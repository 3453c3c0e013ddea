import { Tokenizer } from 'htmlparser2';

/** What `walkHead` calls, in document order. Names of elements are in lower case. */
interface HeadVisitor {
  /** @param attributes those of `namedAttributes` that the tag has, decoded; of two equal names the first */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Called with each part of a text. */
  text(part: string): void;
  /** Called for every end tag; it may match no element. */
  close(): void;
}

/** Elements of which a head consists, and those around it. Any other one begins the body, with its start tag or without. */
const headElements: ReadonlySet<string> = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'base', 'style', 'script', 'basefont', 'bgsound'],
  ...['noscript', 'noframes', 'template'],
]);
/** Elements whose content does not belong to the page. */
const hiddenElements: ReadonlySet<string> = new Set(['noscript', 'noframes', 'template']);
const namedAttributes: ReadonlySet<string> = new Set([
  ...['property', 'name', 'content', 'type', 'charset', 'http-equiv', 'lang'],
]);
/** UTF-16 code units of an attribute's value that are read. */
const maxAttributeLength = 16_000;
const maxNameLength = 40;

/**
 * Walks through the head of a page, in time that grows with its length alone: without a stack of open elements.
 *
 * @returns name of the element that ended the head, `body` or another that cannot stand in a head; undefined at the end
 * of the text
 */
export const walkHead = (html: string, visitor: HeadVisitor): string | undefined => {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  let hiddenBy: string | undefined;
  let hiddenDepth = 0;
  let endedBy: string | undefined;
  const read = (start: number, end: number): string => html.slice(start, end);
  const readName = (start: number, end: number): string =>
    read(start, Math.min(end, start + maxNameLength)).toLowerCase();
  const addText = (text: string): void => {
    if (hiddenBy === undefined) visitor.text(text);
  };
  const addValue = (text: string): void => {
    if (value.length < maxAttributeLength) value += text;
  };
  const open = (): void => {
    if (hiddenBy !== undefined) {
      // only templates nest
      if (name === 'template' && hiddenBy === name) hiddenDepth += 1;
      return;
    }
    if (!headElements.has(name)) {
      endedBy = name;
      tokenizer.pause();
      return;
    }
    if (hiddenElements.has(name)) [hiddenBy, hiddenDepth] = [name, 1];
    visitor.open(name, attributes);
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => {
        name = readName(start, end);
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = readName(start, end);
        value = '';
      },
      onattribdata: (start, end) => addValue(read(start, end)),
      onattribentity: (codePoint) => addValue(String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (namedAttributes.has(attribute) && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: open,
      onselfclosingtag: open,
      ontext: (start, end) => addText(read(start, end)),
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => {
        const closed = readName(start, end);
        if (closed === hiddenBy) hiddenDepth -= 1;
        if (closed === hiddenBy && hiddenDepth === 0) hiddenBy = undefined;
        if (hiddenBy === undefined) visitor.close();
      },
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return endedBy;
};
