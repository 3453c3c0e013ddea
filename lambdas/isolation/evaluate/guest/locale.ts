/** Asks the host: an operation's name and its arguments, plain data both ways; a refusal throws. */
export type CallHost = (operation: string, ...given: readonly unknown[]) => unknown;

type Locales = unknown;
type Options = unknown;

/**
 * `Intl` and everything called `toLocale...`, answered by the host, in UTC unless a time zone is named. QuickJS has no
 * `Intl`, and its own `toLocale...` ignore locale and options. Runs inside the guest as text: refers to nothing
 * outside itself.
 *
 * @param now the guest's clock, for formatting no date at all.
 */
export function installLocale(callHost: CallHost, now: () => number) {
  type Give = (value: unknown) => unknown;
  const asNumber: Give = (value) => String(typeof value === 'bigint' ? value : Number(value));
  const asText: Give = (value) => String(value);
  const asList: Give = (value) => Array.from(value as Iterable<unknown>, String);
  const asDate: Give = (value) => {
    const time = value === undefined ? now() : Number(value);
    if (Number.isNaN(time)) throw new RangeError('Invalid time value');
    return time;
  };

  /** One `Intl` constructor: its methods by name, each with what it does to its arguments. */
  const service = (kind: string, methods: Readonly<Record<string, readonly Give[]>>) => {
    function Service(this: unknown, locales?: Locales, options?: Options) {
      callHost('intl', kind, 'resolvedOptions', locales, options, []);
      const self = new.target ? (this as Record<string, unknown>) : Object.create(Service.prototype);
      for (const [method, gives] of Object.entries(methods)) {
        const run = (...given: unknown[]) =>
          callHost(
            'intl',
            kind,
            method,
            locales,
            options,
            gives.map((give, i) => give(given[i])),
          );
        Object.defineProperty(self, method, { value: run });
      }
      return self;
    }
    Object.assign(Service, { supportedLocalesOf: (locales: Locales) => callHost('supportedLocales', kind, locales) });
    Object.defineProperty(Service, 'name', { value: kind });
    Object.defineProperty(Service.prototype, Symbol.toStringTag, { value: `Intl.${kind}` });
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
    getCanonicalLocales: (locales: Locales) => callHost('canonicalLocales', locales),
    supportedValuesOf: (key: unknown) => callHost('supportedValues', String(key)),
  };
  Object.assign(globalThis, { Intl: services });

  const define = (prototype: object, methods: Record<string, (...given: never[]) => unknown>) => {
    for (const [name, value] of Object.entries(methods))
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  };
  const dateText = (method: string) =>
    function (this: Date, locales?: Locales, options?: Options) {
      const time = this.getTime();
      return Number.isNaN(time) ? 'Invalid Date' : callHost('dateText', method, time, locales, options);
    };
  const numberText = function (this: number | bigint, locales?: Locales, options?: Options) {
    return callHost('intl', 'NumberFormat', 'format', locales, options, [String(this)]);
  };
  define(Date.prototype, {
    toLocaleString: dateText('toLocaleString'),
    toLocaleDateString: dateText('toLocaleDateString'),
    toLocaleTimeString: dateText('toLocaleTimeString'),
  });
  define(Number.prototype, { toLocaleString: numberText });
  define(BigInt.prototype, { toLocaleString: numberText });
  define(Array.prototype, {
    toLocaleString: function (this: readonly unknown[], ...how: [Locales, Options]) {
      return this.map((item) =>
        item == null ? '' : (item as { toLocaleString(...how: unknown[]): string }).toLocaleString(...how),
      ).join(',');
    },
  });
  const { toLowerCase, toUpperCase } = String.prototype;
  define(String.prototype, {
    localeCompare: function (this: string, other: unknown, locales?: Locales, options?: Options) {
      return callHost('intl', 'Collator', 'compare', locales, options, [String(this), String(other)]);
    },
    toLocaleLowerCase: function (this: string, locales?: Locales) {
      return locales === undefined ? toLowerCase.call(this) : callHost('lowerCase', String(this), locales);
    },
    toLocaleUpperCase: function (this: string, locales?: Locales) {
      return locales === undefined ? toUpperCase.call(this) : callHost('upperCase', String(this), locales);
    },
  });
}
