import { prototypeKeys } from 'image-url-engine/values.ts';
import { truncate } from 'image-url-engine/words.ts';
import { visit } from 'jsonc-parser';

/** Maximum nesting of a body; template variables never need as much. */
const deepest = 64;

const quoted = (key: string): string => JSON.stringify(truncate(key, 80));

/** Text that is no JSON, or JSON that parsers may read differently. The message may be shown to the caller. */
export class UnsafeJson extends Error {}

const tooDeep = () => new UnsafeJson(`The request body is nested more than ${deepest} levels deep.`);

/** Throws for the first syntax error of a text. @throws UnsafeJson naming its place */
const reportSyntaxError = (text: string): void => {
  if (text.trim() === '') throw new UnsafeJson('The request body is empty; send a JSON object.');
  let depth = 0;
  const open = (): void => {
    depth += 1;
    if (depth > deepest) throw tooDeep();
  };
  const close = (): void => {
    depth -= 1;
  };
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    const place = `line ${line + 1}, column ${column + 1}`;
    throw new UnsafeJson(`The request body is not a valid JSON object: syntax error in ${place}.`);
  };
  const nesting = { onObjectBegin: open, onArrayBegin: open, onObjectEnd: close, onArrayEnd: close };
  visit(text, { ...nesting, onError }, { disallowComments: true });
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    reportSyntaxError(text);
    throw error;
  }
};

/**
 * Parses JSON without duplicate keys, keys that reach a prototype, or deep nesting.
 *
 * @throws UnsafeJson naming the place of a syntax error, the key, or the nesting that is too deep; SyntaxError
 */
export const parseStrictJson = (text: string): unknown => {
  const value = parse(text);
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  const open = (keys?: Set<string>): void => {
    if (keysOfOpenObjects.push(keys) > deepest) throw tooDeep();
  };
  const close = (): void => void keysOfOpenObjects.pop();
  visit(text, {
    onObjectBegin: () => open(new Set()),
    onArrayBegin: () => open(),
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (key) => {
      const keys = keysOfOpenObjects.at(-1);
      if (keys?.has(key)) throw new UnsafeJson(`The request body has the key ${quoted(key)} twice in one object.`);
      if (prototypeKeys.has(key))
        throw new UnsafeJson(`The request body has the key ${quoted(key)}, which is not allowed.`);
      keys?.add(key);
    },
  });
  return value;
};
