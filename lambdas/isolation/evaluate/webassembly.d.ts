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
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }
  class Instance {
    private constructor();
    readonly exports: Exports;
  }
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<Instance>;
}
