import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import quickJsDefault from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

// the package's types describe its CommonJS form, where the default is one level further in
const quickJsVariant = quickJsDefault as unknown as QuickJSSyncVariant;

const pageBytes = 65_536;
/** Memory an interpreter starts with, and the most it ever has: all that runs in it, its own needs included. */
const firstPages = (16 << 20) / pageBytes;
const ceilingPages = (80 << 20) / pageBytes;

/** What the interpreter finds around it, and what it did there. It is kept out here, where nothing inside can reach it. */
export interface Surroundings {
  /** Unix milliseconds: what every clock inside shows. */
  clock: number;
  /** A clock was read. */
  wasClockRead: boolean;
  /** More memory was asked for than there is. */
  isOutOfMemory: boolean;
}

/** QuickJS in a memory of its own. */
export interface Interpreter {
  readonly module: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  readonly surroundings: Surroundings;
}

/** In a bundle it lies beside the code. */
const codeFile = import.meta.url.endsWith('.ts')
  ? createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  : new URL('./emscripten-module.wasm', import.meta.url);

/** Starts an interpreter that has no clock, time zone, environment or file but what stands here. */
export const openInterpreter = async (): Promise<Interpreter> => {
  const memory = new WebAssembly.Memory({ initial: firstPages, maximum: ceilingPages });
  const surroundings: Surroundings = { clock: 0, wasClockRead: false, isOutOfMemory: false };
  const code = await WebAssembly.compile(await readFile(codeFile));
  const instantiateWasm = async (
    { a: usual = {} }: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): Promise<WebAssembly.Exports> => {
    const instance = await WebAssembly.instantiate(code, {
      a: { ...usual, ...importsOf(usual, memory, surroundings) },
    });
    receive(instance);
    return instance.exports;
  };
  const variant = newVariant(quickJsVariant, { wasmMemory: memory, emscriptenModule: { instantiateWasm } });
  return { module: await newQuickJSWASMModuleFromVariant(variant), memory, surroundings };
};

/** `ENOSYS` and `EBADF` of WASI: there is no such thing, there is no such file. */
const [notThere, noFile] = [52, 8];

/**
 * Everything the interpreter asks of the machine it runs on, under the names its build gave them: those of version 0.32.0.
 * Where a later build has others, a machine does not open (`machine.ts`).
 */
const importsOf = (
  usual: Readonly<Record<string, unknown>>,
  memory: WebAssembly.Memory,
  surroundings: Surroundings,
): Record<string, (...given: never[]) => unknown> => ({
  // the clock: every `Date` and the first state of the interpreter's own `Math.random`
  p: () => {
    surroundings.wasClockRead = true;
    return surroundings.clock;
  },
  // `localtime` and `tzset`: templates work in UTC, whatever the machine's zone is
  m: (seconds: bigint, at: number) => new Int32Array(memory.buffer, at, 10).set(utcParts(Number(seconds))),
  n: (zoneAt: number, daylightAt: number, nameAt: number, summerNameAt: number) => {
    for (const at of [zoneAt, daylightAt]) new Int32Array(memory.buffer, at, 1)[0] = 0;
    for (const at of [nameAt, summerNameAt]) Buffer.from(memory.buffer, at).write('UTC\0', 'latin1');
  },
  // memory: what is refused once stays noted, though a template may catch the error
  k: (bytes: number) => {
    const isGrown = (usual.k as (bytes: number) => boolean)(bytes);
    surroundings.isOutOfMemory ||= !isGrown;
    return isGrown;
  },
  // timers
  j: () => notThere,
  // the environment: sizes, values
  f: (countAt: number, bytesAt: number) => {
    for (const at of [countAt, bytesAt]) new Int32Array(memory.buffer, at, 1)[0] = 0;
    return 0;
  },
  e: () => 0,
  // files: close, write, seek
  d: () => noFile,
  c: () => noFile,
  o: () => noFile,
  // the end of the program
  r: () => {
    throw new WebAssembly.RuntimeError('The interpreter ended itself.');
  },
});

/** C's `struct tm`. */
const utcParts = (seconds: number): number[] => {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
  const time = [date.getUTCSeconds(), date.getUTCMinutes(), date.getUTCHours()];
  return [...time, date.getUTCDate(), date.getUTCMonth(), year - 1900, date.getUTCDay(), dayOfYear, 0, 0];
};
