import type { Seed } from './chance.ts';
import type { Marks, Props } from './elements.ts';
import type { Primordials } from './primordials.ts';

/** A render plan's script: a function that fills in what the template exports. */
export type Script = (sandbox: SandboxNames, exported: SandboxExports) => void;

/** Names the compiler writes into a script. */
export interface SandboxNames {
  readonly jsx: unknown;
  readonly fragment: symbol;
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface SandboxExports {
  component?: unknown;
  options?: unknown;
  /** By variable: works out its default. */
  defaults?: Readonly<Record<string, () => unknown>>;
}

/** Settings of one run. */
export interface RunSettings {
  readonly seed: Seed;
  /** Remember where each element was made (slow). */
  readonly retainsSourcePositions: boolean;
}

/** Result of a run, as JSON. The host does not trust it, because a template can forge it. */
export type SandboxAnswer =
  | { readonly tree: unknown }
  | { readonly options?: unknown; readonly defaults: Record<string, unknown>; readonly notData: readonly string[] }
  | {
      readonly threw: {
        /** `null` where nothing was thrown, as the interpreter does when it has no memory left for an error. */
        readonly name: string;
        readonly message: string;
        readonly stack: string;
        readonly near: string;
      };
    };

/**
 * Returns the two entry points: `evaluate` gives a script's tree for some variables, `inspect` its options and
 * defaults. Answers are not written by `JSON.stringify` as a whole, so that a template's `toJSON` is not called. Runs
 * inside the sandbox as text: refers to nothing outside itself.
 *
 * @param begin called before a template runs.
 * @param writeTree returns the tree as JSON.
 */
export function runner(
  primordials: Primordials,
  names: SandboxNames,
  marks: Marks,
  begin: (settings: RunSettings) => void,
  writeTree: (component: unknown, props: Props) => string,
  anyShape: (text: string) => unknown,
) {
  const { NativeJson, NativeString, NativeTypeError, define, join, keys, list, parse, push, record } = primordials;
  const { setOwn, stringify } = primordials;

  const noError = 'What was thrown is not an error.';
  const thrown = (name: string, message: string, stack = '', near = '') =>
    '{"threw":{"name":' +
    stringify(name) +
    ',"message":' +
    stringify(message) +
    ',"stack":' +
    stringify(stack) +
    ',"near":' +
    stringify(near) +
    '}}';
  /** What a template throws need not be an error, and may throw itself when it is looked at. */
  const failure = (error: unknown): string => {
    if (error === null || error === undefined) return thrown('null', error + ' was thrown.');
    if (typeof error !== 'object') return thrown('Error', NativeString(error));
    try {
      const { name = 'Error', message, stack = '', near = '' } = error as Error & { near?: string };
      if (message === undefined) return thrown('Error', noError);
      return thrown(NativeString(name), NativeString(message), NativeString(stack), NativeString(near));
    } catch {
      return thrown('Error', noError);
    }
  };
  const answering = (settings: string, work: () => string): string => {
    try {
      begin(parse(settings));
      return work();
    } catch (error) {
      return failure(error);
    }
  };

  /** Runs the script once; what it exports goes into an object without a prototype, where no setter waits for it. */
  const getExports = (script: Script): SandboxExports => {
    const exported: SandboxExports = record();
    script(names, exported);
    return exported;
  };

  const isWrapper = (component: unknown) => {
    const mark = (component as { $$typeof?: symbol } | null | undefined)?.$$typeof;
    return mark === marks.memo || mark === marks.forwardRef;
  };

  const evaluate = (settings: string, script: Script, variables: string, anyShapes: string) =>
    answering(settings, () => {
      const { component } = getExports(script);
      if (typeof component !== 'function' && !isWrapper(component))
        throw new NativeTypeError('The default export is not a function component.');
      const props: Record<string, unknown> = parse(variables);
      const texts: Record<string, string> = parse(anyShapes);
      const unknown = keys(texts);
      for (let i = 0; i < unknown.length; i += 1) {
        const name = unknown[i] as string;
        const text = texts[name] as string;
        setOwn(props, name, anyShape(text));
        // data that comes as JSON text has an unknown shape as well
        define(NativeJson, 'parse', (given: string, revive: never) =>
          typeof given === 'function' ? anyShape(text) : parse(given, revive),
        );
      }
      return '{"tree":' + writeTree(component, props) + '}';
    });

  const isCode = (value: unknown) =>
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && value !== null && (value as { $$typeof?: unknown }).$$typeof !== undefined);

  /** A default as JSON, by the template's own `toJSON` where there is one; `null` for code, undefined where there is none. */
  const getDefault = (work: () => unknown): string | null | undefined => {
    try {
      const value = work();
      return isCode(value) ? null : stringify(value);
    } catch {
      // one that needs the other variables is worked out when they are there
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
      // a function is not JSON
      const chosen = options === undefined ? '' : '"options":' + (stringify(options) ?? null) + ',';
      return '{' + chosen + '"defaults":{' + join(defaults, ',') + '},"notData":[' + join(notData, ',') + ']}';
    });

  return { evaluate, inspect };
}
