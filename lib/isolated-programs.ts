/** A program that runs in a process of its own. */
export interface IsolatedProgram {
  readonly module: string;
  /** What its packages look for beside the code. */
  readonly files?: readonly string[];
}

/**
 * Modules that start other programs from files beside them: a bundle with the first module must contain the program and
 * its files. Source: `isolation/sandbox/evaluate.ts`, `isolation/render/process.ts`.
 */
export const isolatedPrograms: Readonly<Record<string, IsolatedProgram>> = {
  'lambdas/isolation/sandbox/evaluate.ts': {
    module: 'lambdas/isolation/sandbox/evaluate-child.ts',
    // the interpreter, which its own package looks for beside the code
    files: ['@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'lambdas/isolation/render/process.ts': { module: 'lambdas/isolation/render/render-child.ts' },
};
