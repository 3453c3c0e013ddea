import type { Json } from '../../json.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { RenderPlanVariable } from '../render-plan/render-plan.ts';
import { applyEdgeCase, type EdgeCase } from './edge-cases.ts';

type Values = Readonly<Record<string, Json>>;

/**
 * Returns the variables of an edge case, derived from those of an evaluation. Changes only texts that the image shows:
 * changing a date that is parsed, or the name of a colour scheme, would make it invalid. Never empties required
 * variables.
 *
 * @param tree result of the evaluation.
 * @returns undefined if the edge case changes nothing.
 */
export const getCaseVariables = (
  variables: readonly RenderPlanVariable[],
  tried: Values,
  tree: VElement,
  edgeCase: EdgeCase,
): Values | undefined => {
  const isShown = shownIn(tree);
  const change = edgeCase.text;
  const changed = (text: string) =>
    change && isShown(text) && !isFigure(text) ? limitLength(change(text), text) : text;
  const adapted: EdgeCase = { ...edgeCase, ...(change && { text: changed }) };
  const values = variables.map(({ name, required, defaultValue }) => {
    const value = tried[name] ?? defaultValue;
    const mayChange = value !== undefined && !(required && edgeCase.isEmpty);
    return [name, value, mayChange ? (applyEdgeCase(name, value, adapted) as Json) : value] as const;
  });
  const isChanged = values.some(([, value, changed]) => JSON.stringify(value) !== JSON.stringify(changed));
  if (!isChanged) return undefined;
  const given = values.flatMap(([name, , changed]) => (changed === undefined ? [] : [[name, changed]]));
  return { ...tried, ...Object.fromEntries(given) };
};

/** Returns a function that checks whether a text, or a sufficiently long piece of it, is rendered. */
const shownIn = (tree: VElement) => {
  const texts = [...getElements(tree)].flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  const pieces = texts.map(plain).filter((piece) => piece.length >= minPieceLength);
  const whole = plain(texts.join(''));
  return (text: string): boolean => {
    const sought = plain(text);
    return sought !== '' && (whole.includes(sought) || pieces.some((piece) => sought.includes(piece)));
  };
};
const minPieceLength = 4;

/** Removes white space and case: words may be rendered separately, and in capitals. */
const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Returns whether a text is a price, a date or similar, which is never replaced with a sentence. */
const isFigure = (text: string): boolean => /\p{N}/u.test(text) && text.length <= maxFigureLength;
const maxFigureLength = 20;

/** Shortens a long word that replaces a short text, such as a label. */
const limitLength = (changed: string, text: string): string =>
  /\s/.test(changed) ? changed : changed.slice(0, Math.max(minLetters, 3 * text.length));
const minLetters = 20;
