import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';
import { describe, expect, it } from 'vitest';
import { closeSandboxes, evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { describeFailure, type Evaluation } from '#engine/isolation/sandbox/evaluation.ts';
import type { Json } from '#engine/json.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { draft } from '../../support/draft.ts';
import { fc } from '../../support/fast-check.ts';

const day = Date.UTC(2026, 1, 3);

const run = async (source: string, variables: Record<string, Json> = {}, seed = ''): Promise<Evaluation> => {
  const drafted = await draft(source);
  if (!('script' in drafted)) throw new Error(JSON.stringify(drafted));
  return evaluate({ script: drafted.script, variables, clock: day, seed });
};

const getTree = async (source: string, variables: Record<string, Json> = {}, seed = ''): Promise<VElement> => {
  const result = await run(source, variables, seed);
  if (!result.ok) throw new Error(describeFailure(result));
  return result.tree;
};

/** What an expression inside a template is, as text. */
const getText = async (expression: string, imports = '', seed = ''): Promise<unknown> => {
  const { children } = await getTree(`${imports}export default () => <p>{String(${expression})}</p>`, {}, seed);
  return children[0];
};

describe('a tree', () => {
  it('has components called, fragments and lists flattened, empty values gone and neighbouring texts joined', async () => {
    const source = `
      const Row = ({ children }) => <li>{children}</li>;
      const Two = () => ['a', <b key="b">b</b>];
      export default ({ rows }) => (
        <ul>
          <>{rows.map((row) => <Row key={row}>{row}</Row>)}</>
          {null}{false}{undefined}{true}{''}
          {1}{'2'}<Two />{[[['deep']]]}{0}
        </ul>
      );`;

    const tree = await getTree(source, { rows: ['x', 'y'] });

    const li = (text: string) => ({ type: 'li', props: {}, children: [text] });
    const b = { type: 'b', props: {}, children: ['b'] };
    expect(tree).toEqual({ type: 'ul', props: {}, children: [li('x'), li('y'), '12a', b, 'deep0'] });
  });

  it('has plain properties, without key, ref, functions, symbols and undefined', async () => {
    const source = `
      export default () => (
        <img key="k" ref={() => {}} src="https://a.b/a.png" width={3} hidden data-x={null} onClick={() => {}} id={undefined}
          title={Symbol('x')} style={{ color: 'red', opacity: 0.5, gap: undefined, zIndex: NaN }} />
      );`;

    const tree = await getTree(source);

    const props = {
      src: 'https://a.b/a.png',
      width: 3,
      hidden: true,
      'data-x': null,
      style: { color: 'red', opacity: 0.5 },
    };
    expect(tree).toEqual({ type: 'img', props, children: [] });
  });

  it.each([
    ['several elements', '<><i>1</i><i>2</i></>', 2],
    ['text', `'hello'`, 1],
    ['nothing', 'null', 0],
  ])('gets one box around %s', async (_title, returned, count) => {
    const tree = await getTree(`export default () => ${returned};`);
    expect(tree).toMatchObject({ type: 'div', props: { style: { width: '100%', height: '100%' } } });
    expect(tree.children).toHaveLength(count);
  });

  it('gives what is inside a provider its value, and what is beside it the default', async () => {
    const source = `
      import React, { createContext, useCallback, useContext, useMemo } from 'react';
      const Theme = createContext('light');
      const Shown = async () => {
        const theme = useContext(Theme);
        const shout = useCallback((text) => text.toUpperCase(), []);
        const same = await Promise.resolve(React.useContext(Theme) === theme);
        return <b>{useMemo(() => shout(theme), [theme])}{same ? '' : '!'}</b>;
      };
      export default () => (
        <div>
          <Shown />
          <Theme.Provider value="dark">
            <Shown />
            <Theme value="dim">{[<Shown key="1" />]}</Theme>
            <Theme.Consumer>{(theme) => <i>{theme}</i>}</Theme.Consumer>
          </Theme.Provider>
          <Shown />
        </div>
      );`;

    const { children } = await getTree(source);

    const texts = children?.map((child) => typeof child === 'object' && child.children?.[0]);
    expect(texts).toEqual(['LIGHT', 'DARK', 'DIM', 'dark', 'LIGHT']);
  });

  it('knows the React it may use', async () => {
    const source = `
      import React, { Children, cloneElement, createElement, forwardRef, Fragment, isValidElement, memo } from 'react';
      const Box = memo(forwardRef(({ children, id }, ref) => <section id={id}>{children}</section>));
      export default () => (
        <Fragment>
          {cloneElement(<Box id="a">one</Box>, { id: 'b' })}
          {Children.map([<i key="1">1</i>, null, 'x'], (child, index) => child && <u>{index}{child}</u>)}
          {createElement('q', { id: 'q' }, isValidElement(<a />), String(isValidElement({})), Children.count([1, null, 2]))}
          <React.Fragment>end</React.Fragment>
        </Fragment>
      );`;

    const { children } = await getTree(source);

    expect(children).toEqual([
      { type: 'section', props: { id: 'b' }, children: ['one'] },
      { type: 'u', props: {}, children: ['0', { type: 'i', props: {}, children: ['1'] }] },
      { type: 'u', props: {}, children: ['2x'] },
      { type: 'q', props: { id: 'q' }, children: ['false3'] },
      'end',
    ]);
  });

  it('turns next/image into img, and the html of a style into its text', async () => {
    const source = `
      import Image from 'next/image';
      export default () => (
        <div>
          <Image src={{ src: 'https://a.b/a.png' }} alt="a" width={10} height={20} priority quality={80} />
          <Image src="https://a.b/b.png" alt="b" fill style={{ objectFit: 'cover' }} />
          <style dangerouslySetInnerHTML={{ __html: 'p { color: red }' }} />
        </div>
      );`;

    const { children } = await getTree(source);

    const filling = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' };
    expect(children).toEqual([
      { type: 'img', props: { src: 'https://a.b/a.png', alt: 'a', width: 10, height: 20 }, children: [] },
      { type: 'img', props: { src: 'https://a.b/b.png', alt: 'b', style: filling }, children: [] },
      { type: 'style', props: {}, children: ['p { color: red }'] },
    ]);
  });

  it('has React’s names for attributes with a colon, as pasted svg has them', async () => {
    const tree = await getTree('export default () => <svg xmlns:xlink="http://x.test"><use xlink:href="#a" /></svg>');
    const use = { type: 'use', props: { xlinkHref: '#a' }, children: [] };
    expect(tree).toEqual({ type: 'svg', props: { xmlnsXlink: 'http://x.test' }, children: [use] });
  });

  it('takes variables for data, never for elements', async () => {
    const forged = { $$typeof: 'Symbol(element)', type: 'b', props: { children: 'x' } };
    const result = await run('export default ({ a }) => (\n  <p>{a}</p>\n)', { a: forged });
    expect(result).toMatchObject({ ok: false, reason: 'threw', line: 2 });
  });
});

describe('what is awaited', () => {
  it.each([
    ['an async component', 'const A = async () => <b>{await 1}</b>;\nexport default async () => <p>a<A />z</p>;'],
    ['a promise as a child', 'export default () => <p>a{Promise.resolve(<b>1</b>)}z</p>;'],
    ['a call of a component', 'const A = async () => <b>1</b>;\nexport default async () => <p>a{await A()}z</p>;'],
    ['a list', 'export default async () => <p>a{await Promise.all([1].map(async (n) => <b key={n}>{n}</b>))}z</p>;'],
    ['a thenable', 'export default () => <p>a{{ then: (give) => give(<b>1</b>) }}z</p>;'],
    ['a module', 'const one = await Promise.resolve(1);\nexport default () => <p>a<b>{one}</b>z</p>;'],
    ['a default', 'export default async (props) => <p>a<b>{props.n ?? (await Promise.resolve(1))}</b>z</p>;'],
    [
      'a generator',
      'async function* f() { yield 1; }\nexport default async () => { for await (const n of f()) return <p>a<b>{n}</b>z</p>; };',
    ],
  ])('is there: %s', async (_title, source) => {
    const b = { type: 'b', props: {}, children: ['1'] };
    expect(await getTree(source)).toEqual({ type: 'p', props: {}, children: ['a', b, 'z'] });
  });

  it('is there in a property and in a style', async () => {
    const source = `const later = async (value) => value;
      export default () => <img src={later('a.png')} style={{ width: later(later(1)), height: later(undefined) }} />;`;
    expect(await getTree(source)).toEqual({ type: 'img', props: { src: 'a.png', style: { width: 1 } }, children: [] });
  });

  it('leaves nothing to the next run', async () => {
    const source = `globalThis.n ??= 0;
      export default () => { Promise.resolve().then(() => { globalThis.n += 1; }); return <p>{globalThis.n}</p>; };`;
    const texts = [await getTree(source), await getTree(source)].map(({ children }) => children);
    expect(texts).toEqual([['0'], ['0']]);
  });
});

describe('a failure', () => {
  it.each([
    ['an error thrown', 'const f = () => {\n  throw new Error("boom");\n};\nexport default () => f();', 2, /^boom$/],
    ['a member of nothing', 'export default ({ a }) => (\n\n  <p>{a.b.c}</p>);', 3, /^TypeError: .*'c' of undefined/],
    ['an object as a child', 'export default () => (\n  <p>\n    <b>{{ x: 1 }}</b>\n  </p>);', 3, /<b> .*keys \{x\}/],
    ['a component that is not there', 'const A = {};\nexport default () => (\n  <A.B />);', 3, /is undefined/],
    ['a function as a child', 'export default () => (\n  <p>{() => 1}</p>);', 2, /function is not valid/],
    ['a style as text', 'export default () => (\n  <p style="color: red" />);', 2, /style of <p>/],
    [
      'a rejection in a property',
      'const a = async () => { throw new Error("boom"); };\nexport default () => (\n  <img src={a()} />);',
      1,
      /^boom$/,
    ],
    [
      'a frozen error in an async component',
      'const A = async () => { throw Object.freeze(new Error("boom")); };\nexport default () => <A />;',
      1,
      /^boom$/,
    ],
    [
      'a property that never settles',
      'const p = new Promise(() => {});\nexport default () => (\n  <img src={p} />);',
      3,
      /never settles/,
    ],
    ['a rejection', 'export default async () => {\n  await 1;\n  throw new Error("boom"); };', 3, /^boom$/],
    [
      'what never settles',
      'const A = () => new Promise(() => {});\nexport default () => (\n  <A />);',
      3,
      /never settles/,
    ],
    ['something thrown that is no error', 'export default () => {\n  throw "text"; };', undefined, /^text$/],
  ])('of %s names its line', async (_title, source, line, message) => {
    const result = await run(source, { a: {} });
    expect(result).toMatchObject({ ok: false, reason: 'threw', message: expect.stringMatching(message) });
    expect('line' in result ? result.line : undefined).toBe(line);
  });

  it.each([
    ['items.map((item) => <b key={item}>{item}</b>)', 'items.map'],
    ['items.map(String).join()', 'items.map'],
    ['items.trim().map(String)', 'map'],
    ['items?.trim?.().toUpperCase().map?.(1) ?? items.flat()', 'items.flat'],
    ['new items.Date()', 'items.Date'],
    ['items()', 'items'],
    ['(() => items)()()', undefined],
    ["items['map'](String)", undefined],
    ['[1].map(items)', undefined],
  ])('of a call names what is no function: %s', async (expression, callee) => {
    const result = await run(`export default ({ items }) => <p>\n  {${expression}}</p>`, { items: 'x' });
    const name = callee === undefined ? '' : `${callee} is `;
    expect(result).toMatchObject({ ok: false, line: 2, message: `TypeError: ${name}not a function` });
  });

  it('says its line in one sentence', () => {
    const failure = { ok: false, reason: 'threw', message: 'boom', line: 7 } as const;
    expect(describeFailure(failure)).toBe('boom (line 7 of the template)');
  });
});

describe('clock and chance', () => {
  it.each([
    ['Date.now()', String(day), true],
    ['new Date().getTime()', String(day), true],
    ['Reflect.construct(Date, []).getTime()', String(day), true],
    ['Date.parse(Date())', String(day), true],
    ['Date.parse(new Intl.DateTimeFormat().format())', String(day), true],
    ['new Date(0).toISOString()', '1970-01-01T00:00:00.000Z', false],
    ['new Date(2026, 5, 1, 12).toISOString()', '2026-06-01T12:00:00.000Z', false],
    [`new Date('2026-06-01T12:00').toISOString()`, '2026-06-01T12:00:00.000Z', false],
    ['new Date(1e12).getHours()', '1', false],
    ['new Date(0) instanceof Date', 'true', false],
    ['new Date(0).constructor === Date', 'true', false],
  ])(
    '%s is %s in UTC, by the given clock; it is noticed as a look at it: %s',
    async (expression, text, consultsClock) => {
      const result = await run(`export default () => <p>{String(${expression})}</p>`);
      expect(result).toMatchObject({ ok: true, consultsClock, tree: { children: [text] } });
    },
  );

  it('gives the same chance for the same seed and another for another', async () => {
    const numbers = 'Array.from({ length: 5 }, () => Math.random())';

    const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((seed) => getText(numbers, '', seed)));

    expect(one).toBe(again);
    expect(one).not.toBe(other);
    for (const number of String(one).split(',')) expect(Number(number) >= 0 && Number(number) < 1).toBe(true);
  });
});

