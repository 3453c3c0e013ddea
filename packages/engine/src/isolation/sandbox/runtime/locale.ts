import type { ArgumentKind, intlMethods } from '../intl.ts';
import type { CallHost, Reported } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Implements `Intl` and every `toLocale...` method by calls to the host, in UTC unless a time zone is given. QuickJS
 * has no `Intl`, and its `toLocale...` methods ignore locale and options. Runs inside the sandbox as text: refers to
 * nothing outside itself.
 */
export function installLocale(primordials: Primordials, callHost: CallHost, methodsOf: typeof intlMethods) {
  const { NativeNumber, NativeRangeError, NativeString, apply, asObject, create, define, each } = primordials;
  const { getTime, globalObject, isDate, keys, list, now, push, put, record, toStringTag } = primordials;
  const { arrayPrototype, bigintPrototype, datePrototype, numberPrototype, stringPrototype } = primordials;
  const { bigintValue, lowerCase, numberValue, upperCase } = primordials;

  type Locales = unknown;
  type Options = unknown;

  /** Returns language tags in order of preference; the host reads the first few. */
  const locales = (given: Locales): string[] => {
    const tags = list<string>();
    if (typeof given === 'object' && given !== null) {
      const wanted = given as ArrayLike<unknown>;
      for (let i = 0; i < wanted.length && i < 10; i += 1) push(tags, NativeString(wanted[i]));
    } else if (given !== undefined && given !== null) push(tags, NativeString(given));
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

  const conversions: Readonly<Record<ArgumentKind, (value: unknown) => Reported>> = {
    numeral: (value) => NativeString(typeof value === 'bigint' ? value : NativeNumber(value)),
    text: (value) => NativeString(value),
    long: (value) => NativeString(value),
    texts: (value) => {
      const texts = list<string>();
      each(value as object, (item) => push(texts, NativeString(item)));
      return texts;
    },
    time: (value) => {
      const time = value === undefined ? now() : isDate(value) ? getTime(value) : NativeNumber(value);
      if (time - time !== 0) throw new NativeRangeError('Invalid time value');
      return time;
    },
  };

  /** Defines one `Intl` constructor. */
  const service = (kind: string, methods: Readonly<Record<string, readonly ArgumentKind[]>>) => {
    const names = keys(methods);
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
          return callHost('intl', kind, method, tags, settings, reported);
        });
      for (let i = 0; i < names.length; i += 1) {
        const method = names[i] as string;
        defineMethod(method, methods[method] as readonly ArgumentKind[]);
      }
      defineMethod('resolvedOptions', []);
      return self;
    }
    define(Service, 'supportedLocalesOf', (wanted: Locales) => callHost('supportedLocales', kind, locales(wanted)));
    define(Service, 'name', kind);
    define(Service.prototype, toStringTag, 'Intl.' + kind);
    return Service;
  };

  const intl = record<unknown>();
  const kinds = keys(methodsOf);
  for (let i = 0; i < kinds.length; i += 1) {
    const kind = kinds[i] as string;
    put(intl, kind, service(kind, methodsOf[kind] as Readonly<Record<string, readonly ArgumentKind[]>>));
  }
  put(intl, 'getCanonicalLocales', (wanted: Locales) => callHost('canonicalLocales', locales(wanted)));
  put(intl, 'supportedValuesOf', (key: unknown) => callHost('supportedValues', NativeString(key)));
  define(globalObject, 'Intl', asObject(intl));

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
      const digits = NativeString(getValue(this));
      return callHost('intl', 'NumberFormat', 'format', locales(wanted), options(how), [digits]);
    });
  defineNumberText(numberPrototype, numberValue);
  defineNumberText(bigintPrototype, bigintValue);
  define(arrayPrototype, 'toLocaleString', function (this: readonly unknown[], wanted?: Locales, how?: Options) {
    let text = '';
    for (let i = 0; i < this.length; i += 1) {
      const item = this[i] as { toLocaleString: (...how: unknown[]) => unknown } | null | undefined;
      if (i > 0) text += ',';
      if (item !== null && item !== undefined) text += NativeString(apply(item.toLocaleString, item, [wanted, how]));
    }
    return text;
  });

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
