import { findNearestWord } from 'image-url-engine/words.ts';
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const list = (words: readonly unknown[]): string => words.map((word) => JSON.stringify(word)).join(', ');

/** Returns what a value must be, for issues whose schema does not say it. */
const getExpectation = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_value')
    return issue.values.length > 1 ? `one of ${list(issue.values)}` : list(issue.values);
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'invalid_type') return expectations[issue.expected] ?? issue.expected;
  return 'another value';
};

const expectations: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  array: 'a list',
};

/** Returns a value of a few words. */
export const show = (value: unknown): string => {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  const kind = Object(value).constructor?.name;
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && kind !== 'Object') {
    // minified classes have a number or no name
    const name = String(kind ?? '').replace(/\d/g, '') || 'object of another kind';
    return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
  }
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** Returns the name of a field and a colon; '' for the whole value. */
const formatPath = (path: readonly PropertyKey[]): string => {
  const parts = path.map((part, n) =>
    typeof part === 'number' ? `[${part}]` : `${n === 0 ? '' : '.'}${String(part)}`,
  );
  return parts.length > 0 ? `${parts.join('')}: ` : '';
};

const getIn = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner: unknown, part) => Object(inner)[part], value);

function* describe(issue: Issue, input: unknown, base: readonly PropertyKey[]): Generator<string> {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union') {
    // a token, or a value: the value's branch is last
    for (const inner of issue.errors.at(-1) ?? []) yield* describe(inner, input, path);
  } else if (issue.code === 'invalid_key') {
    yield `${formatPath(path)}${issue.issues[0]?.message}, got ${show(path.at(-1))}`;
  } else if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield `${formatPath([...path, key])}${issue.message}`;
  } else if (issue.code === 'custom') {
    yield `${formatPath(path)}${issue.message}`;
  } else {
    const value = getIn(input, path);
    const got = value === undefined ? 'it is missing' : `got ${show(value)}`;
    yield `${formatPath(path)}expected ${issue.message}, ${got}`;
  }
}

/** Returns problems as one sentence that begins with where they are. */
export const toSentence = (where: string, problems: readonly string[]): string =>
  `${where}: ${problems.join('; ')}`.replace(/(?<![?.])$/, '.');

/**
 * Checks a value whose errors are read by developers: each names the field, what it must be and what was given. The
 * `error` of a schema is what it expects; that of a refinement is a sentence.
 *
 * @param known names of the fields, which an unknown one is compared with
 */
export const check = <T>(
  schema: z.ZodType<T>,
  value: unknown,
  known: (path: readonly PropertyKey[]) => readonly string[],
): { readonly data: T } | { readonly problems: readonly string[] } => {
  const { success, data, error } = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return getExpectation(issue);
      const [key = ''] = issue.keys;
      const nearest = findNearestWord(key, known(issue.path ?? []));
      return `there is no such name${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    },
  });
  if (success) return { data };
  // a misspelt name first: it may be what is missing
  const [unknown = [], others = []] = [true, false].map((isUnknown) =>
    error.issues.filter(({ code }) => (code === 'unrecognized_keys') === isUnknown),
  );
  return { problems: [...unknown, ...others].flatMap((issue) => [...describe(issue, value, [])]) };
};
