import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

type Pair = [string, string];
type UrlPart = typeof import('../host-calls.ts').urlParts[number];
type UrlParts = Record<UrlPart, string>;

/**
 * Implements `URL` and `URLSearchParams` by calls to the host. Runs inside the sandbox as text: refers to nothing
 * outside itself.
 */
export function installUrls(primordials: Primordials, callHost: CallHost, urlParts: readonly UrlPart[]) {
  const { NativeString, NativeTypeError, arrayValues, asArray, define, defineAccessor, defineClass, each, iterator } =
    primordials;
  const { keys, list, push } = primordials;

  const pairsIn = (from: object): Pair[] => {
    const pairs = list<Pair>();
    if (iterator in from)
      each(from, (item) => {
        const pair = list<string>();
        if (typeof item === 'string' || (typeof item === 'object' && item !== null && iterator in item))
          each(item as object, (part) => push(pair, NativeString(part)));
        if (pair.length !== 2) throw new NativeTypeError('Each query pair must be an iterable [name, value] tuple');
        push(pairs, pair as unknown as Pair);
      });
    else {
      const names = keys(from);
      for (let i = 0; i < names.length; i += 1) {
        const name = names[i] as string;
        push(pairs, [name, NativeString((from as Record<string, unknown>)[name])]);
      }
    }
    return pairs;
  };

  let paramsOf: (url: SandboxUrl) => SandboxSearchParams;
  let ask: (params: SandboxSearchParams, method: string, given: readonly string[]) => unknown;
  class SandboxSearchParams {
    #query = '';
    /** The URL whose query it is, if any. */
    #url: SandboxUrl | undefined;
    static {
      paramsOf = (url) => {
        const params = new SandboxSearchParams();
        params.#url = url;
        return params;
      };
      ask = (params, method, given) => {
        const url = params.#url;
        const before = url === undefined ? params.#query : getPart(url, 'search');
        const answer = callHost('query', before, method, given) as {
          readonly query?: string;
          readonly value?: unknown;
        };
        const { query } = answer;
        if (query !== undefined && url !== undefined) setPart(url, 'search', query);
        else if (query !== undefined) params.#query = query;
        return answer.value;
      };
    }

    constructor(from: unknown = '') {
      this.#query =
        typeof from === 'object' && from !== null
          ? (callHost('formatQuery', pairsIn(from)) as string)
          : NativeString(from);
    }
    get size() {
      return (ask(this, 'entries', []) as Pair[]).length;
    }
    forEach(look: (value: string, name: string, all: SandboxSearchParams) => void) {
      const pairs = ask(this, 'entries', []) as Pair[];
      for (let i = 0; i < pairs.length; i += 1) {
        const pair = pairs[i] as Pair;
        look(pair[1], pair[0], this);
      }
    }
  }
  const queryPrototype = SandboxSearchParams.prototype;
  /** Defines a method by the host's of that name, whose arguments are all texts. */
  const defineMethod = (name: string, required: number, optional = 0) =>
    define(queryPrototype, name, function (this: SandboxSearchParams, ...given: unknown[]) {
      if (given.length < required) throw new NativeTypeError('URLSearchParams.' + name + ': an argument is missing.');
      const texts = list<string>();
      for (let i = 0; i < required + optional; i += 1)
        if (i < required || given[i] !== undefined) push(texts, NativeString(given[i]));
      return ask(this, name, texts);
    });
  defineMethod('get', 1);
  defineMethod('getAll', 1);
  defineMethod('has', 1, 1);
  defineMethod('delete', 1, 1);
  defineMethod('append', 2);
  defineMethod('set', 2);
  defineMethod('sort', 0);
  defineMethod('toString', 0);
  const defineIterator = (name: PropertyKey, take: (pair: Pair) => unknown) =>
    define(queryPrototype, name, function (this: SandboxSearchParams) {
      const pairs = ask(this, 'entries', []) as Pair[];
      const taken = list<unknown>();
      for (let i = 0; i < pairs.length; i += 1) push(taken, take(pairs[i] as Pair));
      return arrayValues(asArray(taken));
    });
  defineIterator('keys', (pair) => pair[0]);
  defineIterator('values', (pair) => pair[1]);
  defineIterator('entries', (pair) => pair);
  defineIterator(iterator, (pair) => pair);

  let getPart: (url: SandboxUrl, name: UrlPart) => string;
  let setPart: (url: SandboxUrl, name: UrlPart, value: unknown) => void;
  class SandboxUrl {
    #parts: UrlParts;
    readonly #searchParams = paramsOf(this);
    static {
      getPart = (url, name) => url.#parts[name];
      setPart = (url, name, value) => {
        url.#parts = callHost('changeUrl', url.#parts.href, name, NativeString(value)) as UrlParts;
      };
    }

    constructor(address: unknown, base?: unknown) {
      const from = base === undefined ? null : NativeString(base);
      this.#parts = callHost('parseUrl', NativeString(address), from) as UrlParts;
    }
    static parse(address: unknown, base?: unknown) {
      return parseUrl(address, base);
    }
    static canParse(address: unknown, base?: unknown) {
      return parseUrl(address, base) !== null;
    }
    get searchParams() {
      return this.#searchParams;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  const parseUrl = (address: unknown, base: unknown) => {
    try {
      return new SandboxUrl(address, base);
    } catch {
      return null;
    }
  };
  const definePart = (name: UrlPart) => {
    const get = function (this: SandboxUrl) {
      return getPart(this, name);
    };
    const set = function (this: SandboxUrl, value: unknown) {
      setPart(this, name, value);
    };
    defineAccessor(SandboxUrl.prototype, name, get, name === 'origin' ? undefined : set);
  };
  for (let i = 0; i < urlParts.length; i += 1) definePart(urlParts[i] as UrlPart);

  defineClass('URL', SandboxUrl);
  defineClass('URLSearchParams', SandboxSearchParams);
}
