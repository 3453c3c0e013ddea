import type { Position } from '../../diagnostics/diagnostics.ts';
import type { Json } from '../../json.ts';
import { prototypeKeys } from '../../prototype-keys.ts';
import { getRemoteImages } from '../../vnode/remote-images.ts';
import { sourcePositionProperty, toPosition } from '../../vnode/source-position.ts';
import { hasWordLongerThan, treeLimits } from '../../vnode/tree-limits.ts';
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
 * Builds a tree from a sandbox's untrusted answer: every element is created anew from its known parts, within
 * `treeLimits`.
 *
 * @param hasPositions whether elements have their source position as a property (`sourcePositionProperty`)
 * @throws TooLarge, NoTree
 */
export const getTree = (answer: unknown, hasPositions = false): VElement => {
  const counts = { ...nothing, hasPositions };
  const root = getNode(answer, 0, counts, true);
  if (typeof root === 'string') throw new NoTree();
  if (getRemoteImages(root).length > treeLimits.remoteImages)
    throw new TooLarge(`The image shows more than ${treeLimits.remoteImages} different remote images.`);
  return root;
};

const nothing = { nodes: 0, values: 0, characters: 0, textCharacters: 0, hasPositions: false };
type Counts = typeof nothing;

const getNode = (given: unknown, depth: number, counts: Counts, isVisible: boolean): VNode => {
  counts.nodes += 1;
  if (counts.nodes > treeLimits.nodes)
    throw new TooLarge(`The image has more than ${treeLimits.nodes} elements and texts.`);
  if (depth > treeLimits.depth) throw new TooLarge(`Elements are nested more than ${treeLimits.depth} deep.`);
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
  counts.textCharacters += text.length;
  if (counts.textCharacters > treeLimits.textCharacters)
    throw new TooLarge(`The image holds more than ${treeLimits.textCharacters} characters of text.`);
  if (hasWordLongerThan(treeLimits.wordCharacters, text))
    throw new TooLarge(`A word is longer than ${treeLimits.wordCharacters} characters.`);
  return countText(text, counts);
};

const countText = (text: string, counts: Counts): string => {
  counts.characters += text.length;
  if (counts.characters > treeLimits.characters)
    throw new TooLarge(`The image holds more than ${treeLimits.characters} characters.`);
  return text.toWellFormed();
};

const getPlain = (value: unknown, counts: Counts, depth: number): Json => {
  counts.values += 1;
  if (counts.values > treeLimits.values) throw new TooLarge(`The image holds more than ${treeLimits.values} values.`);
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
export const plainData = (value: unknown): Json => getPlain(value, { ...nothing }, 0);

/** Returns data as JSON text, without names that reach prototypes. */
export const stripProtoKeys = (value: unknown): string =>
  JSON.stringify(value, (name, item) => (prototypeKeys.has(name) ? undefined : item));
