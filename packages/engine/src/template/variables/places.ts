import type { Node } from '@babel/types';
import type { FunctionNode } from '../source/variable-scopes.ts';
import { getPart, type Shape } from './shapes.ts';

/** What a use of a name or an expression has of the value that is followed. */
export interface Place {
  /** What the uses of this part of the value say. */
  readonly shape: Shape;
  /** Where it is inside what is used, from outside: `logo` for `{ logo: value }`, `#0` or `#` for an item of a list. */
  readonly path: readonly string[];
  /** The calls through which it came into a function. */
  readonly calls: readonly { readonly call: Node; readonly fn: FunctionNode; readonly method?: string | undefined }[];
  /** The text before it, if it is part of a text. */
  readonly before?: string;
}

/** Maximum number of calls in each other, and of objects around a value. */
const [maxCalls, maxPath] = [8, 6];

export const isItem = (step: string | undefined): boolean => step?.startsWith('#') === true;

/** Returns the place of a part of what is used. */
export const take = (place: Place | undefined, step: string | undefined): Place | undefined => {
  if (!place || step === undefined) return undefined;
  const [first, ...path] = place.path;
  if (first === undefined) {
    const shape = place.before === undefined ? getPart(place.shape, step) : undefined;
    return shape && { ...place, shape };
  }
  const isSame = first === step || (isItem(first) && isItem(step) && (first === '#' || step === '#'));
  return isSame ? { ...place, path } : undefined;
};
/** Returns the place of an object or a list around it. */
export const put = (place: Place, step: string | undefined): Place | undefined =>
  step === undefined || place.path.length >= maxPath ? undefined : { ...place, path: [step, ...place.path] };
/** Returns its place in a function that is called with it. What calls itself is followed once more, and has an end. */
export const enter = (place: Place | undefined, call: Node, fn: FunctionNode, method?: string): Place | undefined => {
  if (!place || place.calls.length >= maxCalls) return undefined;
  const isRepeated = place.calls.filter((one) => one.fn === fn).length > 1;
  if (isRepeated) place.shape.isEnd = true;
  return isRepeated ? undefined : { ...place, calls: [...place.calls, { call, fn, method }] };
};
/** Returns its place in a text. */
export const asText = (place: Place, before: string): Place | undefined =>
  place.path.length === 0 ? { ...place, before: place.before || before } : undefined;
