import type { Seed } from './chance.ts';
import type { Marks, Props } from './elements.ts';
import type { Primordials } from './primordials.ts';
import type { Settle } from './promises.ts';

/** A render plan's script: a function that writes the template's exports to `exported`; async if the module awaits. */
export type Script = (sandbox: SandboxNames, exported: SandboxExports) => Promise<void> | undefined;

/** Names that the compiler writes into a script. */
export interface SandboxNames {
  readonly jsx: unknown;
  readonly fragment: symbol;
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface SandboxExports {
  component?: unknown;
  options?: unknown;
  /** Functions that compute the default of each variable. */
  defaults?: Readonly<Record<string, () => unknown>>;
}

export interface RunSettings {
  readonly seed: Seed;
  /** Whether to record where each element is created (slow). */
  readonly retainsSourcePositions: boolean;
  readonly variables: Props;
  /** Text by name for variables of unknown shape. */
  readonly anyShapes: Readonly<Record<string, string>>;
}

/** Result of a run, as JSON. Untrusted, because a template can forge it. */
export type SandboxAnswer =
  | { readonly tree: unknown }
  | { readonly options?: unknown; readonly defaults: Record<string, unknown>; readonly notData: readonly string[] }
  /** `where`: the stack of the error, then the one at which the element in question was created. */
  | { readonly threw: { readonly name: string; readonly message: string; readonly where: string } };

/**
 * Returns the two entry points: `evaluate` returns the tree of a script for variables, `inspect` its options and
 * defaults. Answers are not written by `JSON.stringify` as a whole, so that a template's `toJSON` is not called. Runs
 * inside the sandbox as text: refers to nothing outside itself.
 *
 * @param begin called before a template runs
 * @param writeTree returns the tree as JSON
 */
export function runner(
  primordials: Primordials,
  names: SandboxNames,
  marks: Marks,
  begin: (settings: RunSettings) => void,
  writeTree: (component: unknown, props: Props) => string,
  anyShape: (text: string, called: string) => unknown,
  settle: Settle,
) {
  const { NativeJson, NativeString, NativeTypeError, define, join, keys, list, parse, push, record } = primordials;
  const { setOwn, stringify } = primordials;

  const noError = 'What was thrown is not an error.';
  const thrown = (name: string, message: string, where = '') =>
    '{"threw":{"name":' + stringify(name) + ',"message":' + stringify(message) + ',"where":' + stringify(where) + '}}';
  /** Describes a thrown value, which need not be an error and may itself throw when it is read. */
  const failure = (error: unknown): string => {
    if (error === null || error === undefined) return thrown('Error', error + ' was thrown.');
    if (typeof error !== 'object') return thrown('Error', NativeString(error));
    try {
      const { name = 'Error', message, stack = '', near = '' } = error as Error & { near?: string };
      if (message === undefined) return thrown('Error', noError);
      return thrown(NativeString(name), NativeString(message), NativeString(stack) + ' ' + NativeString(near));
    } catch {
      return thrown('Error', noError);
    }
  };
  const answering = (settings: string, work: (settings: RunSettings) => string): string => {
    try {
      const parsed: RunSettings = parse(settings);
      begin(parsed);
      return work(parsed);
    } catch (error) {
      return failure(error);
    }
  };

  /** Runs the script once. `exported` has no prototype, so that no setter of a template is called. */
  const getExports = (script: Script): SandboxExports => {
    const exported: SandboxExports = record();
    const end = script(names, exported);
    if (end !== undefined) settle(end);
    return exported;
  };

  const isWrapper = (component: unknown) => {
    const mark = (component as { $$typeof?: symbol } | null | undefined)?.$$typeof;
    return mark === marks.memo || mark === marks.forwardRef;
  };

  const evaluate = (settings: string, script: Script) =>
    answering(settings, ({ variables, anyShapes }) => {
      const { component } = getExports(script);
      if (typeof component !== 'function' && !isWrapper(component))
        throw new NativeTypeError('The default export is not a function component.');
      const unknown = keys(anyShapes);
      for (let i = 0; i < unknown.length; i += 1) {
        const name = unknown[i] as string;
        const text = anyShapes[name] as string;
        setOwn(variables, name, anyShape(text, name));
        // parsed JSON text has an unknown shape as well
        define(NativeJson, 'parse', (given: string, revive: never) =>
          typeof given === 'function' ? anyShape(text, name) : parse(given, revive),
        );
      }
      return '{"tree":' + writeTree(component, variables) + '}';
    });

  const isCode = (value: unknown) =>
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && value !== null && (value as { $$typeof?: unknown }).$$typeof !== undefined);

  /** Returns a default as JSON, by its `toJSON` if any; `null` for code, undefined if it has none. */
  const getDefault = (work: () => unknown): string | null | undefined => {
    try {
      const given = work();
      const isPromise = typeof (given as { then?: unknown } | null | undefined)?.then === 'function';
      const value = isPromise ? settle(given as object) : given;
      return isCode(value) ? null : stringify(value);
    } catch {
      // it needs other variables, so it is computed with them
      return undefined;
    }
  };

  const inspect = (settings: string, script: Script) =>
    answering(settings, () => {
      const exported = getExports(script);
      const works = exported.defaults ?? {};
      const variables = keys(works);
      const defaults = list<string>();
      const notData = list<string>();
      for (let i = 0; i < variables.length; i += 1) {
        const name = variables[i] as string;
        const json = getDefault(works[name] as () => unknown);
        if (json === null) push(notData, stringify(name));
        else if (json !== undefined) push(defaults, stringify(name) + ':' + json);
      }
      const { options } = exported;
      // `stringify` returns undefined for a function
      const chosen = options === undefined ? '' : '"options":' + (stringify(options) ?? null) + ',';
      return '{' + chosen + '"defaults":{' + join(defaults, ',') + '},"notData":[' + join(notData, ',') + ']}';
    });

  return { evaluate, inspect };
}
