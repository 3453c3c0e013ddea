import { runInNewContext } from 'node:vm';
import { openSandboxRuntime } from '#engine/isolation/sandbox/sandbox-runtime.ts';

/** Globals of browsers that templates have. */
const ofTheWeb = ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'console', 'structuredClone', 'atob', 'btoa'];
/** What only Node has, also by a flag; what it has kept of an earlier proposal; what every function has. */
const excluded =
  /^(?:globalThis|prototype|gc|_.*|Console|context|createTask|(?:calendar|collation|hourCycle|numberingSystem|timeZone)s|(?:text|week)Info)$/;

/** Returns the names of the language in a context without anything else, and of what templates have of the web. */
const getRoots = (): Readonly<Record<string, unknown>> => {
  const context = runInNewContext('globalThis') as Record<string, unknown>;
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
  const web = globalThis as unknown as Record<string, unknown>;
  const named = (names: readonly string[], from: Record<string, unknown>) => names.map((name) => [name, from[name]]);
  return Object.fromEntries([...named(language, context), ...named(ofTheWeb, web)]);
};

interface Place {
  /** Names from the global object on. */
  readonly owner: readonly string[];
  readonly name: string;
}

/** Returns every property with a name that can be reached from the globals, with its owner. */
const findPlaces = (roots: Readonly<Record<string, unknown>>): Place[] => {
  const found: Place[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      if (excluded.test(name)) continue;
      found.push({ owner: path, name });
      if ('value' in property) visit(property.value, [...path, name]);
    }
  };
  visit(roots, []);
  return found;
};

/** Runs in the sandbox. Methods of `Intl` belong to its values there. */
const askSandbox = `(places) => {
  const valueOf = (owner) => {
    const [first, kind, last] = owner;
    if (first === 'Intl' && kind !== 'Locale' && last === 'prototype')
      return new Intl[kind]('en', kind === 'DisplayNames' ? { type: 'region' } : {});
    return owner.reduce((value, name) => value?.[name], globalThis);
  };
  return places.filter(({ owner, name }) => {
    const value = valueOf(owner);
    return value !== undefined && value !== null && !(name in Object(value));
  });
}`;

/**
 * Returns the names of the language and of the web's classes that Node has and templates have not, such as
 * `Array.fromAsync`; of a missing object its own name only.
 */
export const findMissingBuiltIns = async (): Promise<string[]> => {
  const runtime = await openSandboxRuntime();
  const places = JSON.stringify(findPlaces(getRoots()));
  const end = runtime.call({
    entry: 'evaluate',
    script: `(function (sandbox, exported) { exported.component = () => JSON.stringify((${askSandbox})(${places})); })`,
    clock: 0,
    settings: { seed: [0, 0, 0, 0], retainsSourcePositions: false, variables: {}, anyShapes: {} },
    deadline: Number.POSITIVE_INFINITY,
  });
  const [text] = (JSON.parse('text' in end ? end.text : '{}').tree?.children ?? []) as string[];
  if (text === undefined) throw new Error(`The sandbox names nothing: ${JSON.stringify(end).slice(0, 500)}`);
  return (JSON.parse(text) as Place[]).map(({ owner, name }) =>
    [...owner.filter((one) => one !== 'prototype'), name].join('.'),
  );
};
