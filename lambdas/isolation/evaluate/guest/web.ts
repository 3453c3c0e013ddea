import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * More of the browser's names that templates use without thinking: base64, UTF-8, copies, a console that says nothing. Runs
 * inside the guest as text: refers to nothing outside itself.
 *
 * @param longest most bytes that are decoded at once.
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

  /** UTF-8; half a surrogate becomes the replacement character. */
  const encoded = (text: string) => {
    const bytes = list<number>();
    const more = (code: number, shift: number) => push(bytes, 0x80 | ((code >> shift) & 0x3f));
    for (let i = 0; i < text.length; i += 1) {
      let code = charCodeAt(text, i);
      const next = charCodeAt(text, i + 1);
      if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
        i += 1;
      } else if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
      if (code < 0x80) push(bytes, code);
      else if (code < 0x800) push(bytes, 0xc0 | (code >> 6));
      else if (code < 0x10000) push(bytes, 0xe0 | (code >> 12));
      else push(bytes, 0xf0 | (code >> 18));
      if (code >= 0x10000) more(code, 12);
      if (code >= 0x800) more(code, 6);
      if (code >= 0x80) more(code, 0);
    }
    return new NativeUint8Array(bytes);
  };
  class GuestTextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text: unknown = '') {
      return encoded(NativeString(text));
    }
  }

  const bytesOf = (source: unknown): Uint8Array => {
    if (!isView(source)) return new NativeUint8Array(source as ArrayBuffer, 0, bufferLength(source));
    return typedArrayName(source) === undefined
      ? new NativeUint8Array(viewBuffer(source), viewOffset(source), viewLength(source))
      : new NativeUint8Array(typedArrayBuffer(source), typedArrayOffset(source), typedArrayLength(source));
  };
  class GuestTextDecoder {
    get encoding() {
      return 'utf-8';
    }
    decode(source?: unknown) {
      if (source === undefined) return '';
      const bytes = bytesOf(source);
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
    if (isMap(value)) {
      const copy = new NativeMap<unknown, unknown>();
      mapSet(seen, value, copy);
      mapForEach(value, (item, key) => {
        mapSet(copy, copied(key, seen), copied(item, seen));
      });
      return copy;
    }
    if (isSet(value)) {
      const copy = new NativeSet<unknown>();
      mapSet(seen, value, copy);
      setForEach(value, (item) => {
        setAdd(copy, copied(item, seen));
      });
      return copy;
    }
    if (isArray(value)) {
      const copy = list<unknown>();
      mapSet(seen, value, copy);
      for (let i = 0; i < value.length; i += 1) push(copy, copied(value[i], seen));
      return asArray(copy);
    }
    const copy = record<unknown>();
    mapSet(seen, value, copy);
    const names = keys(value);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      put(copy, name, copied((value as Record<string, unknown>)[name], seen));
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

  define(globalObject, 'TextEncoder', GuestTextEncoder);
  define(globalObject, 'TextDecoder', GuestTextDecoder);
  define(globalObject, 'btoa', (text: unknown) => callHost('btoa', NativeString(text)));
  define(globalObject, 'atob', (text: unknown) => callHost('atob', NativeString(text)));
  define(globalObject, 'structuredClone', (value: unknown) => copied(value, new NativeMap()));
  define(globalObject, 'console', asObject(quiet));
}
