import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lexer } from 'css-tree/dist/csstree.esm';
import { getValueForm } from '#engine/lint/tree/value-form.ts';
import type { Declaration } from './measure.ts';
import { type Definitions, getExamples } from './syntax-examples.ts';
import { values } from './values.ts';

const definitions = lexer as unknown as Definitions;

/** Sets every property at once, so that it has no effect of its own. */
const excluded: ReadonlySet<string> = new Set(['all']);

/** Properties with the prefix of a browser are measured where templates write them. */
const isForgotten = (name: string): boolean => name.startsWith('-') && !Object.hasOwn(values, name);

/** Names of the properties that the specifications and the list of values name. */
export const propertyNames: readonly string[] = [
  ...new Set([...Object.keys(definitions.properties), ...Object.keys(values)]),
]
  .filter((name) => !name.startsWith('--') && !excluded.has(name) && !isForgotten(name))
  .sort();

/** Most values of a property for which no list is written. */
const mostExamples = 5;

/** Returns the values of a property that are measured, by form. */
const getMeasuredValues = (property: string): ReadonlyMap<string, string> => {
  const syntax = definitions.properties[property]?.syntax;
  const found = new Map<string, string>();
  const examples = syntax ? getExamples(syntax, definitions).slice(0, mostExamples) : [];
  for (const value of values[property] ?? examples) {
    const form = getValueForm(value);
    if (!found.has(form)) found.set(form, value);
  }
  return found;
};

/** Returns every declaration that is measured. */
export const getDeclarations = (): readonly Declaration[] =>
  propertyNames.flatMap((property) =>
    [...getMeasuredValues(property)].map(([form, value]) => ({ property, form, value })),
  );

/** Returns a hash of what is measured and how: values, scenes, style sheets and rules of comparison. */
export const getInputHash = (): string => {
  const hash = createHash('sha256').update(JSON.stringify(getDeclarations()));
  for (const file of ['scenes.ts', 'measure.ts', 'chromium.ts', 'sheet-forms.ts', 'measure-sheets.ts'])
    hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 16);
};
