import type { Json } from '../../json.ts';
import { lintCompleteAddress } from '../../lint/source/image-addresses.ts';
import { findNearestWord } from '../../nearest-word.ts';
import type { TemplateOptions } from '../../rendering/template-options.ts';
import { joinFirst, truncate } from '../../truncate.ts';
import { isLoopback, lintReach } from '../../vnode/image-reach.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import { sizeProp } from '../variables/variable-names.ts';
import type { RenderPlan } from './render-plan.ts';

type Given = Readonly<Record<string, Json>>;
type Declared = Pick<RenderPlan, 'variables' | 'seesAll'> & { readonly options: TemplateOptions };

/** Returns the names of missing required variables, in the template's order. */
export const findMissingVariables = ({ variables }: Declared, given: Given): string[] =>
  variables.filter(({ name, required }) => required && !Object.hasOwn(given, name)).map(({ name }) => name);

/** Returns a function that checks whether the template can read a variable (docs/interface.md#minting). */
const canRead = ({ variables, seesAll, options: { sizes } }: Declared) => {
  const names = new Set(variables.map(({ name }) => name));
  return (name: string): boolean => names.has(name) || (seesAll && !(sizes && name === sizeProp));
};

/** Returns the variables that the template can read, sorted by name. */
export const selectVisibleVariables = (declared: Declared, given: Given): Record<string, Json> => {
  const isVisible = canRead(declared);
  const seen = Object.entries(given).filter(([name]) => isVisible(name));
  return Object.fromEntries(seen.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Maximum number of names in warnings about unknown fields; a mint may send 64. */
const maxUnknown = 10;

/** Returns warnings for fields of a mint that have no effect: `titel is not a variable (title?)`. */
export const lintUnknownVariables = (declared: Declared, given: Given, options: unknown): string[] => {
  const isVisible = canRead(declared);
  const names = declared.variables.map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !isVisible(name));
  const messages = unknown.slice(0, maxUnknown).map((name) => {
    const nearest = findNearestWord(name, names);
    return `${name} is not a variable${nearest === undefined ? '' : ` (${nearest}?)`}`;
  });
  const others = unknown.length - maxUnknown;
  const more = others > 0 ? [`${others} more names are not variables`] : [];
  const misplaced =
    'options is not a field of a mint and is left out: width, height, format and the others stand beside variables.';
  return [...messages, ...more, ...(options === undefined ? [] : [misplaced])];
};

/** Maximum number of texts in the warning, and their length. */
const maxListed = 5;
const maxLength = 40;

const getTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(getTexts) : [];
};

/** Returns words of at least three characters, so that texts that a template splits or joins are recognised. */
const getWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Returns the variables that were not given and whose default is shown in the image, with that text. */
export const findShownSamples = ({ variables }: Pick<RenderPlan, 'variables'>, given: Given, tree: VElement) => {
  const texts = getElements(tree).flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  const shown = new Set(texts.flatMap(getWords));
  return variables.flatMap(({ name, defaultValue }) => {
    if (Object.hasOwn(given, name)) return [];
    const seen = getTexts(defaultValue).find(
      (text) => !/^(#|https?:|data:)/.test(text) && getWords(text).some((word) => shown.has(word)),
    );
    return seen === undefined ? [] : [{ name, text: JSON.stringify(truncate(seen, maxLength)) }];
  });
};

/** Returns a warning if a mint shows samples of a starter, such as names of fictional people; empty otherwise. */
export const lintShownSamples = (plan: Pick<RenderPlan, 'variables'>, given: Given, tree: VElement): string[] => {
  const samples = findShownSamples(plan, given, tree);
  if (samples.length === 0) return [];
  const quoted = samples.map(({ name, text }) => `${name} ${text}`);
  return [
    `samples of the starter are shown: ${joinFirst(quoted, maxListed)} (send these variables, "" leaves one out)`,
  ];
};

/**
 * Returns warnings for variables whose value is shown as an image and can never be fetched.
 *
 * @param hasLoopback whether images of this machine are fetched
 */
export const lintImageVariables = (given: Given, tree: VElement, hasLoopback = false): string[] => {
  const sources = new Set(getImageSources(tree));
  const lint = (text: string): string | undefined => {
    const url = hasLoopback ? URL.parse(text) : null;
    return lintCompleteAddress(text) ?? (url && isLoopback(url) ? undefined : lintReach(text));
  };
  return Object.entries(given).flatMap(([name, value]) => {
    const shown = getTexts(value).filter((text) => sources.has(text.trim()));
    const problem = shown.map(lint).find((one) => one !== undefined);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
};
