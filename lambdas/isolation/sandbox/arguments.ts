/**
 * Validates one untrusted argument of an operation. Returns it with its type, or throws `InvalidArgument` before the operation
 * starts. Arguments come from `JSON.parse`, so lists are arrays and nothing has getters.
 */
export type Check<Value> = (given: unknown) => Value;

/** An invalid argument or operation. Its message is passed to the template. */
export class InvalidArgument extends Error {}

const refuse = (message: string): never => {
  throw new InvalidArgument(message);
};

/** Accepts text of at most `longest` UTF-16 code units. */
export const text =
  (longest: number): Check<string> =>
  (given) => {
    if (typeof given !== 'string') return refuse('This is not text.');
    return given.length > longest ? refuse(`The text is longer than ${longest} characters.`) : given;
  };

export const oneOf =
  <Name extends string>(...names: readonly Name[]): Check<Name> =>
  (given) =>
    names.find((name) => name === given) ?? refuse('There is no such thing.');

/** Accepts a number, which is finite because it comes from JSON. */
export const number: Check<number> = (given) => (typeof given === 'number' ? given : refuse('This is not a number.'));

const digits = /^(?:-?(?:\d{1,1000}|\d{1,25}\.\d{1,25}|\d(?:\.\d{1,20})?e[+-]\d{1,3}|Infinity)|NaN)$/;

/** Accepts a number in the sandbox's text form: JSON has no bigint, NaN or Infinity. */
export const numeral: Check<string> = (given) => {
  const numeral = text(1001)(given);
  return digits.test(numeral) ? numeral : refuse('This is not a number.');
};

export const scalar: Check<string | number | boolean> = (given) =>
  typeof given === 'boolean' || typeof given === 'number' ? given : text(100)(given);

export const optional =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (given) =>
    given === null ? undefined : check(given);

/** Accepts a list of at most `most` items. */
export const list =
  <Item>(check: Check<Item>, most: number): Check<Item[]> =>
  (given) => {
    if (!Array.isArray(given)) return refuse('This is not a list.');
    return given.length > most ? refuse(`The list has more than ${most} entries.`) : given.map((item) => check(item));
  };

export const pair =
  <One, Other>(one: Check<One>, other: Check<Other>): Check<[One, Other]> =>
  (given) =>
    Array.isArray(given) && given.length === 2 ? [one(given[0]), other(given[1])] : refuse('This is not a pair.');

/** Accepts a list with one item for each check. */
export const tuple =
  <Values extends unknown[]>(checks: { readonly [Index in keyof Values]: Check<Values[Index]> }): Check<Values> =>
  (given) => {
    if (!Array.isArray(given) || given.length !== checks.length)
      return refuse('There are too many or too few arguments.');
    return checks.map((check, position) => check(given[position])) as Values;
  };

/** An operation with unvalidated arguments. */
export type Operation = (given: unknown) => unknown;

export const operation =
  <Values extends unknown[]>(
    checks: { readonly [Index in keyof Values]: Check<Values[Index]> },
    run: (...given: Values) => unknown,
  ): Operation =>
  (given) =>
    run(...tuple<Values>(checks)(given));
