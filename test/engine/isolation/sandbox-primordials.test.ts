import { expect, it } from 'vitest';
import { sandboxRuntime } from '#engine/isolation/sandbox/runtime/sandbox-runtime-source.ts';
import { trustInTemplates } from './sandbox-code.ts';

/** A piece of code where ours stands: inside the functions that run after a template. */
const within = (code: string) =>
  `const prelude = function (host) { const treeWriter = function ({ keys, list, push, NativeError }) { return (given) => { ${code} }; }; };`;

it('nothing around templates looks up what they may have changed', () => {
  expect(trustInTemplates(`const prelude = ${sandboxRuntime.replace(/^0, /, '')};`)).toEqual([]);
});

it.each([
  ['a global', 'return Array;', 'uses the global Array'],
  ['a global function', 'return parseInt(given);', 'uses the global parseInt'],
  ['a method', 'given.push(1);', 'calls a method it looks up'],
  ['an optional method', 'given?.at(1);', 'calls a method it looks up'],
  ['a method by a computed name', `given['push'](1);`, 'calls a method it looks up'],
  ['a constructor by name', 'new given.Map();', 'constructs what it looks up'],
  ['for of', 'for (const item of given) list();', 'iterates'],
  ['a list spread', 'return [...given];', 'spreads into a list'],
  ['arguments spread', 'keys(...given);', 'spreads into a call'],
  ['arguments spread into a constructor', 'new NativeError(...given);', 'spreads into a call'],
  ['a list taken apart', 'const [one] = given;', 'takes a list apart'],
  ['a generator', 'return function* () { yield 1; };', 'iterates or waits'],
  ['a tag', 'return keys`a`;', 'tags a template'],
  ['a template literal', `return \`\${given}\`;`, 'fills in a template'],
  ['a regular expression', 'return /a/;', 'uses a regular expression'],
  ['instanceof', 'return given instanceof NativeError;', 'asks instanceof'],
  ['a class of a class', 'return class extends NativeError {};', 'extends a class'],
  ['a property written', 'given.a = 1;', 'writes a property'],
  ['an item written', 'given[0] += 1;', 'writes a property'],
  ['a property counted up', 'given.a++;', 'writes a property'],
  ['a property deleted', 'delete given.a;', 'deletes'],
  [
    'a static of a built-in',
    'const { prepareStackTrace } = NativeError; return prepareStackTrace;',
    'reads a property',
  ],
])('the check sees %s', (_title, code, reason) => {
  expect(trustInTemplates(within(code))).toEqual([expect.stringContaining(reason)]);
});

it('the check lets pass what looks nothing up', () => {
  const code = `const all = list(); for (let i = 0; i < given.length; i += 1) push(all, given[i]); const { a, ...rest } = given;
    return { ...rest, a, all, more: keys(given), none: undefined, text: a + '', error: new NativeError('x') };`;
  expect(trustInTemplates(within(code))).toEqual([]);
});
