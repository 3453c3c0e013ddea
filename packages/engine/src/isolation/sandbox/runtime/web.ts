import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Implements browser globals that templates commonly use: base64, UTF-8, `structuredClone`, and a console without
 * output. Runs inside the sandbox as text: refers to nothing outside itself.
 *
 * @param longest maximum number of bytes that are decoded in one call
 */
export function installWeb(primordials: Primordials, callHost: CallHost, longest: number) {
  const { NativeDate, NativeMap, NativeRangeError, NativeSet, NativeString, NativeTypeError } = primordials;
  const { NativeUint8Array, asArray, asObject, bufferLength, charCodeAt, define, encodeUri, fromCharCode } =
    primordials;
  const { getTime, globalObject, isArray, isDate, isMap, isSet, isView, keys, list, mapForEach, mapGet } = primordials;
  const { mapHas, mapSet, push, put, record, setAdd, setForEach, setOwn, toWellFormed } = primordials;
  const { toLatin1, typedArrayBuffer, typedArrayLength, typedArrayName, typedArrayOffset } = primordials;
  const { viewBuffer, viewLength, viewOffset } = primordials;

  class SandboxTextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text: unknown = '') {
      // one character per byte
      const encoded = toLatin1(encodeUri(toWellFormed(NativeString(text))));
      const bytes = list<number>();
      for (let i = 0; i < encoded.length; i += 1) push(bytes, charCodeAt(encoded, i));
      return new NativeUint8Array(bytes);
    }
  }

  const getBytes = (source: unknown): Uint8Array => {
    if (!isView(source)) return new NativeUint8Array(source as ArrayBuffer, 0, bufferLength(source));
    return typedArrayName(source) === undefined
      ? new NativeUint8Array(viewBuffer(source), viewOffset(source), viewLength(source))
      : new NativeUint8Array(typedArrayBuffer(source), typedArrayOffset(source), typedArrayLength(source));
  };
  class SandboxTextDecoder {
    get encoding() {
      return 'utf-8';
    }
    decode(source?: unknown) {
      if (source === undefined) return '';
      const bytes = getBytes(source);
      const length = typedArrayLength(bytes);
      if (length > longest) throw new NativeRangeError('The text is too long.');
      let text = '';
      for (let i = 0; i < length; i += 1) text += fromCharCode(bytes[i] as number);
      return callHost('decodeText', text) as string;
    }
  }

  const copiedArray = (items: readonly unknown[], seen: Map<unknown, unknown>): unknown => {
    const copy = list<unknown>();
    mapSet(seen, items, copy);
    for (let i = 0; i < items.length; i += 1) push(copy, copied(items[i], seen));
    return asArray(copy);
  };
  const copied = (value: unknown, seen: Map<unknown, unknown>): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new NativeTypeError('This value cannot be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (mapHas(seen, value)) return mapGet(seen, value);
    if (isDate(value)) return new NativeDate(getTime(value));
    if (isMap(value)) {
      const copy = new NativeMap<unknown, unknown>();
      mapSet(seen, value, copy);
      mapForEach(value, (item, key) => void mapSet(copy, copied(key, seen), copied(item, seen)));
      return copy;
    }
    if (isSet(value)) {
      const copy = new NativeSet<unknown>();
      mapSet(seen, value, copy);
      setForEach(value, (item) => void setAdd(copy, copied(item, seen)));
      return copy;
    }
    if (isArray(value)) return copiedArray(value, seen);
    const copy = {};
    mapSet(seen, value, copy);
    const names = keys(value);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      setOwn(copy, name, copied((value as Record<string, unknown>)[name], seen));
    }
    return copy;
  };

  const quiet = record<() => void>();
  const silence = (names: readonly string[]) => {
    for (let i = 0; i < names.length; i += 1) put(quiet, names[i] as string, () => {});
  };
  silence(['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir']);
  silence(['group', 'groupEnd', 'time', 'timeEnd', 'assert']);

  define(globalObject, 'TextEncoder', SandboxTextEncoder);
  define(globalObject, 'TextDecoder', SandboxTextDecoder);
  define(globalObject, 'btoa', (text: unknown) => callHost('btoa', NativeString(text)));
  define(globalObject, 'atob', (text: unknown) => callHost('atob', NativeString(text)));
  define(globalObject, 'structuredClone', (value: unknown) => copied(value, new NativeMap()));
  define(globalObject, 'console', asObject(quiet));
}