describe('what a template finds', () => {
  const at = 'new Date(Date.UTC(2026, 1, 3, 16, 5))';
  it.each([
    ['(1234.5).toLocaleString()', '1,234.5'],
    [`(1234.5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })`, '1.234,50\u00a0€'],
    [`${at}.toLocaleDateString()`, '2/3/2026'],
    [`${at}.toLocaleDateString('en-GB', { dateStyle: 'long' })`, '3 February 2026'],
    [`${at}.toLocaleTimeString('de-DE')`, '16:05:00'],
    [`new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(${at})`, '01:05'],
    [`new Intl.NumberFormat('en', { notation: 'compact' }).format(12345)`, '12K'],
    [`new Intl.NumberFormat('en').formatToParts(1.5).length`, '3'],
    [`Intl.NumberFormat('en').format(10n ** 20n)`, '100,000,000,000,000,000,000'],
    [`new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day')`, 'yesterday'],
    [`new Intl.ListFormat('en').format(['a', 'b', 'c'])`, 'a, b, and c'],
    [`new Intl.PluralRules('en', { type: 'ordinal' }).select(2)`, 'two'],
    [`new Intl.DisplayNames('en', { type: 'region' }).of('JP')`, 'Japan'],
    [`[...new Intl.Segmenter('en').segment('👨‍👩‍👧a')].map((part) => part.segment).length`, '2'],
    [
      `[...new Intl.Segmenter('ja', { granularity: 'word' }).segment('漢字かな'.repeat(15_000))].at(-1).index > 59_990`,
      'true',
    ],
    [`Intl.supportedValuesOf('timeZone').includes('Asia/Tokyo')`, 'true'],
    [`['b', 'ä', 'a'].sort((x, y) => x.localeCompare(y, 'de')).join('')`, 'aäb'],
    [`'i'.toLocaleUpperCase('tr')`, 'İ'],
    [`new URL('/a?b=1#c', 'https://x.test').href`, 'https://x.test/a?b=1#c'],
    [
      `(() => { const u = new URL('https://x.test'); u.searchParams.set('q', 'a b'); u.hash = 'h'; return u })()`,
      'https://x.test/?q=a+b#h',
    ],
    [`[...new URLSearchParams('a=1&b=2&a=3')].join(';')`, 'a,1;b,2;a,3'],
    [`new URLSearchParams({ x: 'ü' })`, 'x=%C3%BC'],
    [
      `(() => { const q = new URLSearchParams('?b=1&a=2&b=3'); q.append('c', 4); q.delete('a'); q.set('b', 'x y'); q.sort(); return [q, q.size, q.get('z'), q.getAll('b'), q.has('a'), [...q.keys()], [...q.values()]].join(';') })()`,
      'b=x+y&c=4;2;;x y;false;b,c;x y,4',
    ],
    [
      `(() => { const u = new URL('https://x.test/?a=1'); u.search = 'b=2'; u.searchParams.append('c', 3); return u.href + u.searchParams.get('b') })()`,
      'https://x.test/?b=2&c=32',
    ],
    [`atob(btoa('hello'))`, 'hello'],
    [`new TextDecoder().decode(new TextEncoder().encode('ü€😀'))`, 'ü€😀'],
    ['structuredClone({ a: [1, new Date(0)] }).a[1].getTime()', '0'],
    ['structuredClone(Array(5)).fill(1).join("")', '11111'],
    ['new TextDecoder().decode(new DataView(new Uint8Array([97, 98, 99]).buffer, 1))', 'bc'],
    [
      `(() => { const q = new URLSearchParams('a=1&b=2&a=3'); q.set('a', 'x'); q.set('c', 'y'); return q })()`,
      'a=x&b=2&c=y',
    ],
    [`(() => { const q = new URLSearchParams('a=1&b=2&a=3'); q.delete('a'); q.delete('z'); return q })()`, 'b=2'],
    [`JSON.stringify([...structuredClone(new Map([['k', [new Set([1]).size, { a: [] }]]]))])`, '[["k",[1,{"a":[]}]]]'],
    [
      '(() => { const a = { list: [] }; a.list.push(a); const b = structuredClone(a); return b.list[0] === b && b !== a })()',
      'true',
    ],
    [`(console.log('x'), console.error('y'), 'quiet')`, 'quiet'],
    ['typeof setTimeout + typeof process + typeof fetch + typeof require', 'undefined'.repeat(4)],
  ])('%s is %s', async (expression, expected) => {
    expect(await getText(expression)).toBe(expected);
  });

  it('refuses what the host refuses', async () => {
    expect(await run(`export default () => (\n  <p>{(1).toLocaleString('nonsense-locale-x-')}</p>\n)`)).toMatchObject({
      ok: false,
      reason: 'threw',
      message: expect.stringContaining('RangeError'),
      line: 2,
    });
  });

  it('puts class names together as the packages of those names do', async () => {
    const plain = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('p-2', 'p-4', 'text-red-500 m-1', '', 0, 7, null, undefined, true, false),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'p-1', 'hover:p-2'), fc.constantFrom(0, 1, true, false, null, 'x')),
      ),
    })).value;
    const given = fc.sample(fc.array(plain, { maxLength: 4 }), { numRuns: 200, seed: 1 }) as Parameters<typeof clsx>[];
    const wire = JSON.parse(JSON.stringify(given)) as Parameters<typeof clsx>[];
    const source = `
      import clsx from 'clsx';
      import { twMerge } from 'tailwind-merge';
      export default ({ given }) => given.map((one, i) => <i key={i} a={clsx(...one)} b={twMerge(clsx(one))} />);`;

    const { children } = await getTree(source, { given: wire as Json });

    const names = children.map((child) => (child as VElement).props);
    expect(names).toEqual(wire.map((one) => ({ a: clsx(...one), b: twMerge(clsx(one)) })));
  });
});

it('takes any variables JSON can say, but for names that reach into prototypes', async () => {
  let deep: Json = 'end';
  for (let depth = 0; depth < 200; depth += 1) deep = [deep];
  const variables = JSON.parse('{"__proto__":{"a":1},"constructor":2,"b":{"prototype":3,"c":"\\u0000😀"}}');
  const source = 'export default (props) => <p>{JSON.stringify({ ...props, deep: String(props.deep) })}</p>';
  const { children } = await getTree(source, { ...variables, deep });
  expect(JSON.parse(String(children[0]))).toEqual({ b: { c: '\u0000😀' }, deep: 'end' });
});

it('starts again after it was closed', async () => {
  await closeSandboxes();
  expect(await getText('1 + 1')).toBe('2');
});

it('does not prevent the process from exiting', async () => {
  const sandbox = new URL('../../../packages/engine/src/isolation/sandbox/evaluate.ts', import.meta.url).href;
  const program = `
    const { evaluate } = await import(${JSON.stringify(sandbox)});
    const script = '(function (guest, exported) { exported.component = () => "x" })';
    console.log((await evaluate({ script, variables: {}, clock: 0, seed: '' })).ok);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('true\n');
});
