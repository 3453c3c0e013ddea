import type { Json } from 'image-url-engine/values.ts';
import { wrongUse } from './failure.ts';

/** Parses `title=Hello`, or `n:=3` for JSON. */
const getVariable = (given: string): [string, Json] => {
  const [, name, isJson, value = ''] = /^([A-Za-z_]\w*)(:?)=([\s\S]*)$/.exec(given) ?? [];
  if (name === undefined)
    throw wrongUse(
      'INVALID_VARIABLE',
      `--var ${given} is not a variable: write name=text, or name:=JSON for what is not text.`,
    );
  if (isJson === '') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch (error) {
    throw wrongUse('INVALID_VARIABLE', `--var ${given}: what stands behind := is no JSON.`, error);
  }
};

/** Parses `--var` options to variables by name. @throws Failure */
export const getVariables = (given: readonly string[]): Record<string, Json> =>
  Object.fromEntries(given.map(getVariable));
