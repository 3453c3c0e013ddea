/**
 * Describes a value as text: its kind, and what it has, so that two values with one description behave alike. Runs as
 * text in the sandbox and in Node, and refers to nothing outside itself.
 */
function describeValue(value: unknown, depth = 0): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > 6) return '...';
  const deeper = (one: unknown) => describeValue(one, depth + 1);
  const kind = value.constructor?.name ?? 'null';
  const entries = () => Object.entries(value).map(([key, one]) => `${key}: ${deeper(one)}`);
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (value instanceof RegExp) return `RegExp ${value.source} ${value.flags}`;
  if (value instanceof Error) return `${value.constructor.name} ${value.name}: ${value.message} ${entries()}`;
  if (value instanceof Map || value instanceof Set) return `${kind} [${[...value].map(deeper)}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `${kind} [${Array.from(value as unknown as ArrayLike<unknown>, deeper)}]`;
  if (Array.isArray(value))
    return `[${Array.from({ length: value.length }, (_, at) => (at in value ? deeper(value[at]) : 'hole'))}]`;
  return `${kind} {${entries()}}`;
}

/** Returns a program whose value is a promise of JSON: what each expression gives, or the name of the error it throws. */
export const writeProgram = (expressions: readonly string[]): string => `(async () => {
  'use strict';
  const describeValue = ${describeValue};
  const given = [];
  for (const work of [
${expressions.map((one) => `    async () => (${one}),`).join('\n')}
  ])
    try {
      given.push(describeValue(await work()));
    } catch (error) {
      given.push('throws ' + (error && error.name) + '\\n' + (error && error.message));
    }
  return JSON.stringify(given);
})()`;
