import { type Attack, armed, atOnce, each, isSlow } from './attack.ts';

/** Everything the service puts around a template, asked for after the template did its worst. */
const all = `<div style={{ padding: 4, color: 'red' }} data-list={[1, 'a', null]}>{[1, 'two', <b key="b">b</b>]}
  {React.Children.map([1, null, 'x'], (child) => <i>{child}</i>)}{React.Children.count([1, 2])}{React.cloneElement(<u>u</u>, { id: 'c' })}</div>`;

/** Replaces something, and uses all that is left of the rest; and renders it. */
const replaced = (title: string, work: string, ends: Attack['ends'] = 'image'): Attack => ({
  title: `replaced: ${title}`,
  code: `export default function T({ go = '' }) { if (go) { ${work}; } return ${all}; }`,
  variables: { go: 'now' },
  ends,
});

/** Gives the host something it does not expect; an error or not, it is there at once. */
const given = (title: string, expression: string, ends: Attack['ends'], more: Partial<Attack> = {}): Attack => ({
  title: `given to the host: ${title}`,
  code: `export default function T({ go = '' }) { return <div>{go ? String(${expression}).slice(0, 50) : 'none'}</div>; }`,
  variables: { go: 'now' },
  ends,
  ...more,
});

const decoded = (bytes: string) => `new TextDecoder().decode(${bytes})`;
const formatted = (what: string) => `new Intl.ListFormat('en').format(${what})`;

