import { visit } from 'jsonc-parser';
import { prototypeKeys } from '../contract/prototype-keys.ts';
import { truncate } from '../core/truncate.ts';

/** Maximum nesting of a body; template variables never need as much. */
const deepest = 64;

const quoted = (key: string): string => JSON.stringify(truncate(key, 80));

/** JSON that parsers may read differently. The message may be shown to the caller. */
export class UnsafeJson extends Error {}

/**
 * Parses JSON without duplicate keys, keys that reach a prototype, or deep nesting.
 *
 * @throws SyntaxError when the text is not JSON; UnsafeJson naming the key, or the nesting that is too deep
 */
export const parseStrictJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  const open = (keys?: Set<string>): void => {
    if (keysOfOpenObjects.push(keys) > deepest)
      throw new UnsafeJson(`The request body is nested more than ${deepest} levels deep.`);
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
