import { createHash, createHmac } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';

/** A header, query parameter or cookie as CloudFront Functions receive it. */
interface EdgeValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}
export type EdgeHeaders = Record<string, EdgeValue>;

export interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  querystring: Record<string, EdgeValue> | string;
  headers: EdgeHeaders;
  readonly cookies: Record<string, EdgeValue>;
  /** The query as received, undefined without a question mark; a method in CloudFront. */
  readonly rawQueryString?: () => string | undefined;
}

export interface EdgeResponse {
  readonly statusCode: number;
  readonly statusDescription?: string;
  headers: EdgeHeaders;
  readonly body?: { readonly encoding: 'text' | 'base64'; readonly data: string };
}

export interface EdgeEvent {
  readonly version: '1.0';
  readonly context: { readonly eventType: 'viewer-request' | 'viewer-response'; readonly requestId: string };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest;
  readonly response?: EdgeResponse;
}

/** The KeyValueStore's read API for functions. */
export interface EdgeKeys {
  /** @throws Error when the key does not exist */
  get(key: string): Promise<string>;
  exists(key: string): Promise<boolean>;
}

export type EdgeFunction = (event: EdgeEvent) => Promise<EdgeRequest | EdgeResponse>;

/** Globals of the runtime: its documented built-in objects, errors and functions, without those of browsers or Node. */
const documentedGlobals = [
  ...['Object', 'String', 'Number', 'Boolean', 'Symbol', 'Math', 'Date', 'Function', 'RegExp', 'JSON', 'Array'],
  ...['ArrayBuffer', 'DataView', 'Promise', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
  ...['Error', 'EvalError', 'InternalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['globalThis', 'console', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined', 'NaN', 'Infinity', 'Buffer'],
];

const hashes = ['md5', 'sha1', 'sha256'];
const requireAlgorithm = (algorithm: string): string => {
  if (!hashes.includes(algorithm)) throw new TypeError(`The runtime has no hash ${algorithm}.`);
  return algorithm;
};
const cryptoModule = {
  createHash: (algorithm: string) => createHash(requireAlgorithm(algorithm)),
  createHmac: (algorithm: string, key: string | Buffer) => createHmac(requireAlgorithm(algorithm), key),
};

/** Converts `import x from 'module'` at the start of lines to code that works in a script. */
const stripImports = (source: string): string =>
  source.replace(
    /^import (\w+) from '(\w+)';$/gm,
    (_all, name, module) => `const ${name} = importModule('${module}');`,
  );

/**
 * Runs the source of a CloudFront Function like its JavaScript runtime 2.0: only documented globals and modules, no
 * code from strings, no timers, no network.
 *
 * @param now the function's clock, in Unix milliseconds
 */
export const loadEdgeFunction = (source: string, keys: EdgeKeys, now: () => number = Date.now): EdgeFunction => {
  const modules: Record<string, unknown> = { cloudfront: { kvs: () => keys }, crypto: cryptoModule };
  const importModule = (name: string): unknown => {
    if (!Object.hasOwn(modules, name)) throw new TypeError(`The runtime has no module ${name}.`);
    return modules[name];
  };
  const context = createContext(
    { Buffer, console: { log: () => undefined }, importModule, now },
    { codeGeneration: { strings: false, wasm: false } },
  );
  const prune = `Date.now = now; delete globalThis.now;
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!keep.includes(name) && name !== 'importModule') delete globalThis[name];`;
  runInContext(`{ const keep = ${JSON.stringify(documentedGlobals)}; ${prune} }`, context);
  return runInContext(`'use strict';\n${stripImports(source)}\n;handler`, context);
};
