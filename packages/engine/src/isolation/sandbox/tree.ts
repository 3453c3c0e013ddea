import type { Position } from '../../diagnostics/diagnostics.ts';
import type { Json } from '../../json.ts';
import { prototypeKeys } from '../../prototype-keys.ts';
import { getRemoteImages } from '../../vnode/remote-images.ts';
import { sourcePositionProperty, toPosition } from '../../vnode/source-position.ts';
import { hasWordLongerThan, type TreeLimits, treeLimits } from '../../vnode/tree-limits.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';

/** A tree that exceeds a limit. The message is for the template's author. */
export class TooLarge extends Error {
  /** Position of the innermost element with a source position. */
  position?: Position | undefined;
}

/** The answer is not a tree: the template forged it. */
export class NoTree extends Error {
  constructor() {
    super('The template did not give a tree of elements.');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Builds a tree from a sandbox's untrusted answer: every element is created anew from its known parts, within limits.
 *
 * @param hasPositions whether elements have their source position as a property (`sourcePositionProperty`)
 * @throws TooLarge, NoTree
 */
export const getTree = (answer: unknown, hasPositions = false, limits: TreeLimits = treeLimits): VElement => {
  const counts = { ...nothing, hasPositions, limits };
  const root = getNode(answer, 0, counts, true);
  if (typeof root === 'string') throw new NoTree();
  if (getRemoteImages(root).length > limits.remoteImages)
    throw new TooLarge(`The image shows more than ${limits.remoteImages} different remote images.`);
  return root;
};

const nothing = { nodes: 0, values: 0, characters: 0, textCharacters: 0, hasPositions: false };
type Counts = typeof nothing & { readonly limits: TreeLimits };

const getNode = (given: unknown, depth: number, counts: Counts, isVisible: boolean): VNode => {
  const { limits } = counts;
  counts.nodes += 1;
  if (counts.nodes > limits.nodes) throw new TooLarge(`The image has more than ${limits.nodes} elements and texts.`);
  if (depth > limits.depth) throw new TooLarge(`Elements are nested more than ${limits.depth} deep.`);
  if (typeof given === 'string') return getText(given, counts, isVisible);
  if (!isObject(given) || typeof given.type !== 'string') throw new NoTree();
  const { type, at, props, children } = given;
  if (!isObject(props) || !Array.isArray(children)) throw new NoTree();
  const showsText = isVisible && type !== 'style';
  try {
    return {
      type: countText(type, counts),
      // the sandbox consumes it; only a forged answer contains it
      props: {
        ...getProperties(stripHtml(props), counts, 0),
        ...(counts.hasPositions && toPosition(at) && { [sourcePositionProperty]: at as string }),
      },
      children: children.map((child) => getNode(child, depth + 1, counts, showsText)),
    };
  } catch (error) {
    if (error instanceof TooLarge) error.position ??= toPosition(at);
    throw error;
  }
};

const stripHtml = ({ dangerouslySetInnerHTML: _, ...props }: Readonly<Record<string, unknown>>) => props;

const getText = (text: string, counts: Counts, isVisible: boolean): string => {
  if (!isVisible) return countText(text, counts);
  const { limits } = counts;
  counts.textCharacters += text.length;
  if (counts.textCharacters > limits.textCharacters)
    throw new TooLarge(`The image holds more than ${limits.textCharacters} characters of text.`);
  if (hasWordLongerThan(limits.wordCharacters, text))
    throw new TooLarge(`A word is longer than ${limits.wordCharacters} characters.`);
  return countText(text, counts);
};

const countText = (text: string, counts: Counts): string => {
  counts.characters += text.length;
  if (counts.characters > counts.limits.characters)
    throw new TooLarge(`The image holds more than ${counts.limits.characters} characters.`);
  return text.toWellFormed();
};

const getPlain = (value: unknown, counts: Counts, depth: number): Json => {
  counts.values += 1;
  if (counts.values > counts.limits.values)
    throw new TooLarge(`The image holds more than ${counts.limits.values} values.`);
  if (typeof value === 'string') return countText(value, counts);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (depth > 20) throw new TooLarge('A property is nested more than 20 deep.');
  if (Array.isArray(value)) return value.map((item) => getPlain(item, counts, depth + 1));
  if (!isObject(value)) throw new NoTree();
  return getProperties(value, counts, depth);
};

const getProperties = (value: Readonly<Record<string, unknown>>, counts: Counts, depth: number) => {
  const properties: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    if (prototypeKeys.has(name)) continue;
    properties[countText(name, counts)] = getPlain(item, counts, depth + 1);
  }
  return properties;
};

/** Returns a sandbox's answer as plain data without names that reach prototypes, nested at most 20 deep. */
export const plainData = (value: unknown): Json => getPlain(value, { ...nothing, limits: treeLimits }, 0);

/** Returns data as JSON text, without names that reach prototypes. */
export const stripProtoKeys = (value: unknown): string =>
  JSON.stringify(value, (name, item) => (prototypeKeys.has(name) ? undefined : item));
