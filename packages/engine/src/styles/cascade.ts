import { type Declarations, declare, isDeclared } from './longhands.ts';
import type { Matchable } from './match.ts';
import { createRuleIndex, type Indexed } from './rule-index.ts';
import { splitImportance } from './sheet-text.ts';
import type { SheetRule } from './sheets.ts';
import { type Style, toKebabCase } from './style.ts';
import { isReadable } from './supported.ts';

/** A rule that matches an element or a box before or after its content. */
export interface MatchedRule {
  readonly rule: SheetRule;
  /** What the selector asks of the element: `#id`, `.class`, a type, or `*`. */
  readonly key: string;
}

/** The weakest first. */
export type Matched = readonly MatchedRule[];

/** What the author of a template sets on one box, by origin. Later origins win. */
export interface Origins {
  /** What browsers set, and Tailwind's base styles. */
  readonly base: readonly Style[];
  readonly sheets: Matched;
  /** What classes set. */
  readonly utilities: Style;
  /** Those of them with `!`. */
  readonly importantUtilities: Style;
  readonly inline: Style;
}

/** Returns the rules that match each element of a tree, by the pseudo-element that they are for; '' for the element itself. */
export const createMatcher = (rules: readonly SheetRule[], size: number) => {
  const entries = rules
    .flatMap((rule) => rule.selectors.map((selector): Indexed<SheetRule> => ({ selector, value: rule })))
    .toSorted(
      (one, other) => one.value.layer - other.value.layer || one.selector.specificity - other.selector.specificity,
    );
  const find = createRuleIndex(entries, size);
  const grouped = new WeakMap<object, ReadonlyMap<string, Matched>>();
  return (element: Matchable): ReadonlyMap<string, Matched> => {
    const found = find(element);
    const shared = grouped.get(found);
    if (shared) return shared;
    const byPart = new Map<string, Map<SheetRule, MatchedRule>>();
    for (const { selector, value: rule } of found) {
      const part = selector.pseudoElement ?? '';
      const known = byPart.get(part) ?? new Map<SheetRule, MatchedRule>();
      // the strongest of the selectors of a rule that match counts
      known.delete(rule);
      byPart.set(part, known.set(rule, { rule, key: selector.key }));
    }
    const matched = new Map([...byPart].map(([part, known]) => [part, [...known.values()]]));
    grouped.set(found, matched);
    return matched;
  };
};

/** What rules together set, without and with `!important`. */
interface Merged {
  readonly plain: Declarations;
  readonly important: Declarations;
}

/** By the list of rules, which elements share. */
const merged = new WeakMap<Matched, Merged>();

const merge = (rules: Matched): Merged => {
  const known = merged.get(rules);
  if (known) return known;
  const collect = (from: Matched, isMeant: boolean): Declarations => {
    const into: Declarations = new Map();
    for (const { rule } of from)
      for (const { name, value, isImportant } of rule.declarations)
        if (isImportant === isMeant && !fallsBack(into, name, value)) declare(into, name, value);
    return into;
  };
  const own = {
    plain: collect(rules, false),
    important: collect(
      rules.toSorted((one, other) => other.rule.layer - one.rule.layer),
      true,
    ),
  };
  merged.set(rules, own);
  return own;
};

/** Returns what all origins together set on a box: for each property the last declaration of the strongest origin. */
export const cascade = ({ base, sheets, utilities, importantUtilities, inline }: Origins): Declarations => {
  const declared: Declarations = new Map();
  const add = (style: Style) => {
    for (const [name, value] of Object.entries(style)) declare(declared, name, value);
  };
  const { plain, important } = sheets.length > 0 ? merge(sheets) : nothing;
  for (const style of base) add(style);
  addRules(declared, plain);
  add(utilities);
  const marked: [string, string][] = [];
  for (const [name, value] of Object.entries(inline)) {
    const [own, importance] = typeof value === 'string' ? splitImportance(value.trim()) : [value, ''];
    if (importance !== '') marked.push([name, String(own)]);
    else if (!fallsBack(declared, name, value)) declare(declared, name, value);
  }
  addRules(declared, important);
  add(importantUtilities);
  for (const [name, value] of marked) if (!fallsBack(declared, name, value)) declare(declared, name, value);
  return declared;
};

/** Returns whether a declaration that is not rendered stands above one that is, as its author meant it. */
const fallsBack = (declared: Declarations, name: string, value: string | number): boolean =>
  typeof value === 'string' && isDeclared(declared, name) && !isReadable(toKebabCase(name), value);

const nothing: Merged = { plain: new Map(), important: new Map() };

const addRules = (declared: Declarations, rules: Declarations): void => {
  // back to what the browser sets
  for (const [name, value] of rules)
    if (typeof value === 'string' && /^revert(?:-layer)?$/i.test(value) && !name.startsWith('--'))
      declared.delete(name);
    else if (!fallsBack(declared, name, value)) declare(declared, name, value);
};
