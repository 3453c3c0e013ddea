import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSandboxRuntime } from '#engine/isolation/sandbox/sandbox-runtime.ts';
import { findMissingBuiltIns } from '../../../../tools/docs/missing-built-ins.ts';
import { figure } from '../../../support/effort.ts';
import { writeProgram } from './describe.ts';
import { expressions } from './expressions.ts';

const all = Object.values(expressions).flat();

/** Expressions that give something else than in Node without an error, each with its reason. */
const differing: Readonly<Record<string, string>> = {
  'typeof setTimeout': 'a template has no timers',
  'typeof fetch': 'a template has no network',
  'Math.sumPrecise?.([0.1, 0.2]) ?? "none"': 'newer than Node 24',
  '({ ...[1], ..."ab" })': 'letters of a text that is spread into an object',
  '(0.5).toString(3)': 'the last digits of fractions in other bases',
  'Math.exp(6.3900000000000015)': 'the last digit of 16',
  'Math.cos(0.1)': 'the last digit of 16',
  'Math.pow(6.3900000000000015, 1.7)': 'the last digit of 16',
  'JSON.parse("[1.10]", (k, v, context) => context?.source ?? v)': 'newer than ECMAScript 2025',
};

/** Expressions that Node computes and a template does not: the name that the error or the check of the code has. */
const told: Readonly<Record<string, string>> = {
  'await Array.fromAsync([1, Promise.resolve(2)])': 'Array.fromAsync',
  'JSON.rawJSON("1.10")': 'JSON.rawJSON',
  'JSON.isRawJSON({})': 'JSON.isRawJSON',
  'queueMicrotask(() => {})': 'queueMicrotask',
  '(/(\\d+)/.test("a12"), RegExp.$1)': 'RegExp.$1',
  '(/(\\d+)/.test("a12"), RegExp.lastMatch)': 'RegExp.lastMatch',
};

const inNode = async (program: string): Promise<string> => {
  const code = `process.stdout.write(await (${program}))`;
  const env = { TZ: 'UTC', LANG: 'en_US.UTF-8' };
  // what the console of the expressions writes goes to the standard error
  const quiet = "const { Console } = await import('node:console'); globalThis.console = new Console(process.stderr);";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${quiet} ${code}`], {
    env,
  });
  return stdout;
};

const inSandbox = async (program: string): Promise<string> => {
  const runtime = await openSandboxRuntime();
  const end = runtime.call({
    entry: 'evaluate',
    script: `(function (sandbox, exported) { exported.component = () => ${program}; })`,
    clock: Date.UTC(2026, 1, 3),
    settings: { seed: [1, 2, 3, 4], retainsSourcePositions: false, variables: {}, anyShapes: {} },
    deadline: Number.POSITIVE_INFINITY,
  });
  if (!('text' in end)) throw new Error(`The sandbox ran out of ${end.ranOut}.`);
  const answer = JSON.parse(end.text);
  return answer.tree?.children[0] ?? JSON.stringify(answer);
};

const isError = (text: string | undefined): boolean => text?.startsWith('throws ') === true;
/** Names of errors are compared, not their messages. */
const comparable = (text: string | undefined): string => (isError(text) ? text?.split('\n')[0] : text) ?? '';

let here: string[] = [];
let there: string[] = [];
beforeAll(async () => {
  const program = writeProgram(all);
  const answers = await Promise.all([inSandbox(program), inNode(program)]);
  [here, there] = answers.map((answer) => JSON.parse(answer)) as [string[], string[]];
});

it('the table of expressions has no row twice, and a reason for rows only', () => {
  expect(all).toHaveLength(new Set(all).size);
  expect(Object.keys({ ...differing, ...told }).filter((row) => !all.includes(row))).toEqual([]);
  figure('expressions of JavaScript beside Node', all.length);
});

describe.each(Object.entries(expressions))('%s', (_area, rows) => {
  it.each(rows)('%s', (row) => {
    const at = all.indexOf(row);
    const [own, node] = [here[at], there[at]];
    if (row in told) {
      expect(own).toMatch(/^throws /);
      expect(node).not.toMatch(/^throws /);
    } else if (row in differing) expect(comparable(own)).not.toBe(comparable(node));
    else expect(comparable(own)).toBe(comparable(node));
  });
});

it('no other error than those of the table stands in for a value', async () => {
  const failing = all.filter((_row, at) => isError(here[at]) && !isError(there[at]));
  expect(failing.toSorted()).toEqual(Object.keys(told).toSorted());
});

it('what is not there is documented', async () => {
  const missing = await findMissingBuiltIns();
  expect(missing).toEqual(expect.arrayContaining(['Array.fromAsync', 'JSON.rawJSON', 'Atomics', 'Symbol.dispose']));
  expect(missing).not.toContain('Intl.NumberFormat.format');
});
