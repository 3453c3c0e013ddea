import * as z from 'zod';
import { engineNames } from '../engine-names.ts';
import { getImageOptionValues } from '../image-options.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import { findNearestWord } from '../nearest-word.ts';
import { prototypeKeys } from '../prototype-keys.ts';
import { variableName, variableNameText } from '../variable-name.ts';
import { InputError } from './errors.ts';
import type { EngineSettings, ImageOptions, RenderRequest } from './types.ts';

/** Levels of lists and objects in a variable. */
const maxDepth = 100;

const describe = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `a ${value.constructor?.name ?? 'object'}` : String(value);

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Returns the fields of an object that are set. @throws InputError for names that reach a prototype */
const getFields = (value: object, path: string): [string, unknown][] =>
  Object.entries(value).filter(([name, inner]) => {
    if (prototypeKeys.has(name)) throw new InputError(`${path}.${name}`, 'is not allowed.');
    return inner !== undefined;
  });

/** Returns a copy of a JSON value. @throws InputError with the path of what is none */
const readJson = (value: unknown, path: string, depth = 0): Json => {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value;
    throw new InputError(path, 'is text with an unpaired surrogate.');
  }
  if (depth === maxDepth) throw new InputError(path, `is nested in more than ${maxDepth} lists and objects.`);
  if (Array.isArray(value)) return Array.from(value, (item, index) => readJson(item, `${path}[${index}]`, depth + 1));
  if (typeof value === 'object' && isPlain(value))
    return Object.fromEntries(
      getFields(value, path).map(([name, inner]) => [name, readJson(inner, `${path}.${name}`, depth + 1)]),
    );
  throw new InputError(path, `must be JSON, got ${describe(value)}.`);
};

/** Returns a copy of the values of variables. @throws InputError with the field that is invalid */
const readVariables = (given: unknown = {}): Record<string, Json> => {
  if (typeof given !== 'object' || given === null || !isPlain(given))
    throw new InputError('variables', `must be an object, got ${describe(given)}.`);
  const set = getFields(given, 'variables');
  if (set.length > limits.variables) throw new InputError('variables', `has more than ${limits.variables} entries.`);
  for (const [name] of set)
    if (!variableName.test(name)) throw new InputError(`variables.${name}`, `is not a variable. ${variableNameText}`);
  return Object.fromEntries(set.map(([name, value]) => [name, readJson(value, `variables.${name}`)]));
};

const request = z.strictObject({
  // the template says which sizes it has
  ...z.object({ ...getImageOptionValues(), size: z.string() }).partial().shape,
  variables: z.unknown().optional(),
  now: z.date().optional(),
  signal: z.instanceof(AbortSignal).optional(),
});

const bytes = z.instanceof(Uint8Array);
const family = z.string().trim().min(1).max(limits.fontFamiliesCharacters).optional();
const font = z.union([
  z.string().min(1),
  bytes,
  z.strictObject({ family, data: bytes }),
  z.strictObject({ family, file: z.string().min(1) }),
]);
const count = (least: number, most: number) => z.int().min(least).max(most).optional();
const settings = z.strictObject({
  fonts: z.array(font).optional(),
  engine: z.enum(engineNames).optional(),
  remoteImages: z.custom<EngineSettings['remoteImages']>((value) => typeof value === 'function').optional(),
  concurrency: count(1, 64),
  limits: z
    .strictObject({
      evaluationMs: count(10, 600_000),
      renderMs: count(100, 600_000),
      renderMemoryMib: count(400, 65_536),
    })
    .optional(),
});

/** Returns what was wrong first. */
const toInputError = ({ issues: [issue] }: z.ZodError, names: readonly string[]): InputError => {
  const steps = issue?.path ?? [];
  const path = steps.reduce<string>(
    (before, step) => (typeof step === 'number' ? `${before}[${step}]` : `${before}${before && '.'}${String(step)}`),
    '',
  );
  if (issue?.code !== 'unrecognized_keys') return new InputError(path, `is invalid: ${issue?.message}.`);
  const [unknown = ''] = issue.keys;
  const nearest = findNearestWord(unknown, names);
  const hint = nearest === undefined ? `there are ${names.join(', ')}` : `do you mean ${nearest}?`;
  return new InputError(`${path}${path && '.'}${unknown}`, `does not exist; ${hint}`);
};

const read = <T extends z.ZodObject>(schema: T, given: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(given);
  if (error) throw toInputError(error, Object.keys(schema.shape));
  return data as z.output<T>;
};

/** @throws InputError */
export const readSettings = (given: EngineSettings): EngineSettings => read(settings, given) as EngineSettings;

/** A checked request. */
export interface GivenRequest {
  readonly given: Readonly<Record<string, Json>>;
  readonly chosen: ImageOptions;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

const dayMs = 86_400_000;

/** @throws InputError */
export const readRenderRequest = (given: RenderRequest): GivenRequest => {
  const { variables, now = new Date(Math.floor(Date.now() / dayMs) * dayMs), signal, ...chosen } = read(request, given);
  return { given: readVariables(variables), chosen: chosen as ImageOptions, now, signal };
};
