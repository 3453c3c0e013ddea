import { twMerge } from 'tailwind-merge';
import { boolean, list, type Operation, oneOf, operation, text, tuple } from './arguments.ts';
import { languageOperations } from './intl.ts';

/** Maximum length of a text in a request, in UTF-16 code units. */
export const hostCharacters = 100_000;
/** Maximum length of a request: in JSON, control characters take six code units each. */
const requestCharacters = 7 * hostCharacters;

const long = text(hostCharacters);
const label = text(100);
/** Longer texts are no dates. */
const dateCharacters = 1_000;
const longOrNull = (given: unknown): given is string | null => given === null || long(given);

export const urlParts = [
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
const changeablePart = oneOf(...urlParts.filter((name) => name !== 'origin'));
const getParts = (url: URL) => Object.fromEntries(urlParts.map((name) => [name, url[name]]));

const queryChanges = ['append', 'delete', 'set', 'sort'] as const;
const queryMethod = oneOf(...queryChanges, 'get', 'getAll', 'has', 'toString', 'entries');
type QueryMethod = (...given: string[]) => unknown;

/** Removes the pairs of a name but the first, which gets `value`. */
const setPair = (params: URLSearchParams, name = '', value = ''): URLSearchParams => {
  const pairs = [...params];
  const first = pairs.findIndex(([other]) => other === name);
  const target = first < 0 ? pairs.length : first;
  pairs[target] = [name, value];
  return new URLSearchParams(pairs.filter(([other], position) => other !== name || position === target));
};

/** Removes the pairs of a name; with a value, those of both. */
const deletePairs = (params: URLSearchParams, name = '', value?: string): URLSearchParams =>
  new URLSearchParams([...params].filter((pair) => pair[0] !== name || (value !== undefined && pair[1] !== value)));

/**
 * Calls a method of a query: returns its result, and the query if the method changes it. `set` and `delete` of the
 * built-in class take quadratic time.
 */
const callQuery = (query: string, method: string, given: readonly string[]) => {
  const before = new URLSearchParams(query);
  const changed =
    method === 'set' ? setPair(before, ...given) : method === 'delete' ? deletePairs(before, ...given) : undefined;
  const params = changed ?? before;
  const result =
    changed === undefined ? (params as unknown as Record<string, QueryMethod>)[method]?.(...given) : undefined;
  const isChange = queryChanges.some((name) => name === method);
  return {
    value: method === 'entries' ? [...params] : result,
    ...(isChange && { query: params.toString() }),
  };
};

/** Longer class names are not merged, because the package takes quadratic time for some. */
const mergedCharacters = 500;
const mergeClasses = (classes: string): string => {
  const names = classes.split(/\s+/);
  const isLeft = (name: string) => name.length > mergedCharacters || name.startsWith('\0');
  if (!names.some(isLeft)) return twMerge(classes);
  const merged = twMerge(names.map((name, position) => (isLeft(name) ? `\0${position}` : name)).join(' '));
  return merged
    .split(' ')
    .map((name) => (name.startsWith('\0') ? names[Number(name.slice(1))] : name))
    .join(' ');
};

/** All operations that a sandbox can call, with the checks of their arguments. They are pure functions. */
const operations: Readonly<Record<string, Operation>> = {
  ...languageOperations,
  parseUrl: operation([long, longOrNull], (address, base) => getParts(new URL(address, base ?? undefined))),
  changeUrl: operation([long, changeablePart, long], (address, part, value) => {
    const url = new URL(address);
    url[part] = value;
    return getParts(url);
  }),
  formatQuery: operation([list(tuple<[string, string]>(long, long), 10_000)], (pairs) =>
    new URLSearchParams(pairs).toString(),
  ),
  query: operation([long, queryMethod, list(long, 2)], callQuery),
  encoding: operation([label], (given) => new TextDecoder(given).encoding),
  // one character per byte
  decodeText: operation([long, label, boolean, boolean, boolean], (bytes, encoding, fatal, ignoreBOM, stream) =>
    new TextDecoder(encoding, { fatal, ignoreBOM }).decode(Buffer.from(bytes, 'latin1'), { stream }),
  ),
  // undefined stands for a text that is no date; this process runs in UTC
  parseDate: operation([long], (given) => {
    const time = given.length > dateCharacters ? Number.NaN : Date.parse(given);
    return Number.isNaN(time) ? undefined : time;
  }),
  btoa: operation([long], (plain) => btoa(plain)),
  atob: operation([long], (encoded) => atob(encoded)),
  twMerge: operation([long], mergeClasses),
};

/**
 * The sandbox's only access to the host: takes a request as JSON, and returns `[value]` or `[null, error message, its name]`
 * as JSON. Its only state are caches of formatters and merged classes.
 *
 * @throws RangeError when the stack overflows, and nothing else, so that a sandbox cannot measure the depth of the
 * stack
 */
export const answerHostCall = (request: string): string => {
  if (request.length > requestCharacters) return toErrorAnswer('The text is too long.');
  try {
    const [name, ...given] = JSON.parse(request) as [unknown, ...unknown[]];
    const operation = typeof name === 'string' && Object.hasOwn(operations, name) && operations[name];
    if (!operation) return toErrorAnswer('No such operation.');
    const value = operation(given);
    return value === undefined ? '[]' : JSON.stringify([value]);
  } catch (error) {
    if (isEndOfStack(error)) throw error;
    return error instanceof Error ? toErrorAnswer(error.message, error.name) : toErrorAnswer('Refused.');
  }
};

const toErrorAnswer = (message: string, name = 'RangeError'): string => JSON.stringify([null, message, name]);
const isEndOfStack = (error: unknown): boolean => error instanceof RangeError && /call stack/.test(error.message);
