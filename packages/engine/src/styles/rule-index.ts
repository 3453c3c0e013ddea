import { createMemory, type Matchable, matches } from './match.ts';
import type { Selector } from './selectors.ts';

/** What a selector stands for. */
export interface Indexed<T> {
  readonly selector: Selector;
  readonly value: T;
}

/**
 * Returns a function that finds the entries whose selector matches an element of a tree, in their order. An element is
 * compared only with selectors that name its type, its id or one of its classes, and with those that name none.
 *
 * @param size number of elements of the tree
 * @param onTest called for each test of a simple selector
 */
export const createRuleIndex = <T>(entries: readonly Indexed<T>[], size: number, onTest?: () => void) => {
  const memory = createMemory(size, onTest);
  const byKey = new Map<string, number[]>();
  const add = (key: string, at: number) => {
    const known = byKey.get(key);
    if (known) known.push(at);
    else byKey.set(key, [at]);
  };
  for (const [at, { selector }] of entries.entries()) {
    const { key } = selector;
    add(key, at);
    // types of HTML are compared without case
    const lower = /^[a-z]/i.test(key) ? key.toLowerCase() : key;
    if (lower !== key) add(lower, at);
  }
  return (element: Matchable): Indexed<T>[] => {
    const keys = ['*', element.type, `#${element.id}`, ...Array.from(element.classes, (name) => `.${name}`)];
    return keys
      .flatMap((key) => byKey.get(key) ?? [])
      .sort((one, other) => one - other)
      .map((at) => entries[at] as Indexed<T>)
      .filter(({ selector }) => matches(selector.link, element, memory));
  };
};
