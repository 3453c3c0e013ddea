/**
 * Modules that start others as files beside themselves: whichever bundle holds the first needs the second next to it, and the
 * files. Source: `isolation/sandbox/evaluate.ts`, `isolation/render/process.ts`.
 */
export const isolatedPrograms: Readonly<
  Record<string, { readonly module: string; readonly files?: readonly string[] }>
> = {
  'lambdas/isolation/sandbox/evaluate.ts': {
    module: 'lambdas/isolation/sandbox/evaluate-child.ts',
    // the interpreter, which its own package looks for beside the code
    files: ['@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'lambdas/isolation/render/process.ts': { module: 'lambdas/isolation/render/render-child.ts' },
};
