/** The part of WebAssembly used here; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  class RuntimeError extends Error {}
}
