import { prototypeKeys } from '../../contract/prototype-keys.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import { treeLimits } from '../../core/vnode/limits.ts';
import { remoteImagesOf } from '../../core/vnode/remote-images.ts';
import type { VElement, VNode } from '../../core/vnode/vnode.ts';
import { hasWordLongerThan } from '../../core/vnode/words.ts';

/** A tree over one of its bounds; the message is fit for the template's author. */
export class TooLarge extends Error {}

/** Something that is no tree at all: only a template that forges the guest's answer gets here. */
export class NoTree extends Error {
  constructor() {
    super('The template did not give a tree of elements.');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes a tree out of what a guest answered, trusting nothing about it: every element is built anew from its known
 * parts, within the bounds of `treeLimits`.
 *
 * @throws TooLarge, NoTree
 */
export const treeOf = (answer: unknown): VElement => {
  const counts: Counts = { nodes: 0, values: 0, characters: 0, textCharacters: 0 };
  const root = nodeOf(answer, 0, counts, true);
  if (typeof root === 'string') throw new NoTree();
  if (remoteImagesOf(root).length > treeLimits.remoteImages)
    throw new TooLarge(`The picture shows more than ${treeLimits.remoteImages} different remote images.`);
  return root;
};

interface Counts {
  nodes: number;
  values: number;
  characters: number;
  textCharacters: number;
}

const nodeOf = (given: unknown, depth: number, counts: Counts, isVisible: boolean): VNode => {
  counts.nodes += 1;
  if (counts.nodes > treeLimits.nodes)
    throw new TooLarge(`The picture has more than ${treeLimits.nodes} elements and texts.`);
  if (depth > treeLimits.depth) throw new TooLarge(`Elements are nested more than ${treeLimits.depth} deep.`);
  if (typeof given === 'string') return textOf(given, counts, isVisible);
  if (!isObject(given) || typeof given.type !== 'string') throw new NoTree();
  const { type, props, children } = given;
  if (!isObject(props) || !Array.isArray(children)) throw new NoTree();
  const showsText = isVisible && type !== 'style';
  return {
    type: countedText(type, counts),
    // the guest reads it; only a forged answer still has it
    props: propertiesOf(withoutHtml(props), counts, 0),
    children: children.map((child) => nodeOf(child, depth + 1, counts, showsText)),
  };
};

const withoutHtml = ({ dangerouslySetInnerHTML: _, ...props }: Readonly<Record<string, unknown>>) => props;

const textOf = (text: string, counts: Counts, isVisible: boolean): string => {
  if (!isVisible) return countedText(text, counts);
  counts.textCharacters += text.length;
  if (counts.textCharacters > treeLimits.textCharacters)
    throw new TooLarge(`The picture holds more than ${treeLimits.textCharacters} characters of text.`);
  if (hasWordLongerThan(treeLimits.wordCharacters, text))
    throw new TooLarge(`A word is longer than ${treeLimits.wordCharacters} characters.`);
  return countedText(text, counts);
};

const countedText = (text: string, counts: Counts): string => {
  counts.characters += text.length;
  if (counts.characters > treeLimits.characters)
    throw new TooLarge(`The picture holds more than ${treeLimits.characters} characters.`);
  return text.toWellFormed();
};

const plainOf = (value: unknown, counts: Counts, depth: number): Json => {
  counts.values += 1;
  if (counts.values > treeLimits.values) throw new TooLarge(`The picture holds more than ${treeLimits.values} values.`);
  if (typeof value === 'string') return countedText(value, counts);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (depth > 20) throw new TooLarge('A property is nested more than 20 deep.');
  if (Array.isArray(value)) return value.map((item) => plainOf(item, counts, depth + 1));
  if (!isObject(value)) throw new NoTree();
  return propertiesOf(value, counts, depth);
};

const propertiesOf = (value: Readonly<Record<string, unknown>>, counts: Counts, depth: number) => {
  const kept: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    if (prototypeKeys.has(name)) continue;
    kept[countedText(name, counts)] = plainOf(item, counts, depth + 1);
  }
  return kept;
};

/** A guest's answer as plain data, with the names dropped that could reach into prototypes. Nested at most 20 deep. */
export const plainData = (value: unknown): Json =>
  plainOf(value, { nodes: 0, values: 0, characters: 0, textCharacters: 0 }, 0);

/** Data as JSON text, without names that could reach into prototypes. */
export const withoutPoison = (value: unknown): string =>
  JSON.stringify(value, (name, item) => (prototypeKeys.has(name) ? undefined : item));
