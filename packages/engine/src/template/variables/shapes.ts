import type { Json } from '../../json.ts';
import { greyPixel, listLength, sampleByName } from './samples.ts';

/** What the uses of a value say of it. */
export interface Shape {
  readonly id: string;
  readonly depth: number;
  readonly fields: Map<string, Shape>;
  item?: Shape;
  /** A key of an object that is read by the value: `colours[theme]`. */
  key?: string;
  /** What the place of a use needs: a date, a number, a picture, a colour. */
  said?: Json | undefined;
  /** Whether a function that calls itself gets it again. */
  isEnd?: boolean;
  /** Whether it is a text of the image. */
  isShown?: boolean;
  /** What it is compared with. */
  compared?: Json | undefined;
}

/** Maximum depth of a sample. */
const maxDepth = 6;

export const createShape = (id: string, depth: number): Shape => ({ id, depth, fields: new Map() });

/** Returns the shape of a field, or of the items of a list (`#0`). Undefined at the maximum depth. */
export const getPart = (shape: Shape, step: string): Shape | undefined => {
  if (shape.depth > maxDepth) return undefined;
  if (step.startsWith('#')) {
    shape.item ??= createShape(`${shape.id}#`, shape.depth + 1);
    return shape.item;
  }
  const inner = shape.fields.get(step) ?? createShape(`${shape.id}.${step}`, shape.depth + 1);
  shape.fields.set(step, inner);
  return inner;
};

/** Returns a sample of a shape. */
export const writeShape = ({ fields, item, key, said, compared, isShown, depth }: Shape, name: string): Json => {
  if (key !== undefined) return key;
  const isEnd = depth >= maxDepth || (item?.isEnd && item.fields.size === 0 && !item.item);
  if (item && (!isEnd || fields.size === 0))
    return Array.from({ length: isEnd ? 0 : listLength }, () => writeShape(item, name.replace(/s$/, '')));
  if (fields.size > 0 && depth < maxDepth) {
    // what is asked for a failure has none
    const write = ([own, inner]: [string, Shape]) => (/^(?:errors?|err)$/.test(own) ? null : writeShape(inner, own));
    return Object.fromEntries([...fields].map((one) => [one[0], write(one)]));
  }
  // an address before the paths of pictures, which is written too
  return (isShown && said === greyPixel ? undefined : said) ?? compared ?? sampleByName(name);
};
