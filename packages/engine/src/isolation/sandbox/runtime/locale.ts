import type { ArgumentKind, durationUnits, intlMethods, localeMethods, localeParts } from '../intl.ts';
import type { CallHost, Reported } from './host.ts';
import type { Primordials } from './primordials.ts';

/** Names of `../intl.ts`. */
interface IntlNames {
  readonly methods: typeof intlMethods;
  readonly localeParts: typeof localeParts;
  readonly localeMethods: typeof localeMethods;
  readonly durationUnits: typeof durationUnits;
}

/**
 * Implements `Intl` and every `toLocale...` method by calls to the host, in UTC unless a time zone is given. QuickJS
 * has no `Intl`, and its `toLocale...` methods ignore locale and options. Runs inside the sandbox as text: refers to
 * nothing outside itself.
 */
export function installLocale(primordials: Primordials, callHost: CallHost, names: IntlNames) {
  const { NativeNumber, NativeRangeError, NativeString, NativeTypeError, apply, arrayValues, asArray } = primordials;
  const { asObject, charCodeAt, create, define, defineAccessor, defineClass, each, getTime, globalObject } =
    primordials;
  const { isDate, iterator, keys, list, now, push, record, toStringTag } = primordials;
  const { arrayPrototype, bigintPrototype, datePrototype, numberPrototype, stringPrototype } = primordials;
  const { bigintValue, lowerCase, numberValue, typedArrayItems, typedArrayPrototype, upperCase } = primordials;

  type Locales = unknown;
  type Options = unknown;

  /** Returns the tag of an `Intl.Locale`; undefined for another value. */
  let tagOf: (value: object) => string | undefined;

  /** Returns language tags in order of preference; the host reads the first few. */
  const locales = (given: Locales): string[] => {
    const tags = list<string>();
    if (typeof given !== 'object' || given === null) {
      if (given !== undefined && given !== null) push(tags, NativeString(given));
      return tags;
    }
    const own = tagOf(given);
    if (own !== undefined) push(tags, own);
    const wanted = given as ArrayLike<unknown>;
    for (let i = 0; i < wanted.length && i < 10; i += 1) {
      const one = wanted[i];
      push(tags, (typeof one === 'object' && one !== null ? tagOf(one) : undefined) ?? NativeString(one));
    }
    return tags;
  };
  /** Returns name and value of each option. */
  const options = (given: Options): Reported[] => {
    const reported = list<Reported>();
    if (given === undefined || given === null) return reported;
    const names = keys(given as object);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      const value = (given as Record<string, unknown>)[name];
      const isNumber = typeof value === 'number' && value - value === 0;
      if (isNumber || typeof value === 'string' || typeof value === 'boolean')
        push(reported, [name, value as Reported]);
    }
    return reported;
  };

  /** Returns whether a text is a decimal number that the host reads with all its digits. */
  const isDecimal = (text: string): boolean => {
    if (text.length > 1000) return false;
    let points = 0;
    for (let i = charCodeAt(text, 0) === 45 ? 1 : 0; i < text.length; i += 1) {
      const code = charCodeAt(text, i);
      if (code === 46) points += 1;
      else if (code < 48 || code > 57) return false;
    }
    const isDigit = (at: number) => charCodeAt(text, at) > 47;
    return text.length > 0 && points < 2 && isDigit(text.length - 1) && isDigit(charCodeAt(text, 0) === 45 ? 1 : 0);
  };
  const numeral = (value: unknown): string => {
    if (typeof value === 'bigint' || (typeof value === 'string' && isDecimal(value))) return NativeString(value);
    const number = NativeNumber(value);
    return number === 0 && 1 / number < 0 ? '-0' : NativeString(number);
  };
  const duration = (value: unknown): Reported[] => {
    if (typeof value !== 'object' || value === null) throw new NativeTypeError('A duration is an object of its units.');
    const parts = list<Reported>();
    for (let i = 0; i < names.durationUnits.length; i += 1) {
      const unit = names.durationUnits[i] as string;
      const given = (value as Record<string, unknown>)[unit];
      if (given === undefined) continue;
      const number = NativeNumber(given);
      if (number - number !== 0)
        throw new NativeRangeError('A duration has no ' + NativeString(given) + ' ' + unit + '.');
      push(parts, [unit, number]);
    }
    return parts;
  };

  const conversions: Readonly<Record<ArgumentKind, (value: unknown) => Reported>> = {
    numeral,
    duration,
    text: (value) => NativeString(value),
    long: (value) => NativeString(value),
    texts: (value) => {
      const texts = list<string>();
      each(value as object, (item) => {
        if (typeof item !== 'string') throw new NativeTypeError('A list is formatted of texts.');
        push(texts, item);
      });
      return texts;
    },
    time: (value) => {
      const time = value === undefined ? now() : isDate(value) ? getTime(value) : NativeNumber(value);
      if (time - time !== 0) throw new NativeRangeError('Invalid time value');
      return time;
    },
  };

  interface Segment {
    readonly segment: string;
    readonly index: number;
    readonly isWordLike?: boolean;
  }
  /** Returns what `segment` returns: iterable, and searchable by position. */
  const segments = (given: readonly Segment[], input: string) => {
    const found = list<Segment>();
    for (let i = 0; i < given.length; i += 1) {
      const { segment, index, ...kind } = given[i] as Segment;
      push(found, { segment, index, input, ...kind } as Segment);
    }
    const containing = (at: unknown) => {
      const given = NativeNumber(at);
      // what is no number is the first
      const position = given > -1 || given < 0 ? given : 0;
      for (let i = found.length - 1; i >= 0 && position > -1; i -= 1) {
        const one = found[i] as Segment;
        if (position >= one.index || i === 0) return position < one.index + one.segment.length ? one : undefined;
      }
      return undefined;
    };
    const made = asObject(record<unknown>());
    define(made, 'containing', containing);
    define(made, iterator, () => arrayValues(asArray(found)));
    return made;
  };

  const intl = asObject(record<unknown>());
  /** Defines one `Intl` constructor. */
  const service = (kind: string, methods: Readonly<Record<string, readonly ArgumentKind[]>>) => {
    const named = keys(methods);
    function Service(this: unknown, wanted?: Locales, how?: Options) {
      const tags = locales(wanted);
      const settings = options(how);
      callHost('formatter', kind, tags, settings);
      const self = new.target ? (this as object) : (create(Service.prototype) as object);
      const defineMethod = (method: string, kinds: readonly ArgumentKind[]) =>
        define(self, method, (...given: unknown[]) => {
          const reported = list<Reported>();
          for (let n = 0; n < kinds.length; n += 1) {
            const convert = conversions[kinds[n] as ArgumentKind];
            push(reported, convert(given[n]));
          }
          const answer = callHost('intl', kind, method, tags, settings, reported);
          return method === 'segment' ? segments(answer as Segment[], reported[0] as string) : answer;
        });
      for (let i = 0; i < named.length; i += 1) {
        const method = named[i] as string;
        defineMethod(method, methods[method] as readonly ArgumentKind[]);
      }
      defineMethod('resolvedOptions', []);
      return self;
    }
    define(Service, 'supportedLocalesOf', (wanted: Locales) => callHost('supportedLocales', kind, locales(wanted)));
    defineClass(kind, Service, intl, 'Intl.' + kind);
  };
  const kinds = keys(names.methods);
  for (let i = 0; i < kinds.length; i += 1) {
    const kind = kinds[i] as string;
    service(kind, names.methods[kind] as Readonly<Record<string, readonly ArgumentKind[]>>);
  }

  type Parts = Readonly<Record<'tag' | (typeof localeParts)[number], unknown>>;
  class SandboxLocale {
    readonly #parts: Parts;
    static {
      tagOf = (value) => (#parts in value ? (value.#parts.tag as string) : undefined);
      const definePart = (name: keyof Parts) =>
        defineAccessor(SandboxLocale.prototype, name, function (this: SandboxLocale) {
          return this.#parts[name];
        });
      for (let i = 0; i < names.localeParts.length; i += 1) definePart(names.localeParts[i] as keyof Parts);
    }
    constructor(tag: unknown, how?: Options) {
      const isObject = typeof tag === 'object' && tag !== null;
      if (!isObject && typeof tag !== 'string') throw new NativeTypeError('A locale is named by a text.');
      this.#parts = callHost('locale', (isObject ? tagOf(tag) : undefined) ?? NativeString(tag), options(how)) as Parts;
    }
    toString() {
      return this.#parts.tag as string;
    }
  }
  const localeMethod = (method: string, convert: (answer: unknown) => unknown) =>
    define(SandboxLocale.prototype, method, function (this: SandboxLocale) {
      return convert(callHost('ofLocale', tagOf(this) as string, method));
    });
  for (let i = 0; i < names.localeMethods.length; i += 1)
    localeMethod(names.localeMethods[i] as string, (answer) => answer);
  localeMethod('maximize', (tag) => new SandboxLocale(tag));
  localeMethod('minimize', (tag) => new SandboxLocale(tag));
  defineClass('Locale', SandboxLocale, intl, 'Intl.Locale');

  define(intl, 'getCanonicalLocales', (wanted: Locales) => callHost('canonicalLocales', locales(wanted)));
  define(intl, 'supportedValuesOf', (key: unknown) => callHost('supportedValues', NativeString(key)));
  define(intl, toStringTag, 'Intl');
  define(globalObject, 'Intl', intl);

  const defineDateText = (method: string) =>
    define(datePrototype, method, function (this: Date, wanted?: Locales, how?: Options) {
      const time = getTime(this);
      return time - time === 0 ? callHost('dateText', method, time, locales(wanted), options(how)) : 'Invalid Date';
    });
  defineDateText('toLocaleString');
  defineDateText('toLocaleDateString');
  defineDateText('toLocaleTimeString');

  const defineNumberText = (prototype: object, getValue: (self: unknown) => number | bigint) =>
    define(prototype, 'toLocaleString', function (this: unknown, wanted?: Locales, how?: Options) {
      return callHost('intl', 'NumberFormat', 'format', locales(wanted), options(how), [numeral(getValue(this))]);
    });
  defineNumberText(numberPrototype, numberValue);
  defineNumberText(bigintPrototype, bigintValue);
  const defineItemsText = (prototype: object, getLength: (self: ArrayLike<unknown>) => number) =>
    define(prototype, 'toLocaleString', function (this: ArrayLike<unknown>, wanted?: Locales, how?: Options) {
      let text = '';
      for (let i = 0; i < getLength(this); i += 1) {
        const item = this[i] as { toLocaleString: (...how: unknown[]) => unknown } | null | undefined;
        if (i > 0) text += ',';
        if (item !== null && item !== undefined) text += NativeString(apply(item.toLocaleString, item, [wanted, how]));
      }
      return text;
    });
  defineItemsText(arrayPrototype, (items) => items.length);
  defineItemsText(typedArrayPrototype, typedArrayItems);

  define(stringPrototype, 'localeCompare', function (this: string, other: unknown, wanted?: Locales, how?: Options) {
    const texts = [NativeString(this), NativeString(other)];
    return callHost('intl', 'Collator', 'compare', locales(wanted), options(how), texts);
  });
  const defineCase = (method: string, operation: string, plain: (text: string) => string) =>
    define(stringPrototype, method, function (this: string, wanted?: Locales) {
      const text = NativeString(this);
      return wanted === undefined ? plain(text) : callHost(operation, text, locales(wanted));
    });
  defineCase('toLocaleLowerCase', 'lowerCase', lowerCase);
  defineCase('toLocaleUpperCase', 'upperCase', upperCase);
}
