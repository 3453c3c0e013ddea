import { LRUCache } from 'lru-cache';
import { type Check, list, number, numeral, oneOf, operation, text, tuple } from './arguments.ts';

type Options = Readonly<Record<string, unknown>>;
type Formatter = Readonly<Record<string, (...given: unknown[]) => unknown>>;
type FormatterClass = {
  new (locales: string[], options: Options): Formatter;
  supportedLocalesOf(locales: string[]): string[];
};

export const durationUnits = [
  'years',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
] as const;

/** What a locale is made of, and what it returns lists of. */
export const localeParts = [
  'baseName',
  'calendar',
  'caseFirst',
  'collation',
  'firstDayOfWeek',
  'hourCycle',
  'language',
  'numberingSystem',
  'numeric',
  'region',
  'script',
] as const;
export const localeMethods = [
  'getCalendars',
  'getCollations',
  'getHourCycles',
  'getNumberingSystems',
  'getTextInfo',
  'getTimeZones',
  'getWeekInfo',
] as const;
const isLocaleMethod = oneOf(...localeMethods, 'maximize', 'minimize');

/** Kinds of arguments: the sandbox converts values to them, the host checks them. */
const checks = {
  numeral,
  /** Unix milliseconds. */
  time: number,
  /** Comparing takes quadratic time for some texts: 10 ms for 2,000 characters. */
  text: text(2_000),
  long: text(100_000),
  texts: list(text(10_000), 10_000),
  /** Unit and number of each part. */
  duration: list(tuple<[string, number]>(oneOf(...durationUnits), number), durationUnits.length),
} satisfies Readonly<Record<string, Check<unknown>>>;
export type ArgumentKind = keyof typeof checks;

const formatting = (...kinds: ArgumentKind[]) => ({ format: kinds, formatToParts: kinds });
const ranges = (kind: ArgumentKind) => ({ formatRange: [kind, kind], formatRangeToParts: [kind, kind] });

/** Methods of `Intl` that a sandbox may call beside `resolvedOptions`, by formatter, with the kinds of their arguments. */
export const intlMethods: Readonly<Record<string, Readonly<Record<string, readonly ArgumentKind[]>>>> = {
  NumberFormat: { ...formatting('numeral'), ...ranges('numeral') },
  DateTimeFormat: { ...formatting('time'), ...ranges('time') },
  RelativeTimeFormat: formatting('numeral', 'text'),
  ListFormat: formatting('texts'),
  DurationFormat: formatting('duration'),
  PluralRules: { select: ['numeral'], selectRange: ['numeral', 'numeral'] },
  DisplayNames: { of: ['text'] },
  Collator: { compare: ['text', 'text'] },
  Segmenter: { segment: ['long'] },
};

const isScalar: Check<string | number | boolean> = (given): given is string | number | boolean =>
  typeof given === 'boolean' || typeof given === 'number' || text(100)(given);
/** Language tags in order of preference. */
const tags = list(text(100), 10);
/** Name and value of each setting. */
const settings = list(tuple<[string, string | number | boolean]>(text(40), isScalar), 50);
const isKind = oneOf(...Object.keys(intlMethods));

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
  given: unknown[],
): unknown => {
  const formatter = getFormatter(kind, locales, options);
  if (method === 'resolvedOptions') return formatter.resolvedOptions?.();
  const kinds = Object.entries(intlMethods[kind] ?? {}).find(([name]) => name === method)?.[1];
  if (!kinds || !tuple(...kinds.map((one) => checks[one]))(given)) throw new Error('No such method or argument.');
  const answer = formatter[method]?.(...given.map((one, position) => toArgument(one, kinds[position])));
  if (method !== 'segment') return answer;
  // without `input`, which would repeat the whole text in each
  return Array.from(answer as Intl.Segments, ({ segment, index, isWordLike }) => ({ segment, index, isWordLike }));
};

const toArgument = (given: unknown, kind: ArgumentKind | undefined): unknown =>
  kind === 'duration' ? Object.fromEntries(given as [string, number][]) : given;

type Locale = Readonly<Record<(typeof localeParts)[number], unknown>> &
  Readonly<Record<(typeof localeMethods)[number] | 'maximize' | 'minimize', () => unknown>>;
const toLocale = (tag: string, options: Options = {}): Locale => new Intl.Locale(tag, options) as unknown as Locale;

const dateMethod = oneOf('toLocaleString', 'toLocaleDateString', 'toLocaleTimeString');

/** Operations that depend on a language. All are pure functions. */
export const languageOperations = {
  // throws if there is no formatter with these settings
  formatter: operation([isKind, tags, settings], (kind, locales, options) => {
    getFormatter(kind, locales, options);
  }),
  intl: operation([isKind, text(40), tags, settings, Array.isArray], format),
  locale: operation([text(100), settings], (tag, options) => {
    const locale = toLocale(tag, Object.fromEntries(options));
    return { tag: String(locale), ...Object.fromEntries(localeParts.map((name) => [name, locale[name]])) };
  }),
  ofLocale: operation([text(100), isLocaleMethod], (tag, method) => {
    const answer = toLocale(tag)[method]();
    return answer instanceof Intl.Locale ? String(answer) : answer;
  }),
  supportedLocales: operation([isKind, tags], (kind, locales) => getClass(kind).supportedLocalesOf(locales)),
  supportedValues: operation([text(40)], (key) =>
    Intl.supportedValuesOf(key as Parameters<typeof Intl.supportedValuesOf>[0]),
  ),
  canonicalLocales: operation([tags], (locales) => Intl.getCanonicalLocales(locales)),
  dateText: operation([dateMethod, number, tags, settings], (method, time, locales, options) =>
    new Date(time)[method](getLocales(locales), inUtc(Object.fromEntries(options))),
  ),
  lowerCase: operation([checks.long, tags], (given, locales) => given.toLocaleLowerCase(getLocales(locales))),
  upperCase: operation([checks.long, tags], (given, locales) => given.toLocaleUpperCase(getLocales(locales))),
};
