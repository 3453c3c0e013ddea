import { describe, expect, it } from 'vitest';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { draft } from '../../support/draft.ts';

/**
 * @promise Template code: Code that the compiler and the interpreter read differently
 * @how the script runs as an ES module, as the compiler parsed it (decision 110)
 * @figure 59 pieces of code mean what they mean to Node, 30 are rejected by both
 */

/** What a module's `answer` is to Node, as text; or that it is refused. */
const asModule = async (code: string): Promise<string> => {
  const source = `${code}\n;export const text = String(answer);`;
  const module = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  );
  return (module as { text: string }).text;
};

/** The same of a template with that code around its component. */
const asTemplate = async (code: string): Promise<string> => {
  const drafted = await draft(`${code}\n;export default () => <p>{String(answer)}</p>;`);
  if (!drafted.ok) return `refused: ${JSON.stringify(drafted)}`;
  if (!('script' in drafted)) throw new Error(JSON.stringify(drafted));
  const result = await evaluate({ script: drafted.script, variables: {}, clock: 0, seed: '' });
  return result.ok ? String(result.tree.children[0] ?? '') : `failed: ${result.message}`;
};

describe('what the compiler reads is what runs: code means what it means in a module', () => {
  it.each([
    // what begins and ends a comment in scripts only
    'let n = 3, all = ""; while (n --> 0) all += n; const answer = all;',
    'let n = 3; const answer = n-->0;',
    'let n = 3; const answer = [\nn-->0, n\n].join();',
    `const answer = '<!--' + \`<!-- \${'-->'} -->\` + /<!--/.source + /-->/.source;`,
    'const answer = `a\n--> b\n<!-- c`;',
    `const answer = \`\${1}\n--> b\`.length;`,
    'let a = 1, b = 2; /* <!-- */ const answer = a /* --> */ + b; // <!-- -->',
    'let a = 1; const answer = a\n/* c */ - - -1;',
    // strictness
    'const answer = (function () { return this; })();',
    'const answer = typeof this;',
    'const answer = (() => typeof this)();',
    '{ function f() {} } const answer = typeof f;',
    'const answer = (function (a) { a = 2; return arguments[0]; })(1);',
    'const answer = (function (a) { arguments[0] = 2; return a; })(1);',
    'let answer = "none"; try { Object.freeze([1])[0] = 2; } catch (e) { answer = e.name; }',
    'let answer = "none"; try { (function () { undefined = 1; })(); } catch (e) { answer = e.name; }',
    'const answer = (function f() { return typeof f.caller; });',
    // names that surround a template in its script
    'const __sandbox = 1; const answer = __sandbox;',
    'var __exported = 2; const answer = __exported;',
    'function __exported() {} const answer = typeof __exported;',
    'class __sandbox {} const answer = typeof __sandbox;',
    'const __component = 3; const answer = __component;',
    'const \\u005f_sandbox = 4; const answer = __sandbox;',
    'const __sandbox = 1, __sandbox_ = 2; const answer = __sandbox + __sandbox_;',
    'const answer = typeof __sandbox + typeof __exported;',
    'const answer = (({ __sandbox }) => __sandbox)({ __sandbox: 5 });',
    // words that are names here and not there
    'const async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, type = 7; const answer = async + of + get + set + from + as + type;',
    'const answer = ((async) => async)(1);',
    'const o = { async: 1, await: 2, yield: 3, static: 4, let: 5, new: 6 }; const answer = o.async + o.await + o.yield + o.static + o.let + o.new;',
    // where a line ends
    'let a = 1, b = 2\na\n++b\nconst answer = a + "," + b',
    'const f = () => { return\n1 }\nconst answer = f()',
    'let i = 0; do i++; while (i < 3) const answer = i;',
    'let a = 4, g = 2, b = 1; const answer = a\n/b/g',
    'const answer = ["\u2028", "\u2029"].map((c) => c.charCodeAt(0)).join();',
    'const answer = `\r\n`.length;',
    // what depends on the token before it
    'let a = 1, b = 2, c = 3; const answer = a < b > c;',
    'let a = 8, b = 2; const answer = a / b / 2 + "/g".length;',
    'let a = 1; const answer = a?.5:"x";',
    'const answer = [/[/]\\/(?<n>a)(?<=a)/u.exec("//a")?.groups.n, /\\p{L}/v.test("ä")].join();',
    'const answer = (1, 2) ** 2 + -(2 ** 2);',
    'const answer = 1_000 + 0b11 + 0o17 + 0xff + 1e3 + .5 + 5..toFixed(1);',
    'class A { #x = 1; static has(o) { return #x in o; } static { A.y = 2; } get x() { return this.#x; } } const answer = [A.has(new A()), A.y, new A().x].join();',
    'const answer = ((a, { b = 2, ...c } = {}, ...d) => [a, b, Object.keys(c), d].join())(1, { q: 1 }, 3, 4);',
    'const tag = (s) => s.raw[0] + s[0]; const answer = tag`\\n\\u0041`;',
    'outer: for (let i = 0; ; i++) { for (;;) { if (i > 2) break outer; continue outer; } } const answer = "done";',
    'const answer = { __proto__: null } instanceof Object || { ["__proto__"]: 1 }.__proto__;',
    'function* g() { const x = yield 1; yield x; } const i = g(); i.next(); const answer = i.next("sent").value;',
    'let a = null; a ??= 1; a ||= 2; a &&= 3; const answer = a;',
    'const answer = typeof f; function f() {}',
    'const answer = [10, 9, 1].toSorted().join() + [..."a😀"].length;',
    'switch (3) { case 3: var hoisted = "in"; } const answer = hoisted;',
    'try { throw 1 } catch { } finally { } const answer = "ok";',
    'const answer = new (class { constructor() { this.t = new.target.name; } })().t;',
    'const answer = ((x) => { if (x) { return "a" } else return "b" })(0);',
    'var answer = 1; var answer = 2;',
  ])('%s', async (code) => {
    expect(await asTemplate(code)).toBe(await asModule(code));
  });

  // Node refuses them in modules outright; the specification has operators there, and so has the parser
  it.each([
    ['let x = 1, y = 5; const answer = x<!--y;', 'false'],
    ['let x = 1, y = 5; const answer = [x<!--y, y].join();', 'false,4'],
    ['let x = -1, y = 5; const answer = x <!--y\n;', 'true'],
    ['let y = 2; const answer = [0\n<!--y, "after"].join();', 'false,after'],
  ])('%s is %s', async (code, expected) => {
    expect(await asTemplate(code)).toBe(expected);
  });

  it.each([
    '--> a\nconst answer = 1;',
    '/* a\n*/ --> b\nconst answer = 1;',
    'let n = 1; const answer = n\n--> 0;',
    'const await = 1; const answer = await;',
    'const yield = 1; const answer = yield;',
    'const let = 1; const answer = 1;',
    'const static = 1; const answer = 1;',
    'const interface = 1; const answer = 1;',
    'const answer = 010;',
    `const answer = '\\01';`,
    'with ({}) {} const answer = 1;',
    'let a = 1; delete a; const answer = a;',
    'const f = (a, a) => a; const answer = 1;',
    'function f(a, a) {} const answer = 1;',
    'eval = 1; const answer = 1;',
    'const arguments = 1; const answer = 1;',
    'const answer = arguments.length;',
    'const answer = (() => arguments[0])();',
    'undeclared = 1; const answer = 1;',
    'if (1) function f() {} const answer = 1;',
    'label: function f() {} const answer = 1;',
    'return; const answer = 1;',
    'const answer = new.target;',
    'let answer = 1; let answer = 2;',
    'let f = 1; function f() {} const answer = 1;',
    'const answer = 1; } {',
    'const answer = 1; }); (function () {',
    'const answer = 08;',
    'const answer = { a: 1, b: super.x };',
    'const f = async () => {}; const answer = (await) => 1;',
  ])('neither takes %s', async (code) => {
    await expect(asModule(code)).rejects.toThrow();
    expect(await asTemplate(code)).toMatch(/^refused: /);
  });
});