/** Built-ins replaced by throwers, liars, getters and recorders, and arguments of host calls that lie about themselves. */
export const builtIns: readonly Attack[] = [
  ...each(replaced, [], {
    // lists of the host's own making, and what goes through them
    'Array.from by a list of four billion': `Array.from = () => ({ length: 4e9 }); ${decoded('new Uint8Array(3)')}`,
    'Array.from by a thrower': `Array.from = () => { throw 1 }; ${decoded('new Uint8Array(3)')}`,
    'Array.of, Array.isArray': 'Array.of = Array.isArray = () => true',
    'Array.isArray by one that always denies': 'Array.isArray = () => false',
    Array: 'globalThis.Array = function () { return { length: 4e9 } }',
    'the species of lists': `Object.defineProperty(Array, Symbol.species, { value: function () { return { length: 4e9 } } })`,
    'the constructor of lists': 'Array.prototype.constructor = { [Symbol.species]: function () { throw 1 } }',
    'push by a length of four billion': 'Array.prototype.push = function () { this.length = 4e9; return 4e9 }',
    'join, map, filter, slice': `for (const name of ['join', 'map', 'filter', 'slice', 'concat', 'flatMap', 'flat', 'at']) Array.prototype[name] = () => ({ length: 4e9 })`,
    'every method of lists': `for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== "length") Array.prototype[name] = function () { throw 1 }`,
    'iteration of lists by one without end': 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield this }',
    'the iterator of lists': 'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: false, value: 1 })',
    'the places of every list': `for (let i = 0; i < 50; i++) Object.defineProperty(Array.prototype, i, { get() { throw 1 }, set() { throw 1 }, configurable: true })`,
    'the places of every object':
      'for (let i = 0; i < 50; i++) Object.defineProperty(Object.prototype, i, { get() { throw 1 }, set() { throw 1 }, configurable: true })',
    'what is spreadable': 'Object.defineProperty(Array.prototype, Symbol.isConcatSpreadable, { get() { throw 1 } })',

    // objects
    'toJSON of everything': `Object.prototype.toJSON = () => ({ tree: { type: 'script', props: {}, children: [] }, consultsClock: false })`,
    'toJSON of everything by a thrower': 'Object.prototype.toJSON = () => { throw 1 }',
    'toJSON of everything by a getter': `Object.defineProperty(Object.prototype, 'toJSON', { get() { throw 1 } })`,
    'toJSON of texts, numbers and lists': `String.prototype.toJSON = Number.prototype.toJSON = Boolean.prototype.toJSON = Array.prototype.toJSON = Symbol.prototype.toJSON = BigInt.prototype.toJSON = () => '"'`,
    'toJSON of functions': 'Function.prototype.toJSON = () => 1',
    JSON: `JSON.stringify = () => '{"tree":1}'; JSON.parse = () => ({ refused: 'x' }); globalThis.JSON = null`,
    'what describes a property': `for (const name of ['get', 'set', 'writable', 'enumerable', 'configurable', 'value']) Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw 1 }, configurable: true }); structuredClone({ a: [1] })`,
    'what every object is': `Object.prototype.$$typeof = <b />.$$typeof; Object.prototype.type = 'script'; Object.prototype.props = { src: 'x' }`,
    'every function of Object': `for (const name of Object.getOwnPropertyNames(Object)) try { Object[name] = () => { throw 1 } } catch {}`,
    'every function of Object by a liar': `for (const name of Object.getOwnPropertyNames(Object)) try { Object[name] = () => ({ length: 4e9, 0: '__proto__' }) } catch {}`,
    'every function of Reflect': `for (const name of Object.getOwnPropertyNames(Reflect)) Reflect[name] = () => { throw 1 }`,
    'call, apply, bind':
      'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }',
    'call by a recorder': `const heard = []; Function.prototype.call = function (...all) { heard.push(this, ...all) }; ${decoded('new Uint8Array(3)')}; if (heard.length > 0) throw new Error('it rea' + 'ched ' + heard)`,
    'what functions are an instance of': `Object.defineProperty(Date, Symbol.hasInstance, { value: () => { throw 1 } }); Object.defineProperty(Map, Symbol.hasInstance, { value: () => true }); structuredClone({ a: new Date(0), m: new Map(), s: new Set() })`,
    'the prototype of functions': 'Object.setPrototypeOf(Function.prototype, new Proxy({}, { get() { throw 1 } }))',
    'all globals': `for (const name of Object.getOwnPropertyNames(globalThis)) if (name !== "React") try { delete globalThis[name] } catch {}`,
    React:
      'React.createElement = React.Fragment = null; for (const name of Object.keys(React)) if (!/Children|clone/.test(name)) React[name] = () => { throw 1 }',

    // texts, numbers, symbols
    'concat, which fills in template literals': `String.prototype.concat = function (...all) { throw new Error('it rea' + 'ched ' + all) }`,
    'every method of texts': `for (const name of Object.getOwnPropertyNames(String.prototype)) if (name !== "length") String.prototype[name] = function () { throw 1 }`,
    'valueOf and toString of everything': 'Object.prototype.valueOf = Object.prototype.toString = () => { throw 1 }',
    'what everything is as a primitive': 'Object.prototype[Symbol.toPrimitive] = () => { throw 1 }',
    'String, Number, Boolean': 'globalThis.String = globalThis.Number = globalThis.Boolean = () => { throw 1 }',
    'isFinite, isNaN': `Number.isFinite = Number.isNaN = globalThis.isNaN = globalThis.isFinite = () => true; <i a={NaN} b={Infinity} />`,
    'fromCharCode, codePoints': `String.fromCharCode = String.fromCodePoint = () => 'x'.repeat(1e6); new TextEncoder().encode('ü'); ${decoded('new Uint8Array(3)')}`,
    Symbol: 'globalThis.Symbol = () => { throw 1 }',
    patterns: `RegExp.prototype.exec = RegExp.prototype.test = RegExp.prototype[Symbol.replace] = () => { throw 1 }; new TextEncoder().encode("ü")`,
    'the flags of patterns': `Object.defineProperty(RegExp.prototype, 'flags', { get() { throw 1 } })`,

    // errors
    'the trace of errors': `Error.prepareStackTrace = (error, sites) => { throw new Error('it rea' + 'ched ' + sites) }; Error.captureStackTrace = () => { throw 1 }; Error.stackTraceLimit = 1e9`,
    'maps and sets': `for (const Kind of [Map, Set, WeakMap, WeakSet]) for (const name of Object.getOwnPropertyNames(Kind.prototype)) try { Kind.prototype[name] = () => { throw 1 } } catch {}; structuredClone({ a: { b: 1 } })`,
    proxies:
      'globalThis.Proxy = function () { throw 1 }; for (const trap of ["get", "has", "ownKeys", "apply", "construct"]) Object.prototype[trap] = () => { throw 1 }',
  }),
  ...each(replaced, ['INVALID_VARIABLES'], {
    'the prototype of lists by a proxy': `Object.setPrototypeOf(Array.prototype, new Proxy({}, { get() { throw 1 }, set() { throw 1 }, has() { throw 1 }, getOwnPropertyDescriptor() { throw 1 } }))`,
    'the value and refusal of a reply': `for (const name of ['value', 'refused', 'length', 'done', 'tree', 'threw', 'consultsClock']) Object.defineProperty(Object.prototype, name, { get() { throw 1 }, set() { throw 1 }, configurable: true }); ${decoded('new Uint8Array(3)')}`,
    'what describes an element': `for (const name of ['props', 'type', 'children', '$$typeof', 'key', 'ref', 'style', 'madeAt', 'near']) Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw 1 }, set() { throw 1 }, configurable: true })`,
    'the name and message of errors': `for (const name of ['name', 'message', 'stack', 'toString']) Object.defineProperty(Error.prototype, name, { get() { throw 1 }, configurable: true }); null.x`,
    errors: 'globalThis.Error = globalThis.TypeError = globalThis.RangeError = function () { throw 1 }; btoa("€")',
    'the cause of a limit': `Object.defineProperty(Object.prototype, 'name', { set() { throw 1 }, configurable: true }); return <p>{'x'.repeat(3000)}</p>`,

    // promises, proxies, what is collected
    promises: 'globalThis.Promise = function () { throw 1 }; Object.prototype.then = function () { throw 1 }',
    'then of everything': 'Object.prototype.then = (done) => done()',
  }),
  ...each(armed, [{ ends: 'image' }], {
    'a job that never runs': 'Promise.resolve().then(() => { for (;;) {} })',
    'what is told when it is collected': `const told = new globalThis.FinalizationRegistry(() => { for (;;) {} }); for (let i = 0; i < 1e4; i++) told.register({}, i)`,
    'references that fade':
      'const all = []; for (let i = 0; i < 1e4; i++) all.push(new WeakRef({})); if (all.some((one) => one.deref() && one.deref().reached)) throw 1',
  }),
  ...each(atOnce, [{ ends: 'image' }], {
    // before anything has run
    'replaced in the module: setters for what it exports': `for (const name of ['component', 'options', 'defaults']) Object.defineProperty(Object.prototype, name, { set(value) { throw new Error('it rea' + 'ched ' + value) }, configurable: true })`,
    'replaced in the module: keys of everything': 'Object.keys = Object.entries = () => { for (;;) {} }',
    'replaced in the module: parse of the variables': `JSON.parse = (text) => { throw new Error('it rea' + 'ched ' + text) }`,
  }),
  ...each(given, ['INVALID_VARIABLES'], {
    // arguments
    'a list of four billion bytes': decoded('{ length: 4e9 }'),
    'a forged typed list': decoded('Object.setPrototypeOf({ length: 4e9 }, Uint8Array.prototype)'),
    'a proxy of a typed list': decoded(
      'new Proxy(new Uint8Array(3), { get: (_, name) => name === "length" ? 4e9 : 0 })',
    ),
    'thirty million bytes': decoded('new Uint8Array(3e7)'),
    'a list that shrinks while it is read': decoded(
      '(() => { const b = new Uint8Array(9); return { get buffer() { return b.buffer.transfer(0) }, length: 9 } })()',
    ),
    'four billion locales': `(1).toLocaleString({ length: 4e9, 0: 'de' })`,
    'a locale of a million characters': `(1).toLocaleString('en-' + 'a'.repeat(1e6))`,
    'a locale of a hundred variants': `(1).toLocaleString('en-x-' + new Array(1e4).fill('abc').join('-'))`,
    'options that are getters': `(1).toLocaleString('en', { get style() { throw new Error('x') } })`,
    'options whose getters hand out others': `(1).toLocaleString('en', { get style() { return 'currency' }, get currency() { return { toString() { for (;;) {} } } } })`,
    'a date that is no time': `new Intl.DateTimeFormat('en').format(8.64e15 + 1)`,
    'marks piled on one letter': `('a' + '\\u0301'.repeat(45e3) + '\\u0323'.repeat(45e3)).localeCompare('b')`,
    'a text of a million characters': `'x'.repeat(1e6).toLocaleUpperCase('tr')`,
    'a part of an address that is none': `(() => { const u = new URL('https://x.test'); u.host = 'a'.repeat(1e5) + '/\\u0000'; u.port = 1e9; u.protocol = 'javascript'; return u })()`,
    'a method of another object': `URL.prototype.toString.call({ href: 'x' })`,
    'pairs that are none': `new URLSearchParams([{ length: 4e9, 0: 'a' }, 'bc', []])`,
  }),
  ...each(given, ['image'], {
    'a typed list whose length lies': `(Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 4e9 }), ${decoded('new Uint8Array(3)')})`,
    'a typed list whose own length lies': decoded(
      `Object.defineProperty(new Uint8Array(3), 'length', { get: () => 4e9 })`,
    ),
    'a typed list whose buffer lies': decoded(
      `Object.defineProperties(new Uint8Array(3), { buffer: { get: () => new ArrayBuffer(1e7) }, byteLength: { get: () => 1e7 } })`,
    ),
    'a locale that is another each time': `(1).toLocaleString({ length: 2, get 0() { return ['de', '\\u0000'][this.n = (this.n ?? -1) + 1] }, 1: 'en' })`,
    'numbers that are none': `[NaN, Infinity, -Infinity, -0, 1e21, 5e-324, 2n ** 60n].map((n) => n.toLocaleString('en')).join()`,
    'dates out of reach': `[new Date(NaN).toLocaleString(), new Date(8.64e15).toLocaleString(), new Date(-8.64e15).toLocaleString()].join()`,
    'control characters only': String.raw`new URL('https://x.test/' + '\u0001'.repeat(9e4)).href`,
    'half a surrogate': String.raw`[new URL('https://x.test/\ud800').href, new TextEncoder().encode('\udfff').length, '\ud800'.toLocaleUpperCase('tr'), new Intl.Segmenter('en').segment('\udfff\ud800').containing(0).index].join()`,
    'a base that is an object': `new URL('/a', { toString() { return 'https://x.test' } }).href`,
    'a copy of itself': `(() => { const a = [{}]; a[0].a = a; const b = structuredClone(a); return b[0].a === b })()`,
  }),
  ...each(given, ['INVALID_VARIABLES', { isSlow }], {
    'entries that never end': formatted('{ *[Symbol.iterator]() { for (;;) yield "x" } }'),
    'a list of a million entries': formatted('new Array(1e6).fill("x")'),
    'a proxy of a list that lies': formatted(
      'new Proxy([], { get: (list, name) => name === "length" ? 4e9 : name === Symbol.iterator ? undefined : list[name] })',
    ),
    'entries that are asked for their text': formatted('[{ toString() { for (;;) {} } }]'),
    'a hundred thousand options': `(1).toLocaleString('en', Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['a' + i, i])))`,
    'a number of a hundred thousand digits': `(10n ** 99999n).toLocaleString()`,
    'a number that is a proxy': `new Intl.NumberFormat('en').format(new Proxy({}, { get() { for (;;) {} } }))`,
    'a name fifty thousand times in a query': `(() => { const q = new URLSearchParams('a&'.repeat(5e4)); q.set('a', 'b'); q.delete('a'); return q.size })()`,
    'pairs without end': `new URLSearchParams({ *[Symbol.iterator]() { for (;;) yield ['a', 'b'] } })`,
    'a query of a hundred thousand pairs': `new URLSearchParams('a&'.repeat(5e4))`,
    'a copy nested a hundred thousand deep': `(() => { let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return structuredClone(a) })()`,
    'a copy of a lying list': `structuredClone(new Proxy([], { get: (_, name) => name === 'length' ? 4e9 : 1 }))`,
  }),
  ...each(armed, [], {
    'an error that passes for lack of memory, again and again': `throw Object.assign(new Error('out of memory'), { name: 'InternalError', stack: 'at x (template:1)' })`,
    'a syntax error that is none': `throw Object.assign(new Error('x'), { name: 'SyntaxError' })`,
  }),
  given(
    'marks piled on letters, again and again',
    `Array.from({ length: 3000 }, (_, i) => ('a' + i + '\\u0301'.repeat(900) + '\\u0323'.repeat(900)).localeCompare('\\u0345' + i)).length`,
    'image',
    { isSlow },
  ),
];

