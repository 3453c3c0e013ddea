/**
 * Modules that start others as files beside themselves: whichever bundle holds the first needs the second next to it, and the
 * files. Source: `isolation/evaluate/process.ts`, `isolation/draw/process.ts`.
 */
export const isolatedPrograms: Readonly<
  Record<string, { readonly module: string; readonly files?: readonly string[] }>
> = {
  'lambdas/isolation/evaluate/process.ts': {
    module: 'lambdas/isolation/evaluate/evaluate-child.ts',
    // the interpreter, which its own package looks for beside the code
    files: ['@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'lambdas/isolation/draw/process.ts': { module: 'lambdas/isolation/draw/draw-child.ts' },
};
