import { type Attack, always, armed, each, isSlow, rendering, written } from './attack.ts';

const reaching = (title: string, expression: string, ends: Attack['ends'] = 'image'): Attack => ({
  title: `reaching out: ${title}`,
  // what it must not find it says in an error, where every test looks for the word; errors quote the source, so it is not there
  code: `export default () => { const found = (() => { try { return String(${expression}); } catch (e) { return 'refused'; } })();
    if (!/^(undefined|refused|\\[object Undefined\\]|false|)$/.test(found)) throw new Error('it rea' + 'ched ' + found.slice(0, 50));
    return <div>{found}</div>; }`,
  ends,
});

/** Tricks with prototypes, names and values that pass for something else. */
export const forgery: readonly Attack[] = [
  ...each(reaching, [], {
    'the process': 'globalThis.process',
    'a constructor chain': `(() => {}).constructor('return process')()`,
    'a constructor of a generator': `(function* () {}).constructor('yield process')().next().value`,
    'an indirect eval': `globalThis['ev' + 'al']('process')`,
    'a dynamic import by eval': `globalThis['ev' + 'al']('import("fs")') instanceof Object && undefined`,
    'the global of a host error': `(() => { try { new Intl.NumberFormat('x-') } catch (e) { return e.constructor.constructor('return process')() } })()`,
    'the host function': 'globalThis.host',
    'the settings': 'globalThis.settings',
    fetch: 'globalThis.fetch',
    WebAssembly: 'globalThis.WebAssembly',
    'std and os of the interpreter': 'globalThis.std || globalThis.os || globalThis.scriptArgs',
    timers: 'globalThis.setTimeout',
    workers: 'globalThis.Worker || globalThis.postMessage || globalThis.parentPort',
    'file addresses': `new URL('file:///etc/passwd').text || ''`,
    'a polluted prototype of the host': `(JSON.parse('{"__proto__":{"polluted":1}}'), ({}).polluted)`,
    'frames of the stack': `new Error().stack.includes('/lamb' + 'das/')`,
  }),
  ...each(reaching, ['COMPILE_ERROR'], {
    'its environment': 'process.env.HOME',
    require: 'typeof require === "function" && require("fs")',
    'shared memory': `typeof SharedArrayBuffer === "function" && typeof Atomics.wait === "function" && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) && undefined`,
  }),
  ...each(armed, [{ ends: 'image' }], {
    'a prototype of everything replaced': `Object.prototype.toJSON = () => 'x'; Object.prototype.type = 'script'`,
    'list methods replaced': `Array.prototype.map = () => ['x']; Array.prototype.push = () => 0`,
    'text methods replaced': `String.prototype.replace = String.prototype.slice = () => { throw 1 }`,
    'JSON replaced': `JSON.stringify = () => '{"tree":{"type":"div","props":{},"children":[]}}'; JSON.parse = () => ({})`,
    'the key of every object replaced': `Object.keys = () => ['__proto__', 'constructor']; Object.entries = () => [['x', 1]]`,
    'a setter on the prototype': `Object.defineProperty(Object.prototype, 'tree', { set() { throw 1 }, get() { return 1 } })`,
  }),
  ...each(armed, [], {
    'a getter named then': `return { get then() { throw 1 } }`,
    'an error that is no error': 'throw null',
    'a thrown symbol': `throw Symbol('x')`,
    'a message of a million characters': `throw new Error('x'.repeat(1e6))`,
    'a message with control characters': String.raw`throw new Error('\u0000\u001b[31m\u202e' + '\ud800')`,
    'an error that passes for lack of memory': `throw Object.assign(new Error('out of memory'), { name: 'InternalError' })`,
    'an error that passes for its limits': `throw Object.assign(new Error('x'), { name: 'TooLarge' })`,
    'something thrown that is no text': 'throw { name: Object.create(null), message: Object.create(null) }',
    'something thrown that was revoked': 'const r = Proxy.revocable({}, {}); r.revoke(); throw r.proxy',
    'a component that was revoked': 'const r = Proxy.revocable(() => {}, {}); r.revoke(); return <r.proxy />',
  }),
  {
    title: 'an element made of data',
    code: 'export default ({ a }) => <div>{a}</div>;',
    variables: { a: { $$typeof: 'Symbol(element)', type: 'script', key: null, props: { children: 'x' } } },
    ends: 'INVALID_VARIABLES',
  },
  {
    title: 'variables that nest sixty deep',
    code: 'export default ({ a }) => <div>{JSON.stringify(a)}</div>;',
    variables: { a: Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'x') },
    ends: 'image',
  },
  {
    title: 'a variable with the name of the guest',
    code: 'export default ({ __sandbox, __exported, globalThis: g }) => <div>{String(__sandbox) + String(g)}</div>;',
    variables: { __sandbox: 'x', __exported: 'y', globalThis: 'z' },
    ends: 'image',
  },
  {
    title: 'names of JavaScript as variables',
    code: 'export default ({ toString, valueOf, hasOwnProperty }) => <div>{String(toString)}</div>;',
    variables: { toString: 'a', valueOf: 'b', hasOwnProperty: 'c' },
    ends: 'image',
  },
  armed('iteration replaced', `Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }`, {
    ends: 'image',
    isSlow,
  }),
  rendering(
    'elements of other worlds',
    '<div><iframe src="file:///etc/passwd" /><object data="file:///etc/passwd" /><embed src="x" /><script>1</script><link href="http://127.0.0.1/" rel="stylesheet" /><base href="http://127.0.0.1/" /><video src="http://127.0.0.1/" /></div>',
  ),
  ...each(written, [{ ends: 'COMPILE_ERROR' }], {
    'the names of the guest written over': `export default () => { __sandbox.jsx = null; __exported.component = () => null; return <div>x</div>; };`,
    'raw markup': `export default () => <div dangerouslySetInnerHTML={{ __html: '<script>1</script>' }} />;`,
  }),
  ...each(written, [{ ends: 'image' }], {
    'a second component, set late': 'export default function T() { T = () => <b />; return <div>x</div>; }',
    'names reaching into prototypes as properties': `export default () => <div {...JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{}}}')}>x</div>;`,
    'such names in a style': `export default () => <div style={JSON.parse('{"__proto__":{"color":"red"},"constructor":"x","toString":"y","hasOwnProperty":"z"}')}>x</div>;`,
    'a tag named like a prototype': `const T = '__proto__', C = 'constructor'; export default () => <T><C>x</C></T>;`,
    'a tag of markup': `const T = 'div><script>alert(1)</script'; export default () => <T>x</T>;`,
    'a tag of a million characters': `const T = 'a'.repeat(1e6); export default () => <T>x</T>;`,
    'attributes of markup': `export default () => <div {...{ 'a"><b': 'x', 'onload': 'x', '\\u0000': 1, '': 2 }}>x</div>;`,
    'ten thousand attributes': `export default () => <div {...Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ["a" + i, i]))}>x</div>;`,
    'half a surrogate everywhere': `export default () => <div title={'\\ud800'} style={{ fontFamily: '\\udfff', color: '\\ud800' }}>{'\\udc00 x \\ud800'}</div>;`,
    'a tag with a line end': `const T = 'a\\n\\u0000b'; export default () => <T>x</T>;`,
    'an empty tag': `const T = ''; export default () => <T>x</T>;`,
  }),
  ...each(always, [], {
    'a property nested beyond its bound': 'let e = 1; for (let i = 0; i < 30; i++) e = { e }; return <div style={e} />',
    'a line that is not there': `const e = new Error('m'); e.stack = 'at x (template:' + '9'.repeat(400) + ')'; throw e`,
  }),
];
