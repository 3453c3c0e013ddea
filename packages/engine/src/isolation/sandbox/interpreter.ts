import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import quickJsDefault from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

// the package's types describe its CommonJS form, where the default is one level deeper
const quickJsVariant = quickJsDefault as unknown as QuickJSSyncVariant;

/** Size of a page of WebAssembly memory. */
const pageBytes = 64 << 10;
/** Memory of an interpreter in pages: initial and maximum size, which include the interpreter itself. */
const size = { initial: (16 << 20) / pageBytes, maximum: (80 << 20) / pageBytes };

/** WebAssembly memory that records whether it is exhausted, because code inside may catch the error. */
export class InterpreterMemory extends WebAssembly.Memory {
  isExhausted = false;

  override grow(pages: number): number {
    this.isExhausted = true;
    const before = super.grow(pages);
    this.isExhausted = false;
    return before;
  }
}

const getPage = (memory: WebAssembly.Memory, number: number): Buffer =>
  Buffer.from(memory.buffer, number * pageBytes, pageBytes);

/**
 * Takes a snapshot of a WebAssembly memory. Restoring writes only pages that differ, so unused pages need no physical
 * memory: an interpreter uses 1 of 16 MB.
 *
 * @returns a function that restores the memory and zeroes pages by which it has grown
 */
export const takeSnapshot = (memory: WebAssembly.Memory): (() => void) => {
  const zeros = Buffer.alloc(pageBytes);
  const pages = (): number => memory.buffer.byteLength / pageBytes;
  const image = Array.from({ length: pages() }, (_, number) => {
    const page = getPage(memory, number);
    return page.equals(zeros) ? zeros : Buffer.from(page);
  });
  return () => {
    for (let number = 0; number < pages(); number += 1) {
      const [page, cached] = [getPage(memory, number), image[number] ?? zeros];
      if (!page.equals(cached)) page.set(cached);
    }
  };
};

/** A QuickJS module and its WebAssembly memory. */
export interface Interpreter {
  readonly module: QuickJSWASMModule;
  readonly memory: InterpreterMemory;
}

/** The WebAssembly file, which a bundle has beside its code. */
const codeFile = import.meta.url.endsWith('.ts')
  ? createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  : new URL('./emscripten-module.wasm', import.meta.url);

/** Starts an interpreter. It has no files and no environment; its time zone is that of this process. */
export const openInterpreter = async (): Promise<Interpreter> => {
  const memory = new InterpreterMemory(size);
  const wasmModule = await WebAssembly.compile(await readFile(codeFile));
  const variant = newVariant(quickJsVariant, { wasmMemory: memory, wasmModule });
  return { module: await newQuickJSWASMModuleFromVariant(variant), memory };
};

/**
 * Runs code that uses an interpreter, and returns whether it read a clock. All clocks of an interpreter read this
 * process's `Date.now`, which returns `clock` meanwhile.
 *
 * @param clock Unix milliseconds
 * @throws what `work` throws
 */
export const withClock = <T>(clock: number, work: () => T): { readonly value: T; readonly wasClockRead: boolean } => {
  const { now } = Date;
  let wasClockRead = false;
  Date.now = () => {
    wasClockRead = true;
    return clock;
  };
  try {
    const value = work();
    return { value, wasClockRead };
  } finally {
    Date.now = now;
  }
};
