import type { Json } from '../../json.ts';

/** A value that any variable may be given by mistake, with the words of a message about it. */
export interface OddValue {
  readonly name: string;
  readonly value: Json;
}

export const oddValues: readonly OddValue[] = [
  { name: 'an empty text', value: '' },
  { name: 'null', value: null },
  { name: 'a very long text', value: 'long words '.repeat(60) },
  { name: 'one letter', value: 'x' },
];
