import parse, { type SelectorPart } from 'css-tree/selector-parser';
import { ident } from 'css-tree/utils';
import { kinds, readTokens } from '../css-tokens.ts';
import { getOwn } from '../get-own.ts';
import { splitWords } from '../split-words.ts';
import {
  type Compound,
  hasRelative,
  isNth,
  type Link,
  type Matchable,
  matches,
  type Relative,
  recall,
  type Test,
} from './match.ts';

/** One complex selector, such as `.card > img:first-child::before`. */
export interface Selector {
  /** Its last compound, which the element itself matches. */
  readonly link: Link;
  /** The three numbers of a specificity in one, so that the greater one wins. */
  readonly specificity: number;
  /** Without colons; undefined for the element itself. */
  readonly pseudoElement: string | undefined;
  /** What an element must have to match: `#id`, `.class`, a type, or `*`. */
  readonly key: string;
  /** Whether it asks for nothing else. */
  readonly isOnlyKey: boolean;
}

/** The longest list of selectors, and the deepest parentheses in one. */
const limits = { characters: 10_000, depth: 16 };

/** The list is invalid, so that its rule applies to nothing. */
class InvalidSelector extends Error {}

/**
 * Parses a list of selectors. `&` stands for those of the rule around it, and is implied in front of a selector without
 * one.
 *
 * @returns undefined if the list is invalid, longer than 10,000 characters, or nested deeper than 16 parentheses.
 */
