import { type Declarations, declare } from './longhands.ts';
import type { Matchable } from './match.ts';
import { createRuleIndex, type Indexed } from './rule-index.ts';
import { splitImportance } from './sheet-text.ts';
import type { SheetDeclaration, SheetRule } from './sheets.ts';
import type { Style } from './style.ts';

/** A rule that matches an element or a box before or after its content. */
interface MatchedRule {
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
  return (element: Matchable): ReadonlyMap<string, Matched> => {
    const byPart = new Map<string, Map<SheetRule, MatchedRule>>();
    for (const { selector, value: rule } of find(element)) {
      const part = selector.pseudoElement ?? '';
      const known = byPart.get(part) ?? new Map<SheetRule, MatchedRule>();
      // the strongest of the selectors of a rule that match counts
      known.delete(rule);
      byPart.set(part, known.set(rule, { rule, key: selector.key }));
    }
    return new Map([...byPart].map(([part, known]) => [part, [...known.values()]]));
  };
};

/** Returns what all origins together set on a box: for each property the last declaration of the strongest origin. */
export const cascade = ({ base, sheets, utilities, importantUtilities, inline }: Origins): Declarations => {
  const declared: Declarations = new Map();
  const add = (style: Style) => {
    for (const [name, value] of Object.entries(style)) declare(declared, name, value);
  };
  const addRules = (rules: Matched, isImportant: boolean) => {
    for (const { rule } of rules)
      for (const one of rule.declarations) if (one.isImportant === isImportant) addDeclaration(declared, one);
  };
  for (const style of base) add(style);
  addRules(sheets, false);
  add(utilities);
  const marked: [string, string][] = [];
  for (const [name, value] of Object.entries(inline)) {
    const [plain, importance] = typeof value === 'string' ? splitImportance(value.trim()) : [value, ''];
    if (importance === '') declare(declared, name, value);
    else marked.push([name, String(plain)]);
  }
  if (sheets.some(({ rule }) => rule.declarations.some(({ isImportant }) => isImportant)))
    addRules(
      sheets.toSorted((one, other) => other.rule.layer - one.rule.layer),
      true,
    );
  add(importantUtilities);
  for (const [name, value] of marked) declare(declared, name, value);
  return declared;
};

const addDeclaration = (declared: Declarations, { name, value }: SheetDeclaration): void => {
  // back to what the browser sets
  if (/^revert(?:-layer)?$/i.test(value) && !name.startsWith('--')) declared.delete(name);
  else declare(declared, name, value);
};
