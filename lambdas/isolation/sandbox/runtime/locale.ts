import type { CallHost, Reported } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Implements `Intl` and every `toLocale...` method by calls to the host, in UTC unless a time zone is given. QuickJS
 * has no `Intl`, and its `toLocale...` methods ignore locale and options. Runs inside the sandbox as text: refers to
 * nothing outside itself.
 */
export function installLocale(primordials: Primordials, callHost: CallHost) {
  const { NativeNumber, NativeRangeError, NativeString, apply, create, define, each } = primordials;
  const { getTime, globalObject, isDate, keys, list, now, push, toStringTag } = primordials;
  const { arrayPrototype, bigintPrototype, datePrototype, numberPrototype, stringPrototype } = primordials;
  const { bigintValue, lowerCase, numberValue, upperCase } = primordials;

  type Locales = unknown;
  type Options = unknown;
  type Give = (value: unknown) => Reported;

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

  const asNumber: Give = (value) => NativeString(typeof value === 'bigint' ? value : NativeNumber(value));
  const asText: Give = (value) => NativeString(value);
  const asList: Give = (value) => {
    const texts = list<string>();
    each(value as object, (item) => push(texts, NativeString(item)));
    return texts;
  };
  const asDate: Give = (value) => {
    const time = value === undefined ? now() : isDate(value) ? getTime(value) : NativeNumber(value);
    if (time - time !== 0) throw new NativeRangeError('Invalid time value');
    return time;
  };

  const noArguments: readonly Give[] = [];
  /** Defines one `Intl` constructor: its methods by name, each with the conversions of its arguments. */
  const service = (kind: string, methods: Readonly<Record<string, readonly Give[]>>) => {
    const names = keys(methods);
    function Service(this: unknown, wanted?: Locales, how?: Options) {
      const tags = locales(wanted);
      const settings = options(how);
      callHost('formatter', kind, tags, settings);
      const self = new.target ? (this as object) : (create(Service.prototype) as object);
      for (let i = 0; i < names.length; i += 1) {
        const method = names[i] as string;
        const gives = methods[method] ?? noArguments;
        define(self, method, (...given: unknown[]) => {
          const reported = list<Reported>();
          for (let n = 0; n < gives.length; n += 1) {
            const give = gives[n] as Give;
            push(reported, give(given[n]));
          }
          return callHost('intl', kind, method, tags, settings, reported);
        });
      }
      return self;
    }
    define(Service, 'supportedLocalesOf', (wanted: Locales) => callHost('supportedLocales', kind, locales(wanted)));
    define(Service, 'name', kind);
    define(Service.prototype, toStringTag, 'Intl.' + kind);
    return Service;
  };

  const services = {
    NumberFormat: service('NumberFormat', {
      format: [asNumber],
      formatToParts: [asNumber],
      formatRange: [asNumber, asNumber],
      resolvedOptions: [],
    }),
    DateTimeFormat: service('DateTimeFormat', {
      format: [asDate],
      formatToParts: [asDate],
      formatRange: [asDate, asDate],
      resolvedOptions: [],
    }),
    RelativeTimeFormat: service('RelativeTimeFormat', {
      format: [asNumber, asText],
      formatToParts: [asNumber, asText],
      resolvedOptions: [],
    }),
    ListFormat: service('ListFormat', { format: [asList], formatToParts: [asList], resolvedOptions: [] }),
    PluralRules: service('PluralRules', { select: [asNumber], resolvedOptions: [] }),
    DisplayNames: service('DisplayNames', { of: [asText], resolvedOptions: [] }),
    Collator: service('Collator', { compare: [asText, asText], resolvedOptions: [] }),
    Segmenter: service('Segmenter', { segment: [asText], resolvedOptions: [] }),
    getCanonicalLocales: (wanted: Locales) => callHost('canonicalLocales', locales(wanted)),
    supportedValuesOf: (key: unknown) => callHost('supportedValues', NativeString(key)),
  };
  define(globalObject, 'Intl', services);

  const dateText = (method: string) =>
    function (this: Date, wanted?: Locales, how?: Options) {
      const time = getTime(this);
      return time - time === 0 ? callHost('dateText', method, time, locales(wanted), options(how)) : 'Invalid Date';
    };
  define(datePrototype, 'toLocaleString', dateText('toLocaleString'));
  define(datePrototype, 'toLocaleDateString', dateText('toLocaleDateString'));
  define(datePrototype, 'toLocaleTimeString', dateText('toLocaleTimeString'));

  const numberText = (value: number | bigint, wanted: Locales, how: Options) =>
    callHost('intl', 'NumberFormat', 'format', locales(wanted), options(how), [NativeString(value)]);
  define(numberPrototype, 'toLocaleString', function (this: number, wanted?: Locales, how?: Options) {
    return numberText(numberValue(this), wanted, how);
  });
  define(bigintPrototype, 'toLocaleString', function (this: bigint, wanted?: Locales, how?: Options) {
    return numberText(bigintValue(this), wanted, how);
  });
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
  define(stringPrototype, 'toLocaleLowerCase', function (this: string, wanted?: Locales) {
    const text = NativeString(this);
    return wanted === undefined ? lowerCase(text) : callHost('lowerCase', text, locales(wanted));
  });
  define(stringPrototype, 'toLocaleUpperCase', function (this: string, wanted?: Locales) {
    const text = NativeString(this);
    return wanted === undefined ? upperCase(text) : callHost('upperCase', text, locales(wanted));
  });
}
