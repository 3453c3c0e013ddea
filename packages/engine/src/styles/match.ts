/** An element as selectors see it, of a template or of an SVG file. */
export interface Matchable {
  readonly type: string;
  readonly id: string | undefined;
  readonly classes: ReadonlySet<string>;
  readonly getAttribute: (name: string) => string | undefined;
  readonly parent: Matchable | undefined;
  /** Elements, without texts. */
  readonly children: readonly Matchable[];
  /** Whether it has neither an element nor a text. */
  readonly isEmpty: boolean;
  /** Among the children of its parent. */
  readonly index: number;
  /** In the document, from 0. */
  readonly order: number;
}

/** How to read an element of a tree. */
export interface ElementReader<T> {
  readonly type: (element: T) => string;
  readonly attribute: (element: T, name: string) => string | undefined;
  readonly children: (element: T) => readonly (T | string)[];
}

/** Returns the elements of a tree for selectors, by element. An element must not occur twice. */
export const toMatchables = <T extends object>(root: T, read: ElementReader<T>): ReadonlyMap<T, Matchable> => {
  const all = new Map<T, Matchable>();
  const add = (element: T, parent: Matchable | undefined, index: number): Matchable => {
    const content = read.children(element);
    const children: Matchable[] = [];
    const own: Matchable = {
      type: read.type(element),
      id: read.attribute(element, 'id'),
      classes: new Set((read.attribute(element, 'class') ?? '').split(/\s+/)),
      getAttribute: (name) => read.attribute(element, name),
      ...{ parent, children, index, order: all.size },
      isEmpty: content.every((child) => child === ''),
    };
    all.set(element, own);
    for (const child of content) if (typeof child !== 'string') children.push(add(child, own, children.length));
    return own;
  };
  add(root, undefined, 0);
  return all;
};

/** Returns whether an element has what a simple selector asks for. */
export type Test = (element: Matchable, memory: Memory) => boolean;
/** Simple selectors that all must match. */
export type Compound = readonly Test[];

/** A compound, and what must be before it. */
export interface Link {
  readonly compound: Compound;
  readonly combinator: string | undefined;
  readonly before: Link | undefined;
}

/** The compounds of `:has()`, each with the combinator before it. */
export type Relative = readonly { readonly combinator: string; readonly compound: Compound }[];

/**
 * What was found about the elements of one tree, so that each question is answered once: the work of a selector grows
 * with elements times compounds.
 */
export interface Memory {
  /** Returns the answers to a question, by the order of elements. */
  readonly answersTo: (question: object) => Uint8Array;
  readonly countsOf: (question: object) => Map<Matchable | undefined, ReadonlyMap<Matchable, number>>;
  /** Called for each test of a simple selector. */
  readonly onTest?: (() => void) | undefined;
}

/** Answers that are kept, in bytes: a sheet may ask many questions about a large tree. Beyond, they are found again. */
const maxBytes = 64 << 20;

/** @param size number of elements */
export const createMemory = (size: number, onTest?: () => void): Memory => {
  const answers = new Map<object, Uint8Array>();
  const counts = new Map<object, Map<Matchable | undefined, ReadonlyMap<Matchable, number>>>();
  const get = <T>(from: Map<object, T>, question: object, make: () => T): T => {
    const known = from.get(question) ?? make();
    from.set(question, known);
    return known;
  };
  let bytes = 0;
  return {
    answersTo: (question) => {
      const known = answers.get(question);
      if (known) return known;
      bytes += size;
      if (bytes > maxBytes) {
        answers.clear();
        bytes = size;
      }
      return get(answers, question, () => new Uint8Array(size));
    },
    countsOf: (question) => get(counts, question, () => new Map()),
    onTest,
  };
};

const [no, yes] = [1, 2];

const matchesCompound = (compound: Compound, element: Matchable, memory: Memory): boolean =>
  compound.every((test) => {
    memory.onTest?.();
    return test(element, memory);
  });

