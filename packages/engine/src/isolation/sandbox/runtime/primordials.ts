/** Converts a method to a function whose first parameter is `this`. */
type Uncurry = <Self, Given extends unknown[], Answer>(
  method: (this: Self, ...given: Given) => Answer,
) => (self: Self, ...given: Given) => Answer;

/**
 * Returns the built-ins that the code around templates uses, captured before a template runs. Afterwards a template may
 * have replaced every global, prototype method and iterator, also those that the interpreter looks up itself, such as
 * `concat` for template literals. `test/engine/isolation/sandbox-primordials.test.ts` verifies that this folder uses nothing
 * else. Runs inside the sandbox as text: refers to nothing outside itself.
 */
export function takePrimordials() {
  const { bind, call } = Function.prototype;
  const uncurry = bind.bind(call) as unknown as Uncurry;
  const { create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Object;
  const toStringTag: typeof Symbol.toStringTag = Symbol.toStringTag;
  const globalObject = globalThis;
  const NativeError = Error;
  const getter = <Value>(prototype: object, name: PropertyKey) =>
    uncurry(getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => Value);
  const bytes = getPrototypeOf(Uint8Array.prototype) as object;
  const { isArray } = Array;
  const { apply, construct } = Reflect;
  const iterator: typeof Symbol.iterator = Symbol.iterator;
  const arrayPrototype = Array.prototype;
  const objectPrototype = Object.prototype;

  /** Internal lists and records have no prototype, so that setters of a template are not called. */
  const list = <Item>() => setPrototypeOf([], null) as Item[];
  const record = <Value>() => create(null) as Record<string, Value>;
  const push = <Item>(to: Item[], item: Item) => {
    to[to.length] = item;
  };
  const put = <Value>(to: Record<string, Value>, name: string, value: Value) => {
    to[name] = value;
  };
  /** Converts a finished list or record to one that templates can use. */
  const asArray = <Item>(from: Item[]) => setPrototypeOf(from, arrayPrototype) as Item[];
  const asObject = <Value>(from: Record<string, Value>) => setPrototypeOf(from, objectPrototype) as typeof from;

  /** Defines a property like a built-in one. */
  const define = (on: object, name: PropertyKey, value: unknown) => {
    defineProperty(on, name, { __proto__: null, value, writable: true, configurable: true } as PropertyDescriptor);
  };
  /** Defines a property like an object literal does. */
  const setOwn = <Target extends object>(on: Target, name: PropertyKey, value: unknown) => {
    const enumerable = true;
    const how = { __proto__: null, value, enumerable, writable: true, configurable: true };
    return defineProperty(on, name, how as PropertyDescriptor);
  };
  /** Replaces the value of a property that stays as it is otherwise. */
  const replaceValue = (on: object, name: PropertyKey, value: unknown) => {
    defineProperty(on, name, { __proto__: null, value } as PropertyDescriptor);
  };
  const defineAccessor = (on: object, name: string, get: () => unknown, set?: (value: unknown) => void) => {
    defineProperty(on, name, { __proto__: null, get, set, configurable: true } as PropertyDescriptor);
  };

  const weakMapHas = uncurry(WeakMap.prototype.has) as (self: unknown, key: unknown) => boolean;
  const weakSetHas = uncurry(WeakSet.prototype.has) as (self: unknown, key: unknown) => boolean;
  const hasPrototype = uncurry(Object.prototype.isPrototypeOf) as (self: object, value: unknown) => boolean;
  const promisePrototype = Promise.prototype;
  const getTime = uncurry(Date.prototype.getTime) as (self: unknown) => number;
  /** Returns a type guard: whether `ask` succeeds on a value, regardless of its prototypes. */
  const brand =
    <Kind>(ask: (value: unknown) => unknown) =>
    (value: unknown): value is Kind => {
      try {
        ask(value);
        return true;
      } catch {
        return false;
      }
    };

  /** Defines a class under its public name: on `owner`, and on its values as `tag`. */
  const defineClass = (
    name: string,
    made: { readonly prototype: object },
    owner: object = globalObject,
    tag = name,
  ) => {
    define(made, 'name', name);
    define(made.prototype, toStringTag, tag);
    define(owner, name, made);
  };
  /** Returns an error with another name than its class, as those of browsers have. */
  const namedError = (name: string, message: string) => {
    const error = new NativeError(message);
    define(error, 'name', name);
    return error;
  };
  const byName = <Kind>(kinds: readonly (Kind & { readonly name: string })[]) => {
    const named = record<Kind>();
    for (let i = 0; i < kinds.length; i += 1) {
      const kind = kinds[i] as Kind & { readonly name: string };
      put(named, kind.name, kind);
    }
    return named;
  };

  const numberValue = uncurry(Number.prototype.valueOf) as (self: unknown) => number;
  const bigintValue = uncurry(BigInt.prototype.valueOf) as (self: unknown) => bigint;
  const booleanValue = uncurry(Boolean.prototype.valueOf) as (self: unknown) => boolean;
  const stringValue = uncurry(String.prototype.valueOf) as (self: unknown) => string;

  /** Iterates over a template's value: an array by index, anything else by its own iterator. */
  const each = (given: object, look: (item: unknown) => void) => {
    if (getPrototypeOf(given) === arrayPrototype && isArray(given)) {
      for (let i = 0; i < given.length; i += 1) look(given[i]);
      return;
    }
    const items = apply((given as Iterable<unknown>)[iterator], given, []) as Iterator<unknown>;
    const { next } = items;
    for (;;) {
      const step = apply(next, items, []) as IteratorResult<unknown>;
      if (step.done) return;
      look(step.value);
    }
  };

  return {
    ...{ each, list, record, push, put, asArray, asObject, define, setOwn, replaceValue, defineAccessor, defineClass },
    ...{ globalObject, namedError, toStringTag },
    NativeString: String,
    NativeNumber: Number,
    NativeSymbol: Symbol,
    NativeProxy: Proxy,
    NativeArray: Array,
    NativeUint8Array: Uint8Array,
    NativeDataView: DataView,
    NativeError,
    NativeTypeError: TypeError,
    NativeRangeError: RangeError,
    NativeRegExp: RegExp,
    NativeObject: Object,
    errorKinds: byName<ErrorConstructor>([
      Error,
      EvalError,
      RangeError,
      ReferenceError,
      SyntaxError,
      TypeError,
      URIError,
    ]),
    typedArrays: byName<new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayBufferView>([
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float16Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
    ]),
    NativeMap: Map,
    NativeSet: Set,
    NativeDate: Date,
    NativePromise: Promise,
    NativeJson: JSON,
    NativeMath: Math,
    ...{ arrayPrototype, objectPrototype, datePrototype: Date.prototype, numberPrototype: Number.prototype },
    ...{ bigintPrototype: BigInt.prototype, stringPrototype: String.prototype, typedArrayPrototype: bytes },
    iteratorPrototype: Iterator.prototype as object,
    ...{ create, getPrototypeOf, isArray, apply, iterator, construct },
    parse: JSON.parse,
    stringify: JSON.stringify,
    keys: Object.keys,
    hasOwn: Object.hasOwn,
    isExtensible: Object.isExtensible,
    toPrimitive: Symbol.toPrimitive as typeof Symbol.toPrimitive,
    fromCharCode: String.fromCharCode,
    encodeUri: encodeURIComponent,
    toLatin1: unescape,
    toWellFormed: uncurry(String.prototype.toWellFormed),
    sliceText: uncurry(String.prototype.slice),
    charCodeAt: uncurry(String.prototype.charCodeAt),
    lowerCase: uncurry(String.prototype.toLowerCase),
    upperCase: uncurry(String.prototype.toUpperCase),
    arrayValues: uncurry(Array.prototype.values) as <Item>(self: Item[]) => ArrayIterator<Item>,
    join: uncurry(Array.prototype.join) as (self: readonly string[], separator: string) => string,
    numberValue,
    bigintValue,
    booleanValue,
    stringValue,
    isNumber: brand<object>(numberValue),
    isBigint: brand<object>(bigintValue),
    isBoolean: brand<object>(booleanValue),
    isString: brand<object>(stringValue),
    promiseThen: uncurry(Promise.prototype.then) as (
      self: Promise<unknown>,
      fulfilled: (value: unknown) => void,
      rejected: (reason: unknown) => void,
    ) => unknown,
    now: Date.now,
    dateText: uncurry(Date.prototype.toString),
    timeText: uncurry(Date.prototype.toTimeString),
    utc: Date.UTC,
    getTime,
    isDate: brand<Date>(getTime),
    mapGet: uncurry(Map.prototype.get),
    mapSet: uncurry(Map.prototype.set),
    mapHas: uncurry(Map.prototype.has),
    mapForEach: uncurry(Map.prototype.forEach),
    isError: (Error as unknown as { readonly isError: (value: unknown) => boolean }).isError,
    isRegExp: brand<RegExp>(getter(RegExp.prototype, 'source')),
    regExpSource: getter<string>(RegExp.prototype, 'source'),
    regExpFlags: getter<string>(RegExp.prototype, 'flags'),
    isWeakMap: brand<object>((value) => weakMapHas(value, value)),
    isWeakSet: brand<object>((value) => weakSetHas(value, value)),
    isPromise: (value: object) => hasPrototype(promisePrototype, value),
    isBuffer: brand<ArrayBuffer>(getter(ArrayBuffer.prototype, 'byteLength')),
    isMap: brand<Map<unknown, unknown>>(getter(Map.prototype, 'size')),
    isSet: brand<Set<unknown>>(getter(Set.prototype, 'size')),
    setAdd: uncurry(Set.prototype.add),
    setForEach: uncurry(Set.prototype.forEach),
    isView: ArrayBuffer.isView,
    typedArraySet: uncurry(Uint8Array.prototype.set) as (self: Uint8Array, from: ArrayLike<number>) => void,
    typedArrayItems: getter<number>(bytes, 'length'),
    typedArrayName: getter<string | undefined>(bytes, Symbol.toStringTag),
    typedArrayBuffer: getter<ArrayBuffer>(bytes, 'buffer'),
    typedArrayOffset: getter<number>(bytes, 'byteOffset'),
    typedArrayLength: getter<number>(bytes, 'byteLength'),
    viewBuffer: getter<ArrayBuffer>(DataView.prototype, 'buffer'),
    viewOffset: getter<number>(DataView.prototype, 'byteOffset'),
    viewLength: getter<number>(DataView.prototype, 'byteLength'),
    bufferLength: getter<number>(ArrayBuffer.prototype, 'byteLength'),
  };
}

export type Primordials = ReturnType<typeof takePrimordials>;