export const parseSelectors = (text: string, around?: readonly Selector[]): readonly Selector[] | undefined => {
  if (text.length > limits.characters || getDepth(text) > limits.depth || /,\s*$/.test(text)) return undefined;
  try {
    const selectors = readList(parse(text, { context: 'selectorList' }), { around, isInHas: false }, true);
    return selectors.length === 0 ? undefined : selectors;
  } catch (error) {
    if (error instanceof InvalidSelector || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const getDepth = (text: string): number => {
  let depth = 0;
  let most = 0;
  readTokens(text, (kind) => {
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) most = Math.max(most, ++depth);
    if (kind === kinds.RightParenthesis) depth -= 1;
  });
  return most;
};

const childrenOf = ({ children }: SelectorPart): SelectorPart[] => children?.toArray() ?? [];

const decode = (text: string): string => (text.includes('\\') ? ident.decode(text) : text);

interface Context {
  /** The selectors of the rule around. */
  readonly around: readonly Selector[] | undefined;
  readonly isInHas: boolean;
}

const readList = (list: SelectorPart, context: Context, isNested: boolean): Selector[] =>
  childrenOf(list).map((selector) => readSelector(childrenOf(selector), context, isNested));

/** The parts of a compound, and the combinator before it. */
interface Sequence {
  readonly combinator: string | undefined;
  readonly parts: SelectorPart[];
}

const getSequences = (parts: readonly SelectorPart[]): Sequence[] => {
  const sequences: Sequence[] = [];
  let combinator: string | undefined;
  let own: SelectorPart[] = [];
  const end = () => {
    if (own.length === 0) throw new InvalidSelector();
    sequences.push({ combinator, parts: own });
    own = [];
  };
  for (const part of parts) {
    if (part.type !== 'Combinator') own.push(part);
    else {
      if (own.length > 0) end();
      else if (sequences.length > 0 || combinator !== undefined) throw new InvalidSelector();
      combinator = String(part.name);
      if (!/^[ >+~]$/.test(combinator)) throw new InvalidSelector();
    }
  }
  end();
  return sequences;
};

const hasNesting = (part: SelectorPart): boolean =>
  part.type === 'NestingSelector' ||
  childrenOf(part).some(hasNesting) ||
  (part.type === 'Nth' && part.selector !== null && hasNesting(part.selector));

const readSelector = (parts: readonly SelectorPart[], context: Context, isNested: boolean): Selector => {
  const sequences = getSequences(parts);
  const isImplied = isNested && context.around !== undefined && !parts.some(hasNesting);
  if (!isImplied && sequences[0]?.combinator !== undefined && !(isNested && context.around))
    throw new InvalidSelector();
  let before: Link | undefined;
  let specificity = 0;
  if (isImplied || sequences[0]?.combinator !== undefined) {
    const nesting = readNesting(context);
    before = { compound: [nesting.test], combinator: undefined, before: undefined };
    specificity += nesting.specificity;
  }
  let key = '*';
  let pseudoElement: string | undefined;
  for (const { combinator, parts: own } of sequences) {
    if (pseudoElement !== undefined) throw new InvalidSelector();
    const compound = readCompound(own, context);
    specificity += compound.specificity;
    ({ key, pseudoElement } = compound);
    before = { compound: compound.tests, combinator: before && (combinator ?? ' '), before };
  }
  if (!before) throw new InvalidSelector();
  const isOnlyKey = before.before === undefined && before.compound.length <= (key === '*' ? 0 : 1);
  return { link: before, specificity: Math.min(specificity, 1e9 - 1), pseudoElement, key, isOnlyKey };
};

const ofId = 1e6;
const ofClass = 1e3;
const ofType = 1;

interface Read {
  readonly test: Test;
  readonly specificity: number;
}

const never: Test = () => false;
const always: Test = () => true;

/** A compound with what its rule needs of it. */
interface ReadCompound {
  readonly tests: Compound;
  readonly specificity: number;
  readonly pseudoElement: string | undefined;
  readonly key: string;
}

const readCompound = (parts: readonly SelectorPart[], context: Context): ReadCompound => {
  const tests: Test[] = [];
  let specificity = 0;
  let pseudoElement: string | undefined;
  const keys: Record<string, string> = {};
  for (const part of parts) {
    const name = typeof part.name === 'string' ? decode(part.name) : '';
    const pseudo = getPseudoElement(part, name);
    if (pseudo !== undefined) {
      if (pseudoElement !== undefined) throw new InvalidSelector();
      pseudoElement = pseudo;
      specificity += ofType;
      continue;
    }
    // a state of a pseudo-element, which none has in an image
    if (pseudoElement !== undefined && part.type !== 'PseudoClassSelector') throw new InvalidSelector();
    const read = pseudoElement === undefined ? readPart(part, name, context) : { test: never, specificity: ofClass };
    keys[part.type] ??= name;
    specificity += read.specificity;
    if (read.test !== always) tests.push(read.test);
  }
  const { IdSelector: id, ClassSelector: own, TypeSelector: type } = keys;
  const key = id !== undefined ? `#${id}` : own !== undefined ? `.${own}` : (withoutNamespace(type) ?? '*');
  return { tests, specificity, pseudoElement, key };
};

const withoutNamespace = (type: string | undefined): string | undefined => type?.replace(/^[^|]*\|/, '');

/** Pseudo-elements of one colon, for pages older than CSS 3. */
const legacy = /^(?:before|after|first-line|first-letter)$/i;
const pseudoElements: ReadonlySet<string> = new Set(
  splitWords(`before after first-line first-letter marker placeholder selection backdrop file-selector-button slotted part
    cue target-text spelling-error grammar-error highlight details-content view-transition`),
);

const getPseudoElement = ({ type }: SelectorPart, name: string): string | undefined => {
  const lower = name.toLowerCase();
  if (type === 'PseudoClassSelector') return legacy.test(lower) ? lower : undefined;
  if (type !== 'PseudoElementSelector') return undefined;
  if (!pseudoElements.has(lower) && !/^-(?:webkit|moz|ms)-|^view-transition-/.test(lower)) throw new InvalidSelector();
  return lower;
};

const readPart = (part: SelectorPart, name: string, context: Context): Read => {
  switch (part.type) {
    case 'TypeSelector': {
      const type = withoutNamespace(name) as string;
      if (type === '*') return { test: always, specificity: 0 };
      const lower = type.toLowerCase();
      return { test: (element) => element.type === type || element.type === lower, specificity: ofType };
    }
    case 'IdSelector':
      return { test: (element) => element.id === name, specificity: ofId };
    case 'ClassSelector':
      return { test: (element) => element.classes.has(name), specificity: ofClass };
    case 'AttributeSelector':
      return { test: readAttribute(part), specificity: ofClass };
    case 'NestingSelector':
      return readNesting(context);
    case 'PseudoClassSelector':
      return readPseudoClass(part, name.toLowerCase(), context);
    default:
      throw new InvalidSelector();
  }
};

/** Remembers its answers: lists that are nested in each other multiply. */
const isAny =
  (selectors: readonly Selector[]): Test =>
  (element, memory) =>
    recall(memory.answersTo(selectors), element, () =>
      selectors.some(({ link, pseudoElement }) => pseudoElement === undefined && matches(link, element, memory)),
    );

const getMost = (selectors: readonly Selector[]): number => Math.max(0, ...selectors.map((one) => one.specificity));

/** Outside of a rule, `&` is the root. */
const readNesting = ({ around }: Context): Read =>
  around ? { test: isAny(around), specificity: getMost(around) } : { test: isRoot, specificity: 0 };

const isRoot: Test = ({ parent }) => parent === undefined;

const readAttribute = ({ name: given, matcher, value, flags }: SelectorPart): Test => {
  const name = decode(typeof given === 'string' ? given : given.name).replace(/^[^|]*\|/, '');
  if (matcher === null) return (element) => element.getAttribute(name) !== undefined;
  const fold = /^i$/i.test(flags ?? '') ? (text: string) => text.toLowerCase() : (text: string) => text;
  const wanted = fold(value?.type === 'String' ? (value.value ?? '') : decode(value?.name ?? ''));
  const compare = getOwn(comparisons, matcher);
  if (!compare) throw new InvalidSelector();
  return (element) => {
    const own = element.getAttribute(name);
    return own !== undefined && compare(fold(own), wanted);
  };
};

const comparisons: Readonly<Record<string, (own: string, wanted: string) => boolean>> = {
  '=': (own, wanted) => own === wanted,
  '~=': (own, wanted) => wanted !== '' && own.split(/\s+/).includes(wanted),
  '|=': (own, wanted) => own === wanted || own.startsWith(`${wanted}-`),
  '^=': (own, wanted) => wanted !== '' && own.startsWith(wanted),
  '$=': (own, wanted) => wanted !== '' && own.endsWith(wanted),
  '*=': (own, wanted) => wanted !== '' && own.includes(wanted),
};

const isForm = /^(?:button|input|select|textarea|optgroup|option|fieldset)$/;
const has =
  (name: string): Test =>
  (element) =>
    element.getAttribute(name) !== undefined;
const first: Test = ({ index }) => index === 0;
const last: Test = ({ index, parent }) => index === (parent?.children.length ?? 1) - 1;
const nth = (a: number, b: number, isLast: boolean, isOfType: boolean) => isNth({ a, b, isLast, isOfType });
const firstOfType = nth(0, 1, false, true);
const lastOfType = nth(0, 1, true, true);
const isLink: Test = ({ type, getAttribute }) => /^(?:a|area)$/.test(type) && getAttribute('href') !== undefined;

/** Those without arguments. `:host` is the root: themes name both. */
const plainClasses: Readonly<Record<string, Test>> = {
  root: isRoot,
  scope: isRoot,
  host: isRoot,
  empty: ({ isEmpty }) => isEmpty,
  'first-child': first,
  'last-child': last,
  'only-child': (element, memory) => first(element, memory) && last(element, memory),
  'first-of-type': firstOfType,
  'last-of-type': lastOfType,
  'only-of-type': (element, memory) => firstOfType(element, memory) && lastOfType(element, memory),
  link: isLink,
  'any-link': isLink,
  defined: always,
  open: has('open'),
  'read-only': ({ type }) => !/^(?:input|textarea)$/.test(type),
  required: has('required'),
  checked: ({ getAttribute }) => getAttribute('checked') !== undefined || getAttribute('selected') !== undefined,
  disabled: ({ type, getAttribute }) => isForm.test(type) && getAttribute('disabled') !== undefined,
  enabled: ({ type, getAttribute }) => isForm.test(type) && getAttribute('disabled') === undefined,
  ...Object.fromEntries(
    splitWords(`hover focus active visited target focus-visible focus-within target-within local-link current past future
      playing paused seeking buffering stalled muted volume-locked fullscreen modal popover-open picture-in-picture
      autofill -webkit-autofill optional read-write placeholder-shown default indeterminate valid invalid
      in-range out-of-range user-valid user-invalid blank`).map((name) => [name, never]),
  ),
};

/** Those of a list of selectors. */
const listClasses = /^(?:is|where|not|has|-(?:webkit|moz)-any)$/;

const readPseudoClass = (part: SelectorPart, name: string, context: Context): Read => {
  if (part.children === null) {
    const test = getOwn(plainClasses, name);
    if (!test) throw new InvalidSelector();
    return { test, specificity: ofClass };
  }
  const [argument] = childrenOf(part);
  if (listClasses.test(name)) return readListClass(name, argument, context);
  if (/^nth-(?:last-)?(?:child|of-type)$/.test(name) && argument?.type === 'Nth')
    return readNth(name, argument, context);
  const words = childrenOf(part)
    .filter(({ type }) => type === 'Identifier' || type === 'String')
    .map((one) => String(one.type === 'String' ? one.value : one.name).toLowerCase());
  if (name === 'lang')
    return { test: (element) => words.some((word) => isLanguage(word, element)), specificity: ofClass };
  if (name === 'dir')
    return { test: (element) => words[0] === (nearest(element, ['dir']) ?? 'ltr').toLowerCase(), specificity: ofClass };
  if (/^(?:host|host-context|state)$/.test(name)) return { test: never, specificity: ofClass };
  throw new InvalidSelector();
};

const nearest = (element: Matchable, names: readonly string[]): string | undefined => {
  for (let at: Matchable | undefined = element; at; at = at.parent)
    for (const name of names) {
      const value = at.getAttribute(name);
      if (value !== undefined) return value;
    }
  return undefined;
};

const isLanguage = (range: string, element: Matchable): boolean => {
  const own = nearest(element, ['lang', 'xml:lang'])?.toLowerCase() ?? '';
  const wanted = range.replace(/^\*-/, '');
  return range === '*' ? own !== '' : own === wanted || own.startsWith(`${wanted}-`);
};

const readListClass = (name: string, list: SelectorPart | undefined, context: Context): Read => {
  const selectors = list ? childrenOf(list) : [];
  if (name === 'has') {
    if (context.isInHas) throw new InvalidSelector();
    const inside = { ...context, isInHas: true };
    const read = selectors.map((selector) => readRelative(getSequences(childrenOf(selector)), inside));
    if (read.length === 0) throw new InvalidSelector();
    const specificity = Math.max(...read.map((one) => one.specificity));
    const relatives = read.map(({ relative }) => relative);
    return { test: (element, memory) => relatives.some((one) => hasRelative(one, element, memory)), specificity };
  }
  const isForgiving = name !== 'not';
  const known = selectors.flatMap((selector) => {
    try {
      return [readSelector(childrenOf(selector), context, false)];
    } catch (error) {
      if (isForgiving && error instanceof InvalidSelector) return [];
      throw error;
    }
  });
  if (!isForgiving && known.some(({ pseudoElement }) => pseudoElement !== undefined)) throw new InvalidSelector();
  const any = isAny(known);
  const test: Test = isForgiving ? any : (element, memory) => !any(element, memory);
  return { test, specificity: name === 'where' ? 0 : getMost(known) };
};

const readRelative = (
  sequences: readonly Sequence[],
  context: Context,
): { readonly relative: Relative; readonly specificity: number } => {
  let specificity = 0;
  const relative = sequences.map(({ combinator = ' ', parts }) => {
    const compound = readCompound(parts, context);
    if (compound.pseudoElement !== undefined) throw new InvalidSelector();
    specificity += compound.specificity;
    return { combinator, compound: compound.tests };
  });
  return { relative, specificity };
};

const readNth = (name: string, { nth: given, selector }: SelectorPart, context: Context): Read => {
  const isOfType = name.endsWith('of-type');
  const isLast = name.startsWith('nth-last');
  const [a, b] =
    given.name === undefined
      ? [Number(given.a ?? 0), Number(given.b ?? 0)]
      : [2, given.name.toLowerCase() === 'odd' ? 1 : 0];
  const among = selector && !isOfType ? readList(selector, context, false) : undefined;
  return {
    test: isNth({ a, b, isLast, isOfType, ...(among && { among: isAny(among) }) }),
    specificity: ofClass + getMost(among ?? []),
  };
};
