import type { Json } from '../../json.ts';
import { limits } from '../../limits.ts';
import type { SyntaxTree } from '../source/syntax-tree.ts';
import type { FoundVariable } from './find-variables.ts';
import { createFollower } from './follow-value.ts';
import { getTypedSample, sampleByName } from './samples.ts';
import { createShape, type Shape, writeShape } from './shapes.ts';

const imageSides = [limits.defaultSizePx.width, limits.defaultSizePx.height];

/**
 * Returns a function that returns a sample of the shape that a variable's uses imply. Imported code has no types of what
 * it loads.
 *
 * @param sides the names of the image's width and height in its options
 */
export const createShapedSamples = (
  tree: SyntaxTree,
  sides: readonly (readonly string[])[] = [],
): ((variable: FoundVariable) => Json) => {
  const follow = createFollower(tree);
  return (variable) => {
    const shape = createShape('', 0);
    follow(shape, variable.uses, variable.pattern);
    for (const [at, [name, ...inner]] of sides.entries())
      if (name === variable.name) setSide(shape, inner, imageSides[at]);
    const typed = getTypedSample(tree, variable);
    const shaped = writeShape(shape, variable.name);
    return typed === undefined ? shaped : overlay(typed, shaped, variable.name);
  };
};

/** Sets the sample of a part that is used: what else is a length may be the whole image. */
const setSide = (shape: Shape, path: readonly string[], side: number | undefined): void => {
  let part: Shape | undefined = shape;
  for (const step of path) part = part?.fields.get(step);
  if (part && side !== undefined) part.said = side;
};

/** Returns the sample of a type, with the texts and numbers that its uses say, where the type says only that there is one. */
const overlay = (typed: Json, shaped: Json | undefined, name: string): Json => {
  if (Array.isArray(typed))
    return typed.map((one, at) => overlay(one, Array.isArray(shaped) ? shaped[at] : undefined, name));
  if (typeof typed === 'object' && typed !== null) {
    const known = typeof shaped === 'object' && shaped !== null && !Array.isArray(shaped) ? shaped : {};
    return Object.fromEntries(Object.entries(typed).map(([key, one]) => [key, overlay(one, known[key], key)]));
  }
  const isAny = typed === sampleByName(name) || typed === 1;
  return isAny && typeof shaped === typeof typed && shaped !== undefined ? shaped : typed;
};
