import type { Component, Marks, Props } from './elements.ts';

/** A plan's script: a function that fills in what the template exports. */
export type Script = (guest: GuestNames, exported: GuestExports) => void;

/** Names the compiler writes into a script. */
export interface GuestNames {
  readonly jsx: unknown;
  readonly fragment: symbol;
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface GuestExports {
  component?: unknown;
  options?: unknown;
  /** By variable: works out its default. */
  defaults?: Readonly<Record<string, () => unknown>>;
}

/** What a run says, as JSON. */
export type GuestAnswer =
  | { readonly tree: unknown; readonly consultsClock: boolean }
  | { readonly options?: unknown; readonly defaults: Record<string, unknown>; readonly notData: readonly string[] }
  | {
      readonly threw: {
        /** `null` where nothing was thrown, as the interpreter does when it has no memory left for an error. */
        readonly name: string;
        readonly message: string;
        readonly stack: string;
        readonly near?: string;
      };
    };

/**
 * The two things asked of a script: its tree for some variables, or what it says of itself. Runs inside the guest as
 * text: refers to nothing outside itself.
 */
export function runner(
  names: GuestNames,
  marks: Marks,
  buildTree: (component: unknown, props: Props) => unknown,
  standIn: (text: string) => unknown,
  consultsClock: () => boolean,
) {
  const { parse, stringify } = JSON;

  /** What a template throws need not be an error, and may throw itself when it is looked at. */
  const failure = (error: unknown): GuestAnswer => {
    if (error === null || error === undefined) return thrown('null', `${error} was thrown.`);
    if (typeof error !== 'object') return thrown('Error', String(error));
    try {
      const { name = 'Error', message, stack, near } = error as Error & { near?: string };
      if (message === undefined) return thrown('Error', noError);
      const kept = { name: String(name), message: String(message), stack: String(stack ?? '') };
      return { threw: near === undefined ? kept : { ...kept, near } };
    } catch {
      return thrown('Error', noError);
    }
  };
  const noError = 'What was thrown is no error.';
  const thrown = (name: string, message: string): GuestAnswer => ({ threw: { name, message, stack: '' } });
  const answering = (work: () => GuestAnswer): string => {
    try {
      return stringify(work());
    } catch (error) {
      return stringify(failure(error));
    }
  };

  const isWrapper = (component: unknown) => {
    const mark = (component as { $$typeof?: symbol } | null | undefined)?.$$typeof;
    return mark === marks.memo || mark === marks.forwardRef;
  };

  const evaluate = (script: Script, variables: string, standIns: string) =>
    answering(() => {
      const exported: GuestExports = {};
      script(names, exported);
      const { component } = exported;
      if (typeof component !== 'function' && !isWrapper(component))
        throw new TypeError('The default export is not a function component.');
      const props: Record<string, unknown> = parse(variables);
      for (const [name, text] of Object.entries(parse(standIns) as Record<string, string>)) {
        props[name] = standIn(text);
        // data that comes as JSON text has an unknown shape as well
        JSON.parse = (given, revive) => (typeof given === 'function' ? standIn(text) : parse(given, revive));
      }
      return { tree: buildTree(component as Component, props), consultsClock: consultsClock() };
    });

  const isCode = (value: unknown) =>
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && value !== null && (value as { $$typeof?: unknown }).$$typeof !== undefined);

  const inspect = (script: Script) =>
    answering(() => {
      const exported: GuestExports = {};
      script(names, exported);
      const defaults: Record<string, unknown> = {};
      const notData: string[] = [];
      for (const [name, work] of Object.entries(exported.defaults ?? {})) {
        try {
          const value = work();
          if (isCode(value)) notData.push(name);
          else if (value !== undefined && stringify(value) !== undefined) defaults[name] = value;
        } catch {
          // a default that needs the other variables is worked out when they are there
        }
      }
      return { options: exported.options, defaults, notData };
    });

  return { evaluate, inspect };
}
