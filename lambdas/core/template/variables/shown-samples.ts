import type { Json } from '../../../contract/schemas/mint.ts';
import { joinFirst, truncate } from '../../truncate.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { RenderPlan } from '../render-plan/render-plan.ts';

/** Maximum number of texts in the warning, and their length. */
const maxListed = 5;
const maxLength = 40;

const getTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(getTexts) : [];
};

/** Returns words of at least three characters, so that texts that a template splits or joins are recognised. */
const getWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Returns a warning if a mint shows samples of a starter, such as names of fictional people; empty otherwise. */
export const lintShownSamples = (
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
    return seen === undefined ? [] : [{ name, text: JSON.stringify(truncate(seen, maxLength)) }];
  });
  if (samples.length === 0) return [];
  const quoted = samples.map(({ name, text }) => `${name} ${text}`);
  return [
    `The image shows samples of the starter: ${joinFirst(quoted, maxListed)}. Send these variables; "" leaves one out.`,
  ];
};
