import { findNearestWord } from 'image-url-engine/nearest-word.ts';
import { truncate } from 'image-url-engine/truncate.ts';
import * as z from 'zod';
import type { Route } from '../contract/routes.ts';

/** Maximum number of fields that are named, and of characters of each name. */
const maxNamed = 10;
const maxCharacters = 80;

/** Yields a function that describes each field of a valid value that its schema does not have. */
function* findUnknown(schema: z.core.$ZodType, value: unknown, path: string): Generator<() => string> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    yield* findUnknown(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const [n, item] of value.entries()) yield* findUnknown(schema.element, item, `${path}[${n}]`);
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(schema.shape, name)) yield* findUnknown(schema.shape[name], inner, field);
    else yield () => describeField(truncate(name, maxCharacters), path, Object.keys(schema.shape));
  }
}

const describeField = (name: string, path: string, known: readonly string[]): string => {
  const nearest = findNearestWord(name, known);
  const field = path === '' ? name : `${path}.${name}`;
  return `${field} is not a field of this request${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

/** Returns a warning for each field of a valid body that the route does not have (docs/interface.md#unknown-fields). */
export const lintUnknownFields = ({ body }: Pick<Route, 'body'>, json: unknown): string[] => {
  const named: string[] = [];
  let others = 0;
  for (const describe of body ? findUnknown(body, json, '') : []) {
    if (named.length < maxNamed) named.push(describe());
    else others += 1;
  }
  return others === 0 ? named : [...named, `${others} more names are not fields of this request`];
};

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
