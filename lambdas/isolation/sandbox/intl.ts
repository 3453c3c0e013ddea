import { LRUCache } from 'lru-cache';
import {
  type Check,
  InvalidArgument,
  list,
  number,
  numeral,
  oneOf,
  operation,
  pair,
  scalar,
  text,
  tuple,
} from './arguments.ts';

type Options = Readonly<Record<string, unknown>>;
type Formatter = Readonly<Record<string, (...given: unknown[]) => unknown>>;
type FormatterClass = {
  new (locales: string[], options: Options): Formatter;
  supportedLocalesOf(locales: string[]): string[];
};

const number64: Check<number> = (given) => Number(numeral(given));
/**
 * Maximum length of compared text. Comparing takes quadratic time where combining marks follow one letter: 10 ms for
 * 2,000 of them.
 */
const compared = text(2_000);
const long = text(100_000);

/**
 * Methods of `Intl` that a sandbox may call, by formatter, with the checks of their arguments. All others are
 * unavailable.
 */
const methods: Readonly<Record<string, Readonly<Record<string, Check<readonly unknown[]>>>>> = {
  NumberFormat: { format: tuple([numeral]), formatToParts: tuple([numeral]), formatRange: tuple([numeral, numeral]) },
  DateTimeFormat: { format: tuple([number]), formatToParts: tuple([number]), formatRange: tuple([number, number]) },
  RelativeTimeFormat: { format: tuple([number64, text(20)]), formatToParts: tuple([number64, text(20)]) },
  ListFormat: { format: tuple([list(text(10_000), 10_000)]), formatToParts: tuple([list(text(10_000), 10_000)]) },
  PluralRules: { select: tuple([number64]) },
  DisplayNames: { of: tuple([text(100)]) },
  Collator: { compare: tuple([compared, compared]) },
  Segmenter: { segment: tuple([long]) },
};

/** Language tags in order of preference. */
const tags = list(text(100), 10);
/** Name and value of each setting. */
const settings = list(pair(text(40), scalar), 50);
const getKind = oneOf(...Object.keys(methods));

/** An image must not depend on the language of the machine, so American English is the last resort. */
const getLocales = (given: readonly string[]): string[] => [...given, 'en-US'];
const getClass = (kind: string) => (Intl as unknown as Record<string, FormatterClass>)[kind] as FormatterClass;
const inUtc = (options: Options): Options => ({ timeZone: 'UTC', ...options });

/** Formatters by their settings: creating one takes up to a millisecond, using it a microsecond. */
const formatters = new LRUCache<string, Formatter>({ max: 100 });
const getFormatter = (kind: string, locales: string[], given: readonly (readonly [string, unknown])[]): Formatter => {
  const name = JSON.stringify([kind, locales, given]);
  const known = formatters.get(name);
  if (known) return known;
  const options = Object.fromEntries(given);
  const made = new (getClass(kind))(getLocales(locales), kind === 'DateTimeFormat' ? inUtc(options) : options);
  formatters.set(name, made);
  return made;
};

const format = (
  kind: string,
  method: string,
  locales: string[],
  options: readonly (readonly [string, unknown])[],
  given: unknown,
): unknown => {
  const formatter = getFormatter(kind, locales, options);
  if (method === 'resolvedOptions') return formatter.resolvedOptions?.();
  const check = Object.entries(methods[kind] ?? {}).find(([name]) => name === method)?.[1];
  if (!check) throw new InvalidArgument('No such method.');
  const answer = formatter[method]?.(...check(given));
  return method === 'segment' ? getSegments(answer as Intl.Segments) : answer;
};

/** Returns the segments without `input`, which would repeat the whole text in each. */
const getSegments = (segments: Intl.Segments) =>
  Array.from(segments, ({ segment, index, isWordLike }) => ({ segment, index, isWordLike }));

const dateMethod = oneOf('toLocaleString', 'toLocaleDateString', 'toLocaleTimeString');

/** Operations that depend on a language. All are pure functions. */
export const languageOperations = {
  // throws if there is no formatter with these settings
  formatter: operation([getKind, tags, settings], (kind, locales, options) => {
    getFormatter(kind, locales, options);
  }),
  intl: operation([getKind, text(40), tags, settings, list((given) => given, 10)], format),
  supportedLocales: operation([getKind, tags], (kind, locales) => getClass(kind).supportedLocalesOf(locales)),
  supportedValues: operation([text(40)], (key) =>
    Intl.supportedValuesOf(key as Parameters<typeof Intl.supportedValuesOf>[0]),
  ),
  canonicalLocales: operation([tags], (locales) => Intl.getCanonicalLocales(locales)),
  dateText: operation([dateMethod, number, tags, settings], (method, time, locales, options) =>
    new Date(time)[method](getLocales(locales), inUtc(Object.fromEntries(options))),
  ),
  lowerCase: operation([long, tags], (given, locales) => given.toLocaleLowerCase(getLocales(locales))),
  upperCase: operation([long, tags], (given, locales) => given.toLocaleUpperCase(getLocales(locales))),
};
