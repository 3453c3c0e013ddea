import type { CallHost } from './locale.ts';

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

/**
 * The browser's names that templates use without thinking: URLs, base64, UTF-8, copies, a console that says nothing.
 * Runs inside the guest as text: refers to nothing outside itself.
 */
export function installWeb(callHost: CallHost) {
  class GuestSearchParams {
    #pairs: Pair[];
    readonly #changed: (text: string) => void;

    constructor(from: unknown = '', changed: (text: string) => void = () => {}) {
      this.#changed = changed;
      if (typeof from !== 'object' || from === null) this.#pairs = callHost('parseQuery', String(from)) as Pair[];
      else {
        const entries = Symbol.iterator in from ? Array.from(from as Iterable<Pair>) : Object.entries(from);
        this.#pairs = entries.map(([name, value]): Pair => [String(name), String(value)]);
      }
    }
    #set(pairs: Pair[]) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    get(name: string) {
      return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null;
    }
    getAll(name: string) {
      return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]);
    }
    has(name: string) {
      return this.#pairs.some((pair) => pair[0] === String(name));
    }
    append(name: string, value: unknown) {
      this.#set([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name: string) {
      this.#set(this.#pairs.filter((pair) => pair[0] !== String(name)));
    }
    set(name: string, value: unknown) {
      const first = this.#pairs.findIndex((pair) => pair[0] === String(name));
      if (first < 0) return this.append(name, value);
      const kept = this.#pairs.filter((pair, index) => pair[0] !== String(name) || index === first);
      this.#set(kept.map((pair) => (pair[0] === String(name) ? [pair[0], String(value)] : pair)));
    }
    sort() {
      this.#set(this.#pairs.toSorted((one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0)));
    }
    forEach(look: (value: string, name: string, all: GuestSearchParams) => void) {
      for (const [name, value] of this.#pairs) look(value, name, this);
    }
    keys() {
      return this.#pairs.map((pair) => pair[0])[Symbol.iterator]();
    }
    values() {
      return this.#pairs.map((pair) => pair[1])[Symbol.iterator]();
    }
    entries() {
      return this.#pairs.map(([name, value]): Pair => [name, value])[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return callHost('formatQuery', this.#pairs) as string;
    }
  }

  class GuestUrl {
    #parts: UrlParts;
    readonly searchParams: GuestSearchParams;

    constructor(address: unknown, base?: unknown) {
      this.#parts = callHost('parseUrl', String(address), base === undefined ? null : String(base)) as UrlParts;
      this.searchParams = new GuestSearchParams(this.#parts.search, (text) => this.put('search', text));
    }
    static canParse(address: unknown, base?: unknown) {
      try {
        return Boolean(new GuestUrl(address, base));
      } catch {
        return false;
      }
    }
    part(name: keyof UrlParts) {
      return this.#parts[name];
    }
    put(name: UrlPart, value: unknown) {
      this.#parts = callHost('changeUrl', this.#parts.href, name, String(value)) as UrlParts;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  const parts = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
  for (const name of [...parts, 'origin'] as (UrlPart | 'origin')[]) {
    Object.defineProperty(GuestUrl.prototype, name, {
      get(this: GuestUrl) {
        return this.part(name);
      },
      ...(name !== 'origin' && {
        set(this: GuestUrl, value: unknown) {
          this.put(name, value);
        },
      }),
    });
  }

  const bytesOf = (text: string) => {
    const escaped = encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_all, hex) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
    return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
  };
  class GuestTextEncoder {
    readonly encoding = 'utf-8';
    encode(text = '') {
      return bytesOf(String(text));
    }
  }
  class GuestTextDecoder {
    readonly encoding = 'utf-8';
    decode(bytes: Uint8Array = new Uint8Array()) {
      return callHost('decodeText', Array.from(new Uint8Array(bytes))) as string;
    }
  }

  const nothing = () => {};
  const quiet = [
    'log',
    'info',
    'warn',
    'error',
    'debug',
    'trace',
    'table',
    'dir',
    'group',
    'groupEnd',
    'time',
    'timeEnd',
    'assert',
  ];
  const copied = (value: unknown, seen = new Map<unknown, unknown>()): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('This value cannot be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Date) return new Date(value.getTime());
    if (value instanceof Map) return new Map([...value].map(([k, v]) => [copied(k, seen), copied(v, seen)]));
    if (value instanceof Set) return new Set([...value].map((item) => copied(item, seen)));
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
    seen.set(value, copy);
    for (const [name, item] of Object.entries(value)) (copy as Record<string, unknown>)[name] = copied(item, seen);
    return copy;
  };

  const added = {
    URL: GuestUrl,
    URLSearchParams: GuestSearchParams,
    TextEncoder: GuestTextEncoder,
    TextDecoder: GuestTextDecoder,
    btoa: (text: unknown) => callHost('btoa', String(text)),
    atob: (text: unknown) => callHost('atob', String(text)),
    structuredClone: (value: unknown) => copied(value),
    console: Object.fromEntries(quiet.map((name) => [name, nothing])),
  };
  for (const [name, value] of Object.entries(added))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
