import { type Attack, always, armed, atOnce, takesSeconds } from './attack.ts';

const isSlow = true;

/** Work without end, in the interpreter and in the native code under it, where no interrupt is looked at. */
export const loops: readonly Attack[] = [
  always('an endless loop', 'for (;;) {}', { isSlow }),
  armed('an endless loop at the mint', 'for (;;) {}', { isSlow }),
  atOnce('an endless loop in the module', 'for (;;) {}', { isSlow }),
  armed('a loop that swallows every exception', 'for (;;) { try { for (;;) {} } catch {} }', { isSlow }),
  armed('a loop that goes on in finally', 'try { for (;;) {} } finally { for (;;) {} }', { isSlow }),
  armed('a join of four billion holes', `Array.prototype.join.call({ length: 2 ** 32 - 1 }, '')`, { isSlow }),
  armed('a sparse list as text', `new Array(1e9) + ''`, { isSlow }),
  armed('a search through a billion holes', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', { isSlow }),
  armed('a backward search through holes', 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)', { isSlow }),
  armed('a reversal of holes', 'Array.prototype.reverse.call({ length: 2 ** 53 - 1 })', { isSlow }),
  armed('a sort of a large list', 'Array.from({ length: 1e7 }, (_, i) => i * 7919 % 1e6).sort(() => 1)', {
    ends: ['INVALID_VARIABLES', 'picture'],
    isSlow,
  }),
  armed('a comparison that never agrees', 'Array.from({ length: 1e4 }, (_, i) => i).sort(() => Math.random() - 0.5)', {
    takesSeconds,
    ends: ['INVALID_VARIABLES', 'picture'],
  }),
  armed('a copy within a huge buffer', 'for (;;) new Uint8Array(3e7).copyWithin(1, 0)', { isSlow }),
  armed('a search in a huge text', `const t = 'a'.repeat(3e7); for (;;) t.indexOf('a'.repeat(1e6) + 'b')`, { isSlow }),
  armed('a comparison of huge texts', `const a = 'a'.repeat(3e7), b = 'a'.repeat(3e7); for (;;) a === b`, { isSlow }),
  armed('a split into letters', `for (;;) 'a'.repeat(1e6).split('')`, { isSlow }),
  armed('a replacement without end', `let t = 'a'; for (;;) t = t.replaceAll('a', 'aa').slice(0, 1e6)`, { isSlow }),
  armed('a pattern that explodes', `/^(a+)+$/.test('a'.repeat(40) + 'b')`, { isSlow }),
  armed('a pattern of alternatives that explodes', `/^(a|a|aa)*$/.test('a'.repeat(60) + 'b')`, { isSlow }),
  armed('a pattern that looks back', String.raw`/^(?=(a*))*(\1b?)*c/.test('a'.repeat(50))`, {
    ends: ['INVALID_VARIABLES', 'picture'],
  }),
  armed(
    'a huge pattern',
    `new RegExp('(' + 'a?'.repeat(20000) + ')'.repeat(1) + 'a'.repeat(20000)).test('a'.repeat(20000))`,
    { takesSeconds, ends: ['INVALID_VARIABLES', 'picture'] },
  ),
  armed('a huge power', 'let n = 3n; for (;;) n = n * n', { isSlow }),
  armed('a huge power at once', '2n ** (2n ** 40n)'),
  armed('a huge number as text', `String(7n ** 400000n)`, { ends: ['INVALID_VARIABLES', 'picture'], isSlow }),
  armed('endless calls of the host', 'for (;;) (1).toLocaleString()', { isSlow }),
  armed(
    'endless formatters',
    `for (let i = 0; ; i++) new Intl.NumberFormat('en', { minimumFractionDigits: i % 20 }).format(i)`,
    { isSlow },
  ),
  armed('a segmenter of a long text', `for (;;) [...new Intl.Segmenter('en').segment('👨‍👩‍👧'.repeat(2000))]`, {
    isSlow,
  }),
  armed(
    'words of a long text in a language without spaces',
    `[...new Intl.Segmenter('ja', { granularity: 'word' }).segment('漢字かな'.repeat(20_000))]`,
    { ends: ['INVALID_VARIABLES', 'picture'] },
  ),
  armed(
    'a proxy that is its own prototype',
    'const p = new Proxy({}, { getPrototypeOf: () => p }); p instanceof Date',
    {
      isSlow,
    },
  ),
  armed(
    'JSON of a list that claims to be endless',
    `JSON.stringify(new Proxy([], { get: (_t, key) => (key === 'length' ? 2 ** 53 - 1 : undefined) }))`,
    { isSlow },
  ),
  armed('a template text that claims to be endless', 'String.raw({ raw: { length: 2 ** 53 - 1 } })', { isSlow }),
  armed('a list of bytes filled for ever', 'const bytes = new Uint8Array(3e7); for (;;) bytes.fill(1)', { isSlow }),
  armed('a quotient of huge numbers', 'const a = (1n << 900000n) - 1n, b = (1n << 450000n) - 3n; for (;;) a % b', {
    isSlow,
  }),
  armed('a generator without end', '[...(function* () { for (;;) yield 1; })()]', { isSlow }),
  armed(
    'an iterator that never ends',
    'Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) })',
    { isSlow },
  ),
  armed('a set that grows while it is walked', 'const s = new Set([0]); for (const x of s) s.add(x + 1)', { isSlow }),
  armed('a message that loops when it is read', 'throw { get message() { for (;;) {} } }', { isSlow }),
  armed('a name that loops when it is read', 'throw { get name() { for (;;) {} } }', { isSlow }),
  armed('a stack that loops when it is read', 'throw { message: 1, get stack() { for (;;) {} } }', { isSlow }),
  armed('a thrown proxy', 'throw new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } })', { isSlow }),
  {
    title: 'a child whose text loops',
    code: `export default ({ go = '' }) => <div style={{ color: { toString() { for (;;) {} } } }}>{go}</div>;`,
    ends: ['COMPILE_ERROR', 'picture'],
  },
  {
    title: 'a property read without end',
    code: `export default () => <div style={new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get() { for (;;) {} } })} />;`,
    ends: 'COMPILE_ERROR',
    isSlow,
  },
  {
    title: 'children that are iterated for ever',
    code: `export default () => <div>{{ *[Symbol.iterator]() { for (;;) yield null; } }}</div>;`,
    ends: 'COMPILE_ERROR',
    isSlow,
  },
  {
    title: 'a default that loops',
    code: `const f = () => { for (;;) {} }; export default ({ a = f() }) => <div>{a}</div>;`,
    ends: 'COMPILE_ERROR',
    isSlow,
  },
  {
    title: 'options that loop when they are read',
    code: `export const options = { get width() { for (;;) {} } }; export default () => <div />;`,
    ends: 'COMPILE_ERROR',
    isSlow,
  },
  {
    title: 'classes merged without end',
    code: `import { twMerge } from 'tailwind-merge'; export default ({ go = '' }) => { while (go) twMerge('p-1 '.repeat(9000)); return <div>{go}</div>; };`,
    variables: { go: '1' },
    ends: 'INVALID_VARIABLES',
    isSlow,
  },
  {
    title: 'a source a parser takes for ever over',
    code: `x=${'async<T>('.repeat(40)}`,
    ends: 'COMPILE_ERROR',
    isSlow,
  },
  { title: 'a source of brackets', code: '['.repeat(170_000), ends: 'COMPILE_ERROR' },
  { title: 'a source of tags', code: `export default () => ${'<a>'.repeat(50_000)}`, ends: 'COMPILE_ERROR' },
  {
    title: 'a source of generics',
    code: `const f = ${'<T,>(a: T) => '.repeat(8_000)}1; export default () => <a />`,
    ends: ['COMPILE_ERROR', 'picture'],
  },
  {
    title: 'a source of ternaries',
    code: `export default () => <a>{${'1?'.repeat(20_000)}1${':1'.repeat(20_000)}}</a>`,
    ends: ['COMPILE_ERROR', 'picture'],
  },
  {
    title: 'a source of templates',
    code: `export default () => <a>{${'`${'.repeat(9_000)}1${'}`'.repeat(9_000)}}</a>`,
    ends: ['COMPILE_ERROR', 'picture'],
  },
  {
    title: 'a source of one long sum',
    code: `export default () => <a>{${'1+'.repeat(80_000)}1}</a>`,
    ends: ['COMPILE_ERROR', 'picture'],
  },
];
