import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

type Pair = [string, string];
type UrlPart =
  | 'href'
  | 'protocol'
  | 'username'
  | 'password'
  | 'host'
  | 'hostname'
  | 'port'
  | 'pathname'
  | 'search'
  | 'hash';
type UrlParts = Record<UrlPart | 'origin', string>;

/** Implements `URL` and `URLSearchParams`. Runs inside the sandbox as text: refers to nothing outside itself. */
export function installUrls(primordials: Primordials, callHost: CallHost) {
  const { NativeString, arrayValues, asArray, define, defineAccessor, each, globalObject, iterator } = primordials;
  const { keys, list, push, sort } = primordials;

  const pairsIn = (from: object): Pair[] => {
    const pairs = list<Pair>();
    if (iterator in from)
      each(from, (item) => {
        const pair = item as Pair;
        push(pairs, [NativeString(pair[0]), NativeString(pair[1])]);
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
  const filter = (pairs: readonly Pair[], isWanted: (pair: Pair, index: number) => boolean): Pair[] => {
    const left = list<Pair>();
    for (let i = 0; i < pairs.length; i += 1) if (isWanted(pairs[i] as Pair, i)) push(left, pairs[i] as Pair);
    return left;
  };
  const getEach = <Item>(pairs: readonly Pair[], take: (pair: Pair) => Item) => {
    const taken = list<Item>();
    for (let i = 0; i < pairs.length; i += 1) push(taken, take(pairs[i] as Pair));
    return asArray(taken);
  };
  const getCopy = (pair: Pair): Pair => [pair[0], pair[1]];

  let follow: (params: SandboxSearchParams, changed: (text: string) => void) => void;
  class SandboxSearchParams {
    #pairs: Pair[];
    /** Called after every change, to update the URL to which the parameters belong. */
    #changed: (text: string) => void = () => {};
    static {
      follow = (params, changed) => {
        params.#changed = changed;
      };
    }

    constructor(from: unknown = '') {
      this.#pairs =
        typeof from === 'object' && from !== null
          ? pairsIn(from)
          : pairsIn(callHost('parseQuery', NativeString(from)) as Pair[]);
    }
    #set(pairs: Pair[]) {
      const changed = this.#changed;
      this.#pairs = pairs;
      changed(this.#text());
    }
    #text() {
      return callHost('formatQuery', this.#pairs) as string;
    }
    #named(name: unknown) {
      const wanted = NativeString(name);
      return filter(this.#pairs, (pair) => pair[0] === wanted);
    }
    get size() {
      return this.#pairs.length;
    }
    get(name: string) {
      const found = this.#named(name);
      return found.length === 0 ? null : (found[0] as Pair)[1];
    }
    getAll(name: string) {
      return getEach(this.#named(name), (pair) => pair[1]);
    }
    has(name: string) {
      return this.#named(name).length > 0;
    }
    append(name: string, value: unknown) {
      const pairs = filter(this.#pairs, () => true);
      push(pairs, [NativeString(name), NativeString(value)]);
      this.#set(pairs);
    }
    delete(name: string) {
      const unwanted = NativeString(name);
      this.#set(filter(this.#pairs, (pair) => pair[0] !== unwanted));
    }
    set(name: string, value: unknown) {
      const wanted = NativeString(name);
      const text = NativeString(value);
      const pairs = list<Pair>();
      let isThere = false;
      for (let i = 0; i < this.#pairs.length; i += 1) {
        const pair = this.#pairs[i] as Pair;
        if (pair[0] !== wanted) push(pairs, pair);
        else if (!isThere) {
          push(pairs, [wanted, text]);
          isThere = true;
        }
      }
      if (!isThere) push(pairs, [wanted, text]);
      this.#set(pairs);
    }
    sort() {
      const pairs = filter(this.#pairs, () => true);
      this.#set(sort(pairs, (one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0)));
    }
    forEach(look: (value: string, name: string, all: SandboxSearchParams) => void) {
      for (let i = 0; i < this.#pairs.length; i += 1) {
        const pair = this.#pairs[i] as Pair;
        look(pair[1], pair[0], this);
      }
    }
    keys() {
      return arrayValues(getEach(this.#pairs, (pair) => pair[0]));
    }
    values() {
      return arrayValues(getEach(this.#pairs, (pair) => pair[1]));
    }
    entries() {
      return arrayValues(getEach(this.#pairs, getCopy));
    }
    [iterator]() {
      return arrayValues(getEach(this.#pairs, getCopy));
    }
    toString() {
      return this.#text();
    }
  }

  let getPart: (url: SandboxUrl, name: keyof UrlParts) => string;
  let change: (url: SandboxUrl, name: UrlPart, value: unknown) => void;
  class SandboxUrl {
    #parts: UrlParts;
    readonly #searchParams: SandboxSearchParams;

    constructor(address: unknown, base?: unknown) {
      const from = base === undefined ? null : NativeString(base);
      this.#parts = callHost('parseUrl', NativeString(address), from) as UrlParts;
      this.#searchParams = new SandboxSearchParams(this.#parts.search);
      follow(this.#searchParams, (text) => this.#put('search', text));
    }
    static canParse(address: unknown, base?: unknown) {
      try {
        new SandboxUrl(address, base);
        return true;
      } catch {
        return false;
      }
    }
    #put(name: UrlPart, value: string) {
      this.#parts = callHost('changeUrl', this.#parts.href, name, value) as UrlParts;
    }
    static {
      getPart = (url, name) => url.#parts[name];
      change = (url, name, value) => url.#put(name, NativeString(value));
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
  const changeable = [
    'href',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ];
  const accessor = (name: UrlPart) =>
    defineAccessor(
      SandboxUrl.prototype,
      name,
      function (this: SandboxUrl) {
        return getPart(this, name);
      },
      function (this: SandboxUrl, value: unknown) {
        change(this, name, value);
      },
    );
  for (let i = 0; i < changeable.length; i += 1) accessor(changeable[i] as UrlPart);
  defineAccessor(SandboxUrl.prototype, 'origin', function (this: SandboxUrl) {
    return getPart(this, 'origin');
  });

  define(globalObject, 'URL', SandboxUrl);
  define(globalObject, 'URLSearchParams', SandboxSearchParams);
}
