import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Completes built-ins of the language where the interpreter differs from browsers and Node. Runs inside the sandbox as
 * text: refers to nothing outside itself.
 */
export function installBuiltIns(primordials: Primordials, callHost: CallHost) {
  const { NativeDate, NativeError, NativeRegExp, NativeString, NativeTypeError } = primordials;
  const { construct, datePrototype, dateText, define, defineAccessor, defineClass, globalObject, isDate } = primordials;
  const { iteratorPrototype, now, replaceValue, timeText, utc } = primordials;

  // an iterator helper that ends early calls `return` of what it iterates, which the interpreter's own iterators lack
  define(iteratorPrototype, 'return', (value: unknown) => ({ value, done: true }));

  const inZone = (text: string) => (text === 'Invalid Date' ? text : text + ' (Coordinated Universal Time)');
  define(datePrototype, 'toString', function (this: Date) {
    return inZone(dateText(this));
  });
  define(datePrototype, 'toTimeString', function (this: Date) {
    return inZone(timeText(this));
  });
  /** The host reads more forms of dates, and others: as every browser of the same engine does. */
  const parseDate = (text: string): number => {
    const time = callHost('parseDate', text) as number | undefined;
    return time === undefined ? 0 / 0 : time;
  };
  const toTime = (value: unknown) => (typeof value === 'string' ? parseDate(value) : value);
  function SandboxDate(...given: unknown[]) {
    if (new.target === undefined) return inZone(dateText(new NativeDate(now())));
    const items = given.length === 1 && !isDate(given[0]) ? [toTime(given[0])] : given;
    return construct(NativeDate, items, new.target) as Date;
  }
  replaceValue(SandboxDate, 'prototype', datePrototype);
  replaceValue(SandboxDate, 'name', 'Date');
  replaceValue(SandboxDate, 'length', 7);
  define(SandboxDate, 'now', now);
  define(SandboxDate, 'UTC', utc);
  define(SandboxDate, 'parse', (text: unknown) => parseDate(NativeString(text)));
  define(datePrototype, 'constructor', SandboxDate);
  define(globalObject, 'Date', SandboxDate);

  // the interpreter frees what nothing else refers to at once, in the middle of a run
  class SandboxWeakRef {
    readonly #target: unknown;
    constructor(target: unknown) {
      const isKey = (typeof target === 'object' && target !== null) || typeof target === 'function';
      if (!isKey && typeof target !== 'symbol') throw new NativeTypeError('WeakRef: invalid target');
      this.#target = target;
    }
    deref() {
      return this.#target;
    }
  }
  defineClass('WeakRef', SandboxWeakRef);

  define(NativeError, 'captureStackTrace', (target: object) => define(target, 'stack', ''));

  const missing = (name: string) => () => {
    throw new NativeError(name + ' is not available in templates: use what match() or exec() returns.');
  };
  const ofLastMatch = ['input', '$_', 'lastMatch', '$&', 'lastParen', '$+', 'leftContext', '$`', 'rightContext', "$'"];
  for (let i = 0; i < ofLastMatch.length; i += 1) {
    const name = ofLastMatch[i] as string;
    defineAccessor(NativeRegExp, name, missing('RegExp.' + name));
  }
  for (let n = 1; n < 10; n += 1) defineAccessor(NativeRegExp, '$' + n, missing('RegExp.$' + n));
}
