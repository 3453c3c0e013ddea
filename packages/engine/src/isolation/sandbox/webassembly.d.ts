/** The part of WebAssembly used here; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class RuntimeError extends Error {}
  class Module {
    private constructor();
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
