import type { Json } from '../../../contract/schemas/mint.ts';
import { joinFirst, shortened } from '../../shortened.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { RenderPlan } from '../render-plan/render-plan.ts';

/** Names and texts quoted in the warning, and their characters. */
const listed = 5;
const longest = 40;

const getTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(getTexts) : [];
};

/** Words of some length: what a template takes apart or puts together is still recognised. */
const getWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/**
 * Returns the warning of a mint that shows samples of a starter: texts of people and places that do not exist. Empty where
 * it shows none.
 */
export const shownSamples = (
  { variables }: Pick<RenderPlan, 'variables'>,
  given: Readonly<Record<string, Json>>,
  tree: VElement,
): string[] => {
  const texts = getElements(tree).flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  const shown = new Set(texts.flatMap(getWords));
  const samples = variables.flatMap(({ name, defaultValue }) => {
    if (Object.hasOwn(given, name)) return [];
    const seen = getTexts(defaultValue).find(
      (text) => !/^(#|https?:|data:)/.test(text) && getWords(text).some((word) => shown.has(word)),
    );
    return seen === undefined ? [] : [{ name, text: JSON.stringify(shortened(seen, longest)) }];
  });
  if (samples.length === 0) return [];
  const quoted = samples.map(({ name, text }) => `${name} ${text}`);
  return [
    `The image shows samples of the starter: ${joinFirst(quoted, listed)}. Send these variables; "" leaves one out.`,
  ];
};
