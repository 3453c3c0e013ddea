import { splitWords } from '../../../split-words.ts';
import { isShown } from './switches.ts';

/** An element of an SVG: of a file, or of a template. */
export interface SeenElement {
  readonly type: string;
  readonly attribute: (name: string) => string | undefined;
  readonly children: readonly SeenElement[];
  /** The text of a `<style>`. */
  readonly text?: string;
}

const elements: Readonly<Record<string, string>> = {
  foreignObject: 'HTML in <foreignObject>',
  textPath: 'text along a path (<textPath>)',
  feImage: 'an image as input of a filter (<feImage>)',
  video: '<video>',
  audio: '<audio>',
  canvas: '<canvas>',
  iframe: '<iframe>',
  ...Object.fromEntries(
    splitWords('animate animateTransform animateMotion animateColor set').map((name) => [
      name,
      `the animation of <${name}>`,
    ]),
  ),
};

const ofTexts: Readonly<Record<string, string>> = {
  textLength: 'textLength',
  rotate: 'letters that are turned (rotate)',
  'writing-mode': 'vertical text (writing-mode)',
  'baseline-shift': 'baseline-shift',
};

/** Returns what a value of a property asks for and no engine renders; undefined if all of it is rendered. */
const lintProperty = (name: string, value: string): string | undefined => {
  if (name === 'vector-effect' && /non-scaling-stroke/i.test(value)) return 'vector-effect: non-scaling-stroke';
  if (/^mask(?:-image)?$/.test(name) && /gradient\(/i.test(value)) return 'a gradient as mask';
  if (/^(?:clip-path|fill|stroke)$/.test(name) && /^\s*(?:ray|shape|linear-gradient|radial-gradient)\(/i.test(value))
    return `${name}: ${value.trim().split('(')[0]}()`;
  return undefined;
};

const watched = ['vector-effect', 'mask', 'mask-image', 'clip-path', 'fill', 'stroke'];

/** Maximum number of different notes about one SVG. */
const maxNotes = 10;

const lintElement = ({ type, text = '' }: SeenElement): string[] => [
  ...(Object.hasOwn(elements, type) ? [elements[type] as string] : []),
  ...(type === 'style' && /@font-face/i.test(text) ? ['the fonts of @font-face'] : []),
  ...(type === 'style' && /\banimation(?:-name)?\s*:/i.test(text) ? ['animations of its <style>'] : []),
];

const lintStyle = ({ type, attribute }: SeenElement): string[] => {
  const style = attribute('style') ?? '';
  const notes = watched.flatMap((property) => {
    const declared = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(style)?.[1] ?? attribute(property);
    return declared === undefined ? [] : (lintProperty(property, declared) ?? []);
  });
  return type === 'use' && /(?:^|;)\s*--[\w-]+\s*:/.test(style) ? [...notes, 'custom properties of a <use>'] : notes;
};

const lintText = ({ type, attribute }: SeenElement): string[] =>
  /^(?:text|tspan)$/.test(type)
    ? Object.entries(ofTexts).flatMap(([property, note]) => {
        const value = attribute(property);
        return value === undefined || /^\s*(?:0|baseline|horizontal-tb|lr|lr-tb)\s*$/i.test(value) ? [] : [note];
      })
    : [];

/** Returns the children that a browser shows. */
const getShown = ({ type, children }: SeenElement): readonly SeenElement[] => {
  if (type === 'foreignObject') return [];
  return type === 'switch' ? children.filter((child) => isShown(child.attribute)).slice(0, 1) : children;
};

/** Returns what an SVG asks for that is not in its image, each once. */
export const findUnrendered = (root: SeenElement): string[] => {
  const found = new Set<string>();
  const visit = (element: SeenElement): void => {
    if (found.size >= maxNotes) return;
    for (const note of [...lintElement(element), ...lintStyle(element), ...lintText(element)]) found.add(note);
    for (const child of getShown(element)) visit(child);
  };
  visit(root);
  return [...found];
};