const givenToImport = (
  title: string,
  expression: string,
  ends: Attack['ends'],
  more: Partial<Attack> = {},
): Attack => ({
  title: `given to an import: ${title}`,
  code: `import clsx from 'clsx'; import { twJoin, twMerge } from 'tailwind-merge';
    export default function T({ go = '' }) { return <div>{go ? String(${expression}).length : 'none'}</div>; }`,
  variables: { go: 'now' },
  ends,
  ...more,
});

export const imported: readonly Attack[] = [
  ...each(givenToImport, ['image'], {
    'a class of a hundred thousand digits': `twMerge('shadow-[' + '1'.repeat(99e3))`,
    'classes of digits': `twMerge(new Array(190).fill('shadow-[' + '1'.repeat(490) + 'px]').join(' '))`,
    'classes of dashes': `twMerge('bg-' + 'a-'.repeat(4e4) + 'x')`,
    'modifiers without end': `twMerge('hover:'.repeat(15e3) + 'p-1')`,
  }),
  ...each(givenToImport, ['INVALID_VARIABLES'], {
    'lists in lists': `twJoin((() => { let a = 'x'; for (let i = 0; i < 1e5; i++) a = [a]; return a })())`,
    'a list that holds itself': `clsx((() => { const a = []; a.push(a); return a })())`,
    'conditions that are getters': `clsx({ get a() { throw new Error('x') } })`,
  }),
  givenToImport(
    'a list of four billion',
    `clsx(new Proxy([], { get: (_, name) => name === 'length' ? 4e9 : '' }))`,
    'INVALID_VARIABLES',
    { isSlow },
  ),
];
