import type { Primordials } from './primordials.ts';

/** What a request to the host is made of. */
export type Reported = string | number | boolean | null | readonly Reported[];

/** Asks the host: an operation's name and its arguments, finite numbers among them; a refusal throws. */
export type CallHost = (operation: string, ...given: readonly Reported[]) => unknown;

/**
 * The way to the host: a request as JSON in, `[value]`, `[]` or `[null, refusal]` as JSON
 * out. The request is written piece by
 * piece, so that nobody's `toJSON` has a say in it. Runs inside the sandbox as text: refers to nothing outside itself.
 *
 * @param longest most UTF-16 code units of one text.
 */
export function hostDoor(
  { NativeRangeError, isArray, parse, stringify }: Primordials,
  host: (request: string) => string,
  longest: number,
): CallHost {
  const written = (value: Reported): string => {
    if (typeof value === 'string') {
      if (value.length > longest) throw new NativeRangeError('The text is too long.');
      return stringify(value);
    }
    return isArray(value) ? '[' + all(value) + ']' : '' + (value as number | boolean | null);
  };
  const all = (values: readonly Reported[]): string => {
    let text = '';
    for (let i = 0; i < values.length; i += 1) text += (i === 0 ? '' : ',') + written(values[i] as Reported);
    return text;
  };
  return (operation, ...given) => {
    const reply = parse(host('[' + stringify(operation) + ',' + all(given) + ']')) as unknown[];
    if (reply.length === 2) throw new NativeRangeError(reply[1] as string);
    return reply.length === 1 ? reply[0] : undefined;
  };
}
