import { twMerge } from 'tailwind-merge';

/** Longest request a guest may send, in UTF-16 code units; and the longest piece of it given to ICU or a URL parser. */
const requestCharacters = 100_000;

type Options = Readonly<Record<string, unknown>>;
type Formatter = Readonly<Record<string, (...given: never[]) => unknown>>;
type FormatterClass = {
  new (locales: string | string[], options: Options): Formatter;
  supportedLocalesOf(locales: string | string[]): string[];
};

/** Methods a guest may call, by kind of formatter; everything else of `Intl` stays out of reach. */
const intlMethods: Readonly<Record<string, readonly string[]>> = {
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  PluralRules: ['select', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  Segmenter: ['segment', 'resolvedOptions'],
};
const takesNumbers = new Set(['RelativeTimeFormat', 'PluralRules']);

/** The machine's own language must not show in a picture. */
const localesOf = (given: unknown): string | string[] => {
  if (given === undefined || given === null) return 'en-US';
  return Array.isArray(given) ? given.slice(0, 10).map(String) : String(given);
};

const optionsOf = (given: unknown): Options => {
  if (given === undefined || given === null) return {};
  const plain = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(plain);
};
const inUtc = (options: Options): Options => ({ timeZone: 'UTC', ...options });

const classOf = (kind: unknown): FormatterClass => {
  if (typeof kind !== 'string' || !Object.hasOwn(intlMethods, kind)) throw new RangeError('No such formatter.');
  return (Intl as unknown as Record<string, FormatterClass>)[kind] as FormatterClass;
};

/** Making a formatter costs up to a millisecond, using it a microsecond; templates ask for the same few again and again. */
const formatters = new Map<string, Formatter>();
const formatterOf = (kind: unknown, locales: unknown, options: unknown): Formatter => {
  const name = JSON.stringify([kind, locales, options]);
  const known = formatters.get(name);
  if (known) return known;
  const settled = optionsOf(options);
  const made = new (classOf(kind))(localesOf(locales), kind === 'DateTimeFormat' ? inUtc(settled) : settled);
  if (formatters.size >= 100) formatters.clear();
  formatters.set(name, made);
  return made;
};

const intl = (kind: string, method: string, locales: unknown, options: unknown, given: readonly unknown[]): unknown => {
  const formatter = formatterOf(kind, locales, options);
  if (!intlMethods[kind]?.includes(method)) throw new RangeError('No such method.');
  const settled = takesNumbers.has(kind) ? [Number(given[0]), ...given.slice(1)] : given;
  const answer = formatter[method]?.(...(settled as never[]));
  return kind === 'Segmenter' && method === 'segment' ? segmentsOf(answer as Intl.Segments) : answer;
};

/** Each segment as it is, but for the whole text, which would come once for every segment of it. */
const segmentsOf = (segments: Intl.Segments) =>
  Array.from(segments, ({ segment, index, isWordLike }) => ({ segment, index, isWordLike }));

const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
const partsOf = (url: URL) => Object.fromEntries(urlParts.map((name) => [name, url[name]]));

const dateMethods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;

/** Everything a guest can ask for. Each is a pure function of what it is given. */
const operations: Readonly<Record<string, (...given: never[]) => unknown>> = {
  intl,
  supportedLocales: (kind: string, locales: unknown) => classOf(kind).supportedLocalesOf(localesOf(locales)),
  supportedValues: (key: unknown) => Intl.supportedValuesOf(key as Parameters<typeof Intl.supportedValuesOf>[0]),
  canonicalLocales: (locales: unknown) => Intl.getCanonicalLocales(localesOf(locales)),
  dateText: (method: (typeof dateMethods)[number], time: number, locales: unknown, options: unknown) => {
    if (!dateMethods.includes(method)) throw new RangeError('No such method.');
    return new Date(time)[method](localesOf(locales), inUtc(optionsOf(options)));
  },
  lowerCase: (text: string, locales: unknown) => text.toLocaleLowerCase(localesOf(locales)),
  upperCase: (text: string, locales: unknown) => text.toLocaleUpperCase(localesOf(locales)),
  parseUrl: (address: string, base: string | null) => partsOf(new URL(address, base ?? undefined)),
  changeUrl: (address: string, part: (typeof urlParts)[number], value: string) => {
    if (!urlParts.includes(part) || part === 'origin') throw new RangeError('No such part.');
    const url = new URL(address);
    url[part] = value;
    return partsOf(url);
  },
  parseQuery: (text: string) => [...new URLSearchParams(text)],
  formatQuery: (pairs: [string, string][]) => new URLSearchParams(pairs).toString(),
  decodeText: (bytes: number[]) => new TextDecoder().decode(Uint8Array.from(bytes)),
  btoa: (text: string) => btoa(text),
  atob: (text: string) => atob(text),
  twMerge: (classes: string) => twMerge(classes),
};

/**
 * The guest's only door: a request as JSON in, `{value}` or `{refused}` as JSON out. Never throws, reads nothing, keeps
 * nothing but formatters.
 */
export const answerHostCall = (request: string): string => {
  if (request.length > requestCharacters) return JSON.stringify({ refused: 'The text is too long.' });
  try {
    const [name, ...given] = JSON.parse(request) as [string, ...never[]];
    if (!Object.hasOwn(operations, name)) throw new RangeError('No such operation.');
    return JSON.stringify({ value: operations[name]?.(...given) });
  } catch (error) {
    return JSON.stringify({ refused: error instanceof Error ? error.message : 'Refused.' });
  }
};
