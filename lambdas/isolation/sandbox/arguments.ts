/**
 * What an operation takes, each argument as from a stranger: a check answers the argument as what it is for, or refuses it
 * before anything goes through it. What is checked comes out of `JSON.parse`, so that lists are lists and nothing has
 * getters.
 */
export type Check<Value> = (given: unknown) => Value;

/** A refusal; its message goes to the template. */
export class Refused extends Error {}

const refuse = (message: string): never => {
  throw new Refused(message);
};

/** Text of at most so many UTF-16 code units. */
export const text =
  (longest: number): Check<string> =>
  (given) => {
    if (typeof given !== 'string') return refuse('This is no text.');
    return given.length > longest ? refuse(`The text is longer than ${longest} characters.`) : given;
  };

export const oneOf =
  <Name extends string>(...names: readonly Name[]): Check<Name> =>
  (given) =>
    names.find((name) => name === given) ?? refuse('There is no such thing.');

/** JSON has no others than finite numbers. */
export const number: Check<number> = (given) => (typeof given === 'number' ? given : refuse('This is no number.'));

const digits = /^(?:-?(?:\d{1,1000}|\d{1,25}\.\d{1,25}|\d(?:\.\d{1,20})?e[+-]\d{1,3}|Infinity)|NaN)$/;

/** A number of any kind as text, as a sandbox writes it: one of more digits than a float has, or none of JSON's. */
export const numeral: Check<string> = (given) => {
  const numeral = text(1001)(given);
  return digits.test(numeral) ? numeral : refuse('This is no number.');
};

export const scalar: Check<string | number | boolean> = (given) =>
  typeof given === 'boolean' || typeof given === 'number' ? given : text(100)(given);

export const orNothing =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (given) =>
    given === null ? undefined : check(given);

/** A list of at most so many. */
export const list =
  <Item>(check: Check<Item>, most: number): Check<Item[]> =>
  (given) => {
    if (!Array.isArray(given)) return refuse('This is no list.');
    return given.length > most ? refuse(`The list has more than ${most} entries.`) : given.map((item) => check(item));
  };

export const pair =
  <One, Other>(one: Check<One>, other: Check<Other>): Check<[One, Other]> =>
  (given) =>
    Array.isArray(given) && given.length === 2 ? [one(given[0]), other(given[1])] : refuse('This is no pair.');

/** What is checked with each of a list of checks; there are exactly as many. */
export const all =
  <Values extends unknown[]>(
    checks: { readonly [SourcePosition in keyof Values]: Check<Values[SourcePosition]> },
  ): Check<Values> =>
  (given) => {
    if (!Array.isArray(given) || given.length !== checks.length)
      return refuse('There are too many or too few arguments.');
    return checks.map((check, position) => check(given[position])) as Values;
  };

/** Something an operation does with what was checked. */
export type Operation = (given: unknown) => unknown;

export const operation =
  <Values extends unknown[]>(
    checks: { readonly [SourcePosition in keyof Values]: Check<Values[SourcePosition]> },
    run: (...given: Values) => unknown,
  ): Operation =>
  (given) =>
    run(...all<Values>(checks)(given));
