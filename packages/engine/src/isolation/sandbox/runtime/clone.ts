import type { Primordials } from './primordials.ts';

/** Implements `structuredClone`. Runs inside the sandbox as text: refers to nothing outside itself. */
export function installClone(primordials: Primordials) {
  const { NativeArray, NativeDataView, NativeDate, NativeMap, NativeObject, NativeRegExp, NativeSet } = primordials;
  const { NativeString, NativeTypeError, NativeUint8Array, bigintValue, booleanValue, bufferLength } = primordials;
  const { define, errorKinds, getTime, globalObject, hasOwn, isArray, isBigint, isBoolean, isBuffer } = primordials;
  const { isDate, isError, isMap, isNumber, isPromise, isRegExp, isSet, isString, isView, isWeakMap } = primordials;
  const { isWeakSet, keys, mapForEach, mapGet, mapHas, mapSet, namedError, numberValue, regExpFlags } = primordials;
  const { regExpSource, setAdd, setForEach, setOwn, stringValue, typedArrayBuffer, typedArrayItems } = primordials;
  const { typedArrayName, typedArrayOffset, typedArrays, viewBuffer, viewLength, viewOffset } = primordials;

  const refuse = (): never => {
    throw namedError('DataCloneError', 'This value cannot be cloned.');
  };
  type Seen = Map<unknown, unknown>;

  /** Returns the copy of a value whose content is not copied further; undefined for another. */
  const simple = (value: object): object | undefined => {
    if (isDate(value)) return new NativeDate(getTime(value));
    if (isRegExp(value)) return new NativeRegExp(regExpSource(value), regExpFlags(value));
    if (isNumber(value)) return NativeObject(numberValue(value));
    if (isString(value)) return NativeObject(stringValue(value));
    if (isBoolean(value)) return NativeObject(booleanValue(value));
    if (isBigint(value)) return NativeObject(bigintValue(value));
    if (isBuffer(value))
      return typedArrayBuffer(new NativeUint8Array(new NativeUint8Array(value, 0, bufferLength(value))));
    return undefined;
  };
  const copyView = (value: ArrayBufferView, seen: Seen): object => {
    const name = typedArrayName(value);
    if (name === undefined)
      return new NativeDataView(copy(viewBuffer(value), seen) as ArrayBuffer, viewOffset(value), viewLength(value));
    const Kind = typedArrays[name] as (typeof typedArrays)[string];
    const buffer = copy(typedArrayBuffer(value), seen) as ArrayBuffer;
    return new Kind(buffer, typedArrayOffset(value), typedArrayItems(value));
  };
  const copyError = (value: Error): Error => {
    const { name } = value;
    const Kind = errorKinds[NativeString(name)] ?? (errorKinds.Error as ErrorConstructor);
    const message = value.message === undefined ? undefined : NativeString(value.message);
    const error = new Kind(message);
    if (typeof value.stack === 'string') define(error, 'stack', value.stack);
    return error;
  };
  const copyInto = (target: object, value: object, seen: Seen): object => {
    mapSet(seen, value, target);
    const names = keys(value);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      setOwn(target, name, copy((value as Record<string, unknown>)[name], seen));
    }
    return target;
  };
  const copyObject = (value: object, seen: Seen): object => {
    if (isMap(value)) {
      const target = new NativeMap<unknown, unknown>();
      mapSet(seen, value, target);
      mapForEach(value, (item, key) => void mapSet(target, copy(key, seen), copy(item, seen)));
      return target;
    }
    if (isSet(value)) {
      const target = new NativeSet<unknown>();
      mapSet(seen, value, target);
      setForEach(value, (item) => void setAdd(target, copy(item, seen)));
      return target;
    }
    if (isArray(value)) return copyInto(new NativeArray(value.length), value, seen);
    if (isError(value)) {
      const given = value as Error;
      const error = copyError(given);
      mapSet(seen, value, error);
      if (hasOwn(given, 'cause')) define(error, 'cause', copy(given.cause, seen));
      return error;
    }
    return isWeakMap(value) || isWeakSet(value) || isPromise(value) ? refuse() : copyInto({}, value, seen);
  };
  const copy = (value: unknown, seen: Seen): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol') return refuse();
    if (typeof value !== 'object' || value === null) return value;
    if (mapHas(seen, value)) return mapGet(seen, value);
    const copied = isView(value) ? copyView(value, seen) : (simple(value) ?? copyObject(value, seen));
    mapSet(seen, value, copied);
    return copied;
  };

  define(globalObject, 'structuredClone', function structuredClone(...given: unknown[]) {
    if (given.length === 0) throw new NativeTypeError('structuredClone: the value is missing.');
    return copy(given[0], new NativeMap());
  });
}
