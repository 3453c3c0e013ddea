import type { Primordials } from './primordials.ts';

/** A value in a request to the host. */
export type Reported = string | number | boolean | null | readonly Reported[];

/** Calls an operation of the host. @throws the error of the host: a TypeError, a RangeError or one with its name */
export type CallHost = (operation: string, ...given: readonly Reported[]) => unknown;

/**
 * Returns the function that calls the host: it sends a request as JSON and receives `[value]`, `[]` or `[null, error
 * message, its name]`. Requests are not written by `JSON.stringify`, so that a template's `toJSON` is never called. Runs inside
 * the sandbox as text: refers to nothing outside itself.
 *
 * @param longest maximum number of UTF-16 code units of one text
 */
export function hostDoor(
  { NativeRangeError, NativeTypeError, isArray, namedError, parse, stringify }: Primordials,
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
  const toError = (message: string, name: string): Error => {
    if (name === 'TypeError') return new NativeTypeError(message);
    return name === 'RangeError' ? new NativeRangeError(message) : namedError(name, message);
  };
  return (operation, ...given) => {
    const reply = parse(host('[' + stringify(operation) + ',' + all(given) + ']')) as unknown[];
    if (reply.length === 3) throw toError(reply[1] as string, reply[2] as string);
    return reply.length === 1 ? reply[0] : undefined;
  };
}
