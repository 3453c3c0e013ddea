import type { CallHost } from './host.ts';
import type { Primordials } from './primordials.ts';

/**
 * Implements browser globals that templates commonly use: base64, texts and their bytes, and a console without output.
 * Runs inside the sandbox as text: refers to nothing outside itself.
 *
 * @param longest maximum number of bytes that are decoded in one call
 */
export function installWeb(primordials: Primordials, callHost: CallHost, longest: number) {
  const { NativeRangeError, NativeString, NativeTypeError, NativeUint8Array, asObject, bufferLength } = primordials;
  const { charCodeAt, define, defineClass, encodeUri, fromCharCode, globalObject, isView, list, push, put, record } =
    primordials;
  const { sliceText, toLatin1, toWellFormed, typedArrayBuffer, typedArrayLength } = primordials;
  const { typedArrayName, typedArrayOffset, typedArraySet, viewBuffer, viewLength, viewOffset } = primordials;

  /** Returns the UTF-8 bytes of a text, one character for each. */
  const toUtf8 = (text: unknown): string => toLatin1(encodeUri(toWellFormed(NativeString(text))));
  /** Returns the number of bytes of a character by its first one. */
  const getSequenceLength = (first: number) => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
  class SandboxTextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text: unknown = '') {
      const encoded = toUtf8(text);
      const bytes = list<number>();
      for (let i = 0; i < encoded.length; i += 1) push(bytes, charCodeAt(encoded, i));
      return new NativeUint8Array(bytes);
    }
    encodeInto(text: unknown, target: Uint8Array) {
      const encoded = toUtf8(text);
      const room = typedArrayLength(target);
      const bytes = list<number>();
      let read = 0;
      for (let i = 0; i < encoded.length; ) {
        const length = getSequenceLength(charCodeAt(encoded, i));
        if (i + length > room) break;
        for (const end = i + length; i < end; i += 1) push(bytes, charCodeAt(encoded, i));
        read += length === 4 ? 2 : 1;
      }
      typedArraySet(target, bytes);
      return { read, written: bytes.length };
    }
  }

  const getBytes = (source: unknown): Uint8Array => {
    if (!isView(source)) return new NativeUint8Array(source as ArrayBuffer, 0, bufferLength(source));
    return typedArrayName(source) === undefined
      ? new NativeUint8Array(viewBuffer(source), viewOffset(source), viewLength(source))
      : new NativeUint8Array(typedArrayBuffer(source), typedArrayOffset(source), typedArrayLength(source));
  };
  type DecoderOptions = { readonly fatal?: unknown; readonly ignoreBOM?: unknown };
  class SandboxTextDecoder {
    readonly #encoding: string;
    readonly #fatal: boolean;
    readonly #ignoreBom: boolean;
    /** The bytes of a stream so far, one character for each, and how much of their text was returned. */
    #stream = '';
    #returned = 0;

    constructor(label: unknown = 'utf-8', options?: DecoderOptions) {
      this.#encoding = callHost('encoding', NativeString(label)) as string;
      this.#fatal = !!options?.fatal;
      this.#ignoreBom = !!options?.ignoreBOM;
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBom;
    }
    decode(source?: unknown, options?: { readonly stream?: unknown }) {
      const isStream = !!options?.stream;
      let bytes = this.#stream;
      if (source !== undefined) {
        const added = getBytes(source);
        const length = typedArrayLength(added);
        if (bytes.length + length > longest) throw new NativeRangeError('The text is too long.');
        for (let i = 0; i < length; i += 1) bytes += fromCharCode(added[i] as number);
      }
      const returned = this.#returned;
      this.#stream = '';
      this.#returned = 0;
      const text = callHost('decodeText', bytes, this.#encoding, this.#fatal, this.#ignoreBom, isStream) as string;
      if (isStream) {
        this.#stream = bytes;
        this.#returned = text.length;
      }
      return returned === 0 ? text : sliceText(text, returned);
    }
  }

  const quiet = record<() => void>();
  const silence = (names: readonly string[]) => {
    for (let i = 0; i < names.length; i += 1) put(quiet, names[i] as string, () => {});
  };
  silence(['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir', 'dirxml', 'assert', 'clear', 'count']);
  silence(['countReset', 'group', 'groupCollapsed', 'groupEnd', 'time', 'timeLog', 'timeEnd', 'timeStamp']);
  silence(['profile', 'profileEnd']);

  const defineText = (name: string) =>
    define(globalObject, name, (...given: unknown[]) => {
      if (given.length === 0) throw new NativeTypeError(name + ': the text is missing.');
      return callHost(name, NativeString(given[0]));
    });
  defineText('btoa');
  defineText('atob');
  defineClass('TextEncoder', SandboxTextEncoder);
  defineClass('TextDecoder', SandboxTextDecoder);
  define(globalObject, 'console', asObject(quiet));
}
