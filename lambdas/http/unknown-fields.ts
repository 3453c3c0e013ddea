import type { Route } from 'image-url-contract/routes.ts';
import { findNearestWord, truncate } from 'image-url-engine/words.ts';
import * as z from 'zod';

/** Maximum number of fields that are named, and of characters of each name. */
const maxNamed = 10;
const maxCharacters = 80;

type Schema = z.core.$ZodType;
type Steps = readonly (string | number)[];
/** A field that is not in a schema, and the fields that are. */
interface Unknown {
  readonly at: Steps;
  readonly known: readonly string[];
}

/** Returns the schemas directly inside a schema. */
const getInner = (schema: Schema): readonly Schema[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return [def.innerType];
  switch (def.type) {
    case 'lazy':
      return [def.getter()];
    case 'pipe':
      return [def.in, def.out];
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'array':
      return [def.element];
    case 'tuple':
      return def.rest ? [...def.items, def.rest] : def.items;
    case 'record':
      return [def.valueType];
    default:
      return [];
  }
};

/** Answers of `namesFields`: a process has few schemas and reads them with every request. */
const naming = new WeakMap<Schema, boolean>();

/** Returns whether a schema names fields anywhere. JSON of any form does not, and may be large. */
const namesFields = (schema: Schema): boolean => {
  const before = naming.get(schema);
  if (before !== undefined) return before;
  const seen = new Set([schema]);
  for (const one of seen) for (const inner of getInner(one)) seen.add(inner);
  const found = seen.values().some((one) => (one as z.core.$ZodTypes)._zod.def.type === 'object');
  naming.set(schema, found);
  return found;
};

/** Returns the schemas behind wrappers: those that decide which fields a value may have. */
const unwrap = (schema: Schema, value: unknown): readonly Schema[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return unwrap(def.innerType, value);
  switch (def.type) {
    case 'lazy':
      return unwrap(def.getter(), value);
    case 'pipe':
      // `z.preprocess` begins with a transformation
      return unwrap((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, value);
    case 'union': {
      const fitting = def.options.filter((option) => z.safeParse(option, value).success);
      return fitting.flatMap((option) => unwrap(option, value));
    }
    case 'intersection':
      return [...unwrap(def.left, value), ...unwrap(def.right, value)];
    default:
      return [schema];
  }
};

/** Yields the fields of a valid value that its schemas do not have. */
function* findUnknown(schemas: readonly Schema[], value: unknown, at: Steps): Generator<Unknown> {
  if (typeof value !== 'object' || value === null) return;
  const defs = schemas
    .filter(namesFields)
    .flatMap((schema) => unwrap(schema, value))
    .map((one) => (one as z.core.$ZodTypes)._zod.def);
  if (defs.length === 0) return;
  if (Array.isArray(value)) {
    for (const [n, item] of value.entries()) {
      const inner = defs.flatMap((def) =>
        def.type === 'array' ? [def.element] : def.type === 'tuple' ? [def.items[n] ?? def.rest] : [],
      );
      yield* findUnknown(
        inner.filter((one) => one !== null && one !== undefined),
        item,
        [...at, n],
      );
    }
    return;
  }
  const objects = defs.filter((def) => def.type === 'object');
  const records = defs.flatMap((def) => (def.type === 'record' ? [def.valueType] : []));
  const isOpen = records.length > 0 || objects.length === 0 || objects.some(({ catchall }) => catchall !== undefined);
  for (const [name, inner] of Object.entries(value)) {
    const own = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? [shape[name] as Schema] : []));
    if (own.length > 0 || isOpen) yield* findUnknown([...own, ...records], inner, [...at, name]);
    else yield { at: [...at, name], known: objects.flatMap(({ shape }) => Object.keys(shape)) };
  }
}

const describeField = ({ at, known }: Unknown, kind: 'field' | 'parameter'): string => {
  const name = truncate(String(at.at(-1)), maxCharacters);
  const place = [...at.slice(0, -1), name]
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('');
  const nearest = findNearestWord(name, known);
  return `${place.replace(/^\./, '')} is not a ${kind} of this request${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

const lint = (schema: Schema | undefined, value: unknown, kind: 'field' | 'parameter'): string[] => {
  const named: string[] = [];
  let others = 0;
  for (const unknown of schema ? findUnknown([schema], value, []) : []) {
    if (named.length < maxNamed) named.push(describeField(unknown, kind));
    else others += 1;
  }
  return others === 0 ? named : [...named, `${others} more names are not ${kind}s of this request`];
};

/**
 * Returns a warning for each field of a valid body, and for each parameter of a valid query, that the route does not
 * have (docs/interface.md#unknown-fields).
 */
export const lintUnknownFields = (
  { body, query }: Pick<Route, 'body' | 'query'>,
  json: unknown,
  parameters: unknown = {},
): string[] => [...lint(body, json, 'field'), ...lint(query, parameters, 'parameter')];

/** Returns the response of a route with warnings added: as diagnostics where it lists these, otherwise as text. */
export const addWarnings = <A extends object>(
  { hasDiagnostics }: Route,
  answer: A,
  warnings: readonly string[] = [],
): A => {
  if (warnings.length === 0) return answer;
  const { warnings: own = [] } = answer as { readonly warnings?: readonly unknown[] };
  const added = hasDiagnostics ? warnings.map((message) => ({ code: 'unknown-field', message })) : warnings;
  return { ...answer, warnings: [...own, ...added] };
};
