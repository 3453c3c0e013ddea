import { visit } from 'jsonc-parser';
import { prototypeKeys } from '../contract/prototype-keys.ts';
import { shortened } from '../core/shortened.ts';

/** Levels of nesting a body may have; a template variable never needs that many. */
const deepest = 64;

const quoted = (key: string): string => JSON.stringify(shortened(key, 80));

/** JSON that could be read in two ways. The message may be shown to the caller. */
export class UnsafeJson extends Error {}

/**
 * Parses JSON that means one thing only: no key twice in one object, no key that reaches a prototype, no deep nesting.
 *
 * @throws SyntaxError when the text is not valid JSON, UnsafeJson saying which key or that the nesting is too deep.
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
