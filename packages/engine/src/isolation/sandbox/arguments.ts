/**
 * Returns whether one untrusted argument of an operation is valid. Arguments come from `JSON.parse`, so lists are
 * arrays, numbers are finite and nothing has getters.
 */
export type Check<Value> = (given: unknown) => given is Value;

/** Text of at most `longest` UTF-16 code units. */
export const text =
  (longest: number): Check<string> =>
  (given): given is string =>
    typeof given === 'string' && given.length <= longest;

export const oneOf =
  <Name extends string>(...names: readonly Name[]): Check<Name> =>
  (given): given is Name =>
    names.some((name) => name === given);

export const number: Check<number> = (given): given is number => typeof given === 'number';

export const boolean: Check<boolean> = (given): given is boolean => typeof given === 'boolean';

const digits = /^(?:-?(?:\d{1,1000}|(?=.{3,1000}$)\d+\.\d+|\d(?:\.\d{1,20})?e[+-]\d{1,3}|Infinity)|NaN)$/;

/** A number in the sandbox's text form: JSON has no bigint, NaN or Infinity. */
export const numeral: Check<string> = (given): given is string => typeof given === 'string' && digits.test(given);

/** A list of at most `most` items. */
export const list =
  <Item>(check: Check<Item>, most: number): Check<Item[]> =>
  (given): given is Item[] =>
    Array.isArray(given) && given.length <= most && given.every((item) => check(item));

type Checks<Values extends unknown[]> = { readonly [Index in keyof Values]: Check<Values[Index]> };

/** A list with one item for each check. */
export const tuple =
  <Values extends unknown[]>(...checks: Checks<Values>): Check<Values> =>
  (given): given is Values =>
    Array.isArray(given) && given.length === checks.length && checks.every((check, index) => check(given[index]));

/** An operation with unvalidated arguments. Its error's message is passed to the template. */
export type Operation = (given: unknown) => unknown;

export const operation = <Values extends unknown[]>(
  checks: Checks<Values>,
  run: (...given: Values) => unknown,
): Operation => {
  const areValid = tuple<Values>(...checks);
  return (given) => {
    if (!areValid(given)) throw new RangeError('An argument is not valid, or too long.');
    return run(...given);
  };
};
