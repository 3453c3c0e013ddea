import { createMemory, type Matchable, matches } from './match.ts';
import type { Selector } from './selectors.ts';

/** What a selector stands for. */
export interface Indexed<T> {
  readonly selector: Selector;
  readonly value: T;
}

/** Most entries that are remembered for elements with the same keys. */
const maxKept = 200_000;

/**
 * Returns a function that finds the entries whose selector matches an element of a tree, in their order. An element is
 * compared only with selectors that name its type, its id or one of its classes, and with those that name none. Elements
 * with the same keys get the same list if their selectors ask for nothing else.
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
  const kept = new Map<string, readonly Indexed<T>[]>();
  let room = maxKept;
  return (element: Matchable): readonly Indexed<T>[] => {
    const classes = Array.from(element.classes, (name) => `.${name}`);
    const id = element.id === undefined ? [] : [`#${element.id}`];
    const keys = ['*', element.type, ...id, ...classes].filter((key) => byKey.has(key));
    const name = keys.join(' ');
    const known = kept.get(name);
    if (known) return known;
    const candidates = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .sort((one, other) => one - other)
      .map((at) => entries[at] as Indexed<T>);
    const found = candidates.filter(({ selector }) => matches(selector.link, element, memory));
    // what all of them ask is whether an element has its key
    if (candidates.length <= room && candidates.every(({ selector }) => selector.isOnlyKey)) {
      room -= candidates.length;
      kept.set(name, found);
    }
    return found;
  };
};
