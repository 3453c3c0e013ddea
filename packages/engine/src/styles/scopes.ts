import { splitList } from '../css-tokens.ts';
import { getParts } from './conditions.ts';

/** What an `@scope` limits its rules to, as lists of selectors. */
export interface Scope {
  readonly root: string;
  readonly limit: string | undefined;
}

/** Parses `(.card) to (.content)`; undefined without the first part, which is the parent of the `<style>` then. */
export const readScope = (prelude: string): Scope | undefined => {
  const [root, to, limit, ...more] = getParts(prelude);
  if (!root || !('inside' in root) || more.length > 0) return undefined;
  if (!to) return { root: root.inside.trim(), limit: undefined };
  if (!('word' in to) || to.word !== 'to' || !limit || !('inside' in limit)) return undefined;
  return { root: root.inside.trim(), limit: limit.inside.trim() };
};

const scopeRoot = /:scope(?![\w-])|&/i;
const scopeRoots = new RegExp(scopeRoot, 'gi');
const pseudoElement = /(?:::[\w-]+|:(?:before|after))$/i;

/** Returns selectors for the same elements without the scope. Of several roots the nearest does not win. */
export const writeScoped = (selectors: string, { root, limit }: Scope): string => {
  const own = `:where(${root})`;
  const inRoot = (selector: string): string =>
    scopeRoot.test(selector) ? selector.replaceAll(scopeRoots, own) : `${own} ${selector}`;
  const limits = limit === undefined ? '' : splitList(limit, ',').map(inRoot).join(', ');
  const test = `:where(${root}, ${own} *)${limits && `:not(:where(${limits}, :where(${limits}) *))`}`;
  return splitList(selectors, ',')
    .map((selector) => {
      const whole = /^[>+~]/.test(selector) ? `${own} ${selector}` : selector.replaceAll(scopeRoots, own);
      const at = pseudoElement.exec(whole)?.index ?? whole.length;
      return `${whole.slice(0, at)}${test}${whole.slice(at)}`;
    })
    .join(', ');
};
