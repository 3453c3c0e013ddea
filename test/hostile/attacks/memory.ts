import { type Attack, always, armed, atOnce, drawing, takesSeconds } from './attack.ts';

const isSlow = true;

/** Memory, recursion, and texts and JSON that grow. */
export const memory: readonly Attack[] = [
  armed('a list of texts without end', `const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)`, { isSlow }),
  armed('buffers without end', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))'),
  armed('one huge buffer', 'new ArrayBuffer(2 ** 33)'),
  armed('a typed list of two billion', 'new Float64Array(2 ** 31 - 1)'),
  armed('a list of four billion', 'new Array(2 ** 32 - 1).fill(1)', { isSlow }),
  armed(
    'a loop that catches its lack of memory',
    `const all = []; for (;;) { try { all.push('x'.repeat(1e6) + all.length) } catch {} }`,
    { isSlow },
  ),
  armed(
    'closures without end',
    'const all = []; for (;;) { const big = new Array(1000).fill(all.length); all.push(() => big) }',
    { isSlow },
  ),
  armed('keys without end', 'const o = {}; for (let i = 0; ; i++) o["k" + i] = i', { isSlow }),
  armed('symbols without end', 'const all = []; for (;;) all.push(Symbol("x".repeat(1000)))', { isSlow }),
  armed('a map of maps', 'let m = new Map(); for (;;) m = new Map([[m, new Array(100)]])', { isSlow }),
  armed('a text that doubles', `let text = 'a'; for (;;) text += text`),
  armed('a text of two billion', `'a'.repeat(2 ** 31)`),
  armed('a text padded to two billion', `'a'.padEnd(2 ** 31 - 1, 'ab')`),
  armed('texts joined to billions', `new Array(1e5).fill('x'.repeat(1e5)).join('')`),
  armed('an escape of an escape', `let t = '%'; for (;;) t = encodeURIComponent(t)`, { isSlow }),
  armed('a normal form of a long text', `for (;;) '\\uFDFA'.repeat(1e6).normalize('NFKD')`, { isSlow }),
  armed('deep recursion', 'const f = () => f() + 1; f()'),
  armed('recursion through a getter', 'const o = { get a() { return this.a } }; o.a'),
  armed('recursion through a proxy', 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x'),
  armed('recursion through toString', "const o = { toString() { return '' + this } }; String(o)"),
  armed('recursion through a sort', 'const f = () => [2, 1].sort(f); f()'),
  armed('recursion through a replacement', `const f = () => 'a'.replace(/a/, f); f()`),
  armed('recursion through JSON', 'const o = { toJSON() { return JSON.stringify(this) } }; JSON.stringify(o)'),
  armed('recursion through bound functions', 'let f = () => 1; for (let i = 0; i < 1e6; i++) f = f.bind(null); f()', {
    ends: ['INVALID_VARIABLES', 'picture'],
  }),
  armed('two that call each other', 'const a = () => b(); const b = () => a(); a()'),
  armed(
    'a class that extends itself',
    'let C = class {}; for (let i = 0; i < 1e5; i++) C = class extends C {}; new C()',
    { takesSeconds, ends: ['INVALID_VARIABLES', 'picture'] },
  ),
  armed('a chain of prototypes', 'let o = {}; for (let i = 0; i < 1e6; i++) o = Object.create(o); o.missing', {
    takesSeconds,
    ends: ['INVALID_VARIABLES', 'picture'],
  }),
  armed('JSON that opens a million lists', `JSON.parse('['.repeat(1e6))`),
  armed('JSON that closes a hundred thousand', `JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))`),
  armed('JSON objects in objects', `JSON.parse('{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5))`),
  armed('JSON of a deep list', 'let a = []; for (let i = 0; i < 1e6; i++) a = [a]; JSON.stringify(a)', {
    takesSeconds,
  }),
  armed(
    'JSON with a reviver that adds',
    `JSON.parse('[1]', function (k, v) { if (Array.isArray(this)) this.push(1); return v; })`,
    { isSlow, ends: ['INVALID_VARIABLES', 'picture'] },
  ),
  armed('JSON of a list that grows', 'const a = [{ toJSON() { a.push(this); return 1 } }]; JSON.stringify(a)', {
    isSlow,
    ends: ['INVALID_VARIABLES', 'picture'],
  }),
  armed('a deep list flattened', 'let a = [1]; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)'),
  armed('a deep clone', 'let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; structuredClone(a)'),
  armed('source made at run time, nested', `new Function('return ' + '('.repeat(1e5) + '1' + ')'.repeat(1e5))()`),
  armed('an expression nested at run time', `globalThis['ev' + 'al']('['.repeat(1e5))`),
  armed('a pattern nested at run time', `new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('x')`),
  always('a component that returns itself', 'const A = () => <A />; return <A />'),
  always('two components that return each other', 'const A = () => <B />; const B = () => <A />; return <A />'),
  always('lists in lists', "let x = 'x'; for (let i = 0; i < 1e5; i++) x = [x]; return <div>{x}</div>"),
  always('fragments in fragments', "let x = 'x'; for (let i = 0; i < 1e4; i++) x = <>{x}</>; return x"),
  always('a property that contains itself', 'const e = {}; e.e = e; return <div style={e} />'),
  always('an element that contains itself', 'const kids = []; const e = <div>{kids}</div>; kids.push(e); return e'),
  always('a tree shared into billions', 'let x = <b>x</b>; for (let i = 0; i < 40; i++) x = <i>{[x, x]}</i>; return x'),
  always(
    'a property shared into billions',
    "let x = { a: 'x' }; for (let i = 0; i < 9; i++) x = { a: x, b: x, c: x, d: x, e: x, f: x, g: x, h: x, i: x }; return <div style={x} />",
    { takesSeconds },
  ),
  atOnce(
    'a module that takes all memory',
    "globalThis.all = Array.from({ length: 90 }, () => 'x'.repeat(1e6) + Math.random())",
    // the interpreter shares texts that begin alike
    { takesSeconds, ends: ['COMPILE_ERROR', 'picture'] },
  ),
  drawing('a million characters in a property', "<div title={'x'.repeat(1_000_000)}>x</div>", {
    ends: ['COMPILE_ERROR', 'picture'],
  }),
  drawing(
    'random text that does not compress',
    "<div title={Array.from({ length: 90_000 }, () => Math.random().toString(36)).join('')}>x</div>",
    { ends: 'COMPILE_ERROR' },
  ),
];