/** Returns whether an element matches a selector, given its last link. */
export const matches = (link: Link, element: Matchable, memory: Memory): boolean =>
  matchesCompound(link.compound, element, memory) && (!link.before || followsOn(link, link.before, element, memory));

const previous = ({ parent, index }: Matchable): Matchable | undefined => parent?.children[index - 1];
const next = ({ parent, index }: Matchable): Matchable | undefined => parent?.children[index + 1];

const followsOn = (link: Link, before: Link, element: Matchable, memory: Memory): boolean => {
  const isMatch = (at: Matchable | undefined) => at !== undefined && matches(before, at, memory);
  if (link.combinator === '>') return isMatch(element.parent);
  if (link.combinator === '+') return isMatch(previous(element));
  const step = link.combinator === '~' ? previous : ({ parent }: Matchable) => parent;
  return isReached(memory.answersTo(link), element, step, isMatch);
};

/** Returns whether one of the elements that `step` leads to matches. Each is looked at once for all elements. */
const isReached = (
  answers: Uint8Array,
  element: Matchable,
  step: (element: Matchable) => Matchable | undefined,
  isMatch: (element: Matchable) => boolean,
): boolean => {
  const passed: Matchable[] = [];
  let found = no;
  for (let at: Matchable | undefined = element; at; at = step(at)) {
    const known = answers[at.order] ?? 0;
    if (known > 0) {
      found = known;
      break;
    }
    passed.push(at);
    const reached = step(at);
    if (reached && isMatch(reached)) {
      found = yes;
      break;
    }
  }
  for (const { order } of passed) answers[order] = found;
  return found === yes;
};

/** Returns the known answer about an element, or else finds it. */
export const recall = (answers: Uint8Array, { order }: Matchable, find: () => boolean): boolean => {
  if (answers[order] === 0) answers[order] = find() ? yes : no;
  return answers[order] === yes;
};

/** Returns whether there is what `:has()` asks for. */
export const hasRelative = (relative: Relative, element: Matchable, memory: Memory, at = 0): boolean => {
  const step = relative[at];
  if (!step) return true;
  const isFound = (one: Matchable): boolean =>
    recall(memory.answersTo(step.compound), one, () => {
      const isMatch = matchesCompound(step.compound, one, memory);
      return isMatch && hasRelative(relative, one, memory, at + 1);
    });
  const below = (one: Matchable): boolean =>
    recall(memory.answersTo(step), one, () => one.children.some((child) => isFound(child) || below(child)));
  switch (step.combinator) {
    case '>':
      return recall(memory.answersTo(step), element, () => element.children.some(isFound));
    case '+': {
      const after = next(element);
      return after !== undefined && isFound(after);
    }
    case '~':
      return isReached(memory.answersTo(step), element, next, isFound);
    default:
      return below(element);
  }
};

interface Nth {
  readonly a: number;
  readonly b: number;
  readonly isLast: boolean;
  readonly isOfType: boolean;
  /** Siblings that are counted, the element among them. @default all */
  readonly among?: Test;
}

/** Returns a test of the number of an element among its siblings. They are counted once for all of them. */
export const isNth = (nth: Nth): Test => {
  const { a, b, isLast, isOfType, among } = nth;
  const numberAll = (siblings: readonly Matchable[], memory: Memory): ReadonlyMap<Matchable, number> => {
    const numbers = new Map<Matchable, number>();
    const counts = new Map<string, number>();
    for (const one of isLast ? siblings.toReversed() : siblings) {
      if (among && !among(one, memory)) continue;
      const group = isOfType ? one.type : '';
      const number = (counts.get(group) ?? 0) + 1;
      counts.set(group, number);
      numbers.set(one, number);
    }
    return numbers;
  };
  return (element, memory) => {
    const counted = memory.countsOf(nth);
    const { parent } = element;
    const numbers = counted.get(parent) ?? numberAll(parent?.children ?? [element], memory);
    counted.set(parent, numbers);
    const number = numbers.get(element);
    if (number === undefined) return false;
    return a === 0 ? number === b : (number - b) / a >= 0 && Number.isInteger((number - b) / a);
  };
};
