import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSandboxes, evaluate, warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import { draft } from '../../support/draft.ts';

const getScript = (body: string) =>
  `(function (__sandbox, __exported) { 'use strict'; const h = __sandbox.jsx;\n${body}\n})`;
/** A component that does something before it renders. */
const doing = (work: string) => getScript(`__exported.component = () => { ${work}; return 'done'; };`);
const rendering = (what: string) => getScript(`__exported.component = () => ${what};`);

const run = (script: string) => evaluate({ script, variables: {}, clock: 0, seed: '' });
const good = getScript(`__exported.component = ({ name }) => h('p', null, name);`);
const runGood = () => evaluate({ script: good, variables: { name: 'fine' }, clock: 0, seed: '' });
const fine = { ok: true, tree: { type: 'p', props: {}, children: ['fine'] }, consultsClock: false };

beforeAll(warmSandbox);
afterAll(closeSandboxes);

describe('a hostile template ends as a failure, and the next good one works', () => {
  it.each([
    ['an endless loop', doing('for (;;) {}'), 'time'],
    ['endless calls of the host', doing('for (;;) (1).toLocaleString()'), 'time'],
    ['endless jobs', rendering('(async () => { for (;;) await 1; })()'), 'time'],
    ['endless thenables', rendering('(() => { const then = (give) => give({ then }); return { then }; })()'), 'time'],
    [
      'an endless chain',
      rendering(
        '(() => { const next = () => { Promise.resolve().then(next); }; next(); return (async () => 1)(); })()',
      ),
      'time',
    ],
    [
      'a flood of jobs',
      rendering(
        '(() => { const next = () => { for (let i = 0; i < 1e4; i += 1) Promise.resolve().then(next); }; next(); return (async () => 1)(); })()',
      ),
      expect.stringMatching(/^(?:time|memory)$/),
    ],
    [
      'a promise behind a property, without end',
      rendering(
        '(() => { const get = () => ({ then: (give) => give({ x: get() }) }); return <img src={get()} />; })()',
      ),
      'threw',
    ],
    [
      'a promise of itself',
      rendering('(() => { const p = new Promise((give) => Promise.resolve().then(() => give(p))); return p; })()'),
      'threw',
    ],
    ['a promise that never settles', rendering('new Promise(() => {})'), 'threw'],
    [
      'a memory bomb in a job',
      rendering(`(async () => { await 1; const all = []; for (;;) all.push('x'.repeat(1e6) + all.length); })()`),
      'memory',
    ],
    ['a memory bomb', doing(`const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)`), 'memory'],
    ['deep recursion', doing('const f = () => f() + 1; f()'), 'threw'],
    ['a call of the host with too much', doing(`btoa('x'.repeat(200000))`), 'threw'],
    ['a script that is none', getScript('}{'), 'threw'],
    ['no component at all', getScript('__exported.component = { a: 1 };'), 'threw'],
    [
      'elements too deep',
      rendering(`Array(${treeLimits.depth + 1}).fill().reduce((e) => h('div', null, e), 'x')`),
      'size',
    ],
    ['too many elements', rendering(`Array(${treeLimits.nodes}).fill().map((_, key) => h('i', { key }))`), 'size'],
    ['a word too long', rendering(`h('p', null, 'x'.repeat(${treeLimits.wordCharacters + 1}))`), 'size'],
    ['too much text', rendering(`h('p', null, 'x '.repeat(${treeLimits.textCharacters / 2 + 1}))`), 'size'],
    ['a property too long', rendering(`h('img', { src: 'x'.repeat(${treeLimits.characters + 1}) })`), 'size'],
  ])('%s', async (_title, script, reason) => {
    expect(await run(script)).toMatchObject({ ok: false, reason, message: expect.stringMatching(/\w/) });
    expect(await runGood()).toEqual(fine);
  });

  it.each([
    ['Object.create(null)', 'What was thrown is not an error.'],
    ['{ name: Object.create(null), message: Object.create(null) }', 'What was thrown is not an error.'],
    [`{ name: 'E', message: { toString() { throw 1 } } }`, 'What was thrown is not an error.'],
    ['(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()', 'What was thrown is not an error.'],
    [`h('b', null)`, 'What was thrown is not an error.'],
    [`{ message: 'x' }`, 'x'],
    ['undefined', 'undefined was thrown.'],
  ])('throwing %s: %s', async (thrown, message) => {
    expect(await run(doing(`throw ${thrown}`))).toMatchObject({ ok: false, reason: 'threw', message });
    expect(await runGood()).toEqual(fine);
  });
});

describe('nothing of one template reaches another, or the host', () => {
  it('when prototypes and built-ins are replaced', async () => {
    await run(
      getScript(`
        Object.prototype.polluted = 'yes'; Array.prototype.map = () => ['polluted']; globalThis.leak = 1;
        Date.now = () => 5; JSON.parse = () => 'polluted'; __sandbox.jsx = null;
        __exported.component = () => h('p', { __proto__: { a: 1 } });`),
    );

    const script = rendering(`h('p', null, [1].map((n) => typeof leak + {}.polluted + n + Date.now()))`);
    expect(await run(script)).toMatchObject({ ok: true, tree: { children: ['undefinedundefined10'] } });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('when the answer is forged, it is still only a tree within its bounds, without dangerous names', async () => {
    const forging = (answer: string) =>
      run(getScript(`JSON.stringify = () => ${answer}; __exported.component = () => 'x';`));
    const own = (answer: object) => forging(JSON.stringify(JSON.stringify(answer)));

    const named = JSON.parse(
      '{"type":"p","props":{"__proto__":{"x":1},"style":{"constructor":1,"color":"red"}},"children":[]}',
    );
    // JSON.stringify was taken before the template ran, so that replacing it changes nothing
    expect(await own({ tree: named })).toMatchObject({ ok: true, tree: { type: 'div', children: ['x'] } });
    const poisoned = await evaluate({
      script: getScript(
        `__exported.component = ({ style }) => h('p', { style, ...JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{}}}') });`,
      ),
      variables: { style: JSON.parse('{"__proto__":{"color":"red"},"prototype":1,"gap":2}') },
      clock: 0,
      seed: '',
    });
    expect(poisoned).toMatchObject({ ok: true, tree: { type: 'p', props: { style: { gap: 2 } }, children: [] } });
    expect(JSON.stringify(poisoned)).not.toMatch(/__proto__|constructor|prototype/);
  });

  it('through a chain of constructors', async () => {
    const reach = `(() => {}).constructor('return typeof process + typeof require + typeof host + typeof parentPort')()`;
    expect(await run(rendering(`h('p', null, ${reach})`))).toMatchObject({
      ok: true,
      tree: { children: ['undefined'.repeat(4)] },
    });
  });
});

it('ends a parser that takes too long', async () => {
  expect(await draft(`x=${'async<T>('.repeat(40)}`)).toMatchObject({ ok: false, reason: 'time' });
  expect(await runGood()).toEqual(fine);
});
