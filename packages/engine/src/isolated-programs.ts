/** A program that runs in its own process. */
export interface IsolatedProgram {
  readonly module: string;
  /** Files that its packages expect beside the code. */
  readonly files?: readonly string[];
}

/**
 * Programs by the module that starts them from a file beside it; a bundle with that module must contain the program and
 * its files. Source: `isolation/sandbox/evaluate.ts`, `isolation/render/render.ts`.
 */
export const isolatedPrograms: Readonly<Record<string, IsolatedProgram>> = {
  'packages/engine/src/isolation/sandbox/evaluate.ts': {
    module: 'packages/engine/src/isolation/sandbox/evaluate-child.ts',
    // the interpreter, which its package expects beside the code
    files: ['@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'packages/engine/src/isolation/render/render.ts': { module: 'packages/engine/src/isolation/render/render-child.ts' },
};
