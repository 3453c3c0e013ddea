import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Implements browser globals that templates commonly use: base64, UTF-8, `structuredClone`, and a console without
 * output. Runs inside the sandbox as text: refers to nothing outside itself.
 *
 * @param longest maximum number of bytes that are decoded in one call
 */
export function installWeb(primordials: Primordials, callHost: CallHost, longest: number) {
  const {
    NativeDate,
    NativeMap,
    NativeRangeError,
    NativeSet,
    NativeString,
    NativeTypeError,
    NativeUint8Array,
    asArray,
  } = primordials;
  const { asObject, bufferLength, charCodeAt, define, fromCharCode, getTime, globalObject, isArray, isDate } =
    primordials;
  const { isMap, isSet, isView, keys, list, mapForEach, mapGet, mapHas, mapSet, push, put, record } = primordials;
  const { setAdd, setForEach, typedArrayBuffer, typedArrayLength, typedArrayName, typedArrayOffset } = primordials;
  const { viewBuffer, viewLength, viewOffset } = primordials;

  /** Returns the code point at an index; the replacement character for a lone surrogate. */
  const codePointAt = (text: string, at: number): number => {
    const code = charCodeAt(text, at);
    if (code < 0xd800 || code >= 0xe000) return code;
    const next = charCodeAt(text, at + 1);
    const isPair = code < 0xdc00 && next >= 0xdc00 && next < 0xe000;
    return isPair ? 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00) : 0xfffd;
  };

  const firstByte = (code: number): number => {
    if (code < 0x80) return code;
    if (code < 0x800) return 0xc0 | (code >> 6);
    return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
  };

  /** Encodes text as UTF-8. */
  const encoded = (text: string) => {
    const bytes = list<number>();
    const more = (code: number, shift: number) => push(bytes, 0x80 | ((code >> shift) & 0x3f));
    for (let i = 0; i < text.length; i += 1) {
      const code = codePointAt(text, i);
      if (code >= 0x10000) i += 1;
      push(bytes, firstByte(code));
      if (code >= 0x10000) more(code, 12);
      if (code >= 0x800) more(code, 6);
      if (code >= 0x80) more(code, 0);
    }
    return new NativeUint8Array(bytes);
  };
  class SandboxTextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text: unknown = '') {
      return encoded(NativeString(text));
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

  const copied = (value: unknown, seen: Map<unknown, unknown>): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new NativeTypeError('This value cannot be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (mapHas(seen, value)) return mapGet(seen, value);
    if (isDate(value)) return new NativeDate(getTime(value));
    if (isMap(value)) return copiedMap(value, seen);
    if (isSet(value)) return copiedSet(value, seen);
    return isArray(value) ? copiedArray(value, seen) : copiedObject(value as Record<string, unknown>, seen);
  };
  const copiedMap = (map: Map<unknown, unknown>, seen: Map<unknown, unknown>) => {
    const copy = new NativeMap<unknown, unknown>();
    mapSet(seen, map, copy);
    mapForEach(map, (item, key) => {
      mapSet(copy, copied(key, seen), copied(item, seen));
    });
    return copy;
  };
  const copiedSet = (set: Set<unknown>, seen: Map<unknown, unknown>) => {
    const copy = new NativeSet<unknown>();
    mapSet(seen, set, copy);
    setForEach(set, (item) => {
      setAdd(copy, copied(item, seen));
    });
    return copy;
  };
  const copiedArray = (items: readonly unknown[], seen: Map<unknown, unknown>) => {
    const copy = list<unknown>();
    mapSet(seen, items, copy);
    for (let i = 0; i < items.length; i += 1) push(copy, copied(items[i], seen));
    return asArray(copy);
  };
  const copiedObject = (object: Record<string, unknown>, seen: Map<unknown, unknown>) => {
    const copy = record<unknown>();
    mapSet(seen, object, copy);
    const names = keys(object);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      put(copy, name, copied(object[name], seen));
    }
    return asObject(copy);
  };

  const quiet = record<() => void>();
  const silent = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'];
  const silentToo = ['group', 'groupEnd', 'time', 'timeEnd', 'assert'];
  const silence = (names: readonly string[]) => {
    for (let i = 0; i < names.length; i += 1) put(quiet, names[i] as string, () => {});
  };
  silence(silent);
  silence(silentToo);

  define(globalObject, 'TextEncoder', SandboxTextEncoder);
  define(globalObject, 'TextDecoder', SandboxTextDecoder);
  define(globalObject, 'btoa', (text: unknown) => callHost('btoa', NativeString(text)));
  define(globalObject, 'atob', (text: unknown) => callHost('atob', NativeString(text)));
  define(globalObject, 'structuredClone', (value: unknown) => copied(value, new NativeMap()));
  define(globalObject, 'console', asObject(quiet));
}
