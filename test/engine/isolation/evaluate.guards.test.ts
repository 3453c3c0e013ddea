import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSandboxes, evaluate, startSandbox, warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import type { EvaluationRequest } from '#engine/isolation/sandbox/evaluation.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { treeLimits } from '#engine/vnode/tree-limits.ts';
import { draft } from '../../support/draft.ts';
import { countKills } from './count-kills.ts';

/**
 * @promise Template code: Loops, also in native code where no interrupt reaches
 * @how QuickJS in WebAssembly, in a worker that is killed after 1 s of processor time
 * @figure ended after 20 ms of processor time where that is the limit; killed where no interrupt ends it
 */

/**
 * @promise Template code: Memory, recursion, JSON and text that grow
 * @how limits on WebAssembly memory, stack and tree size; the tree is checked inside the sandbox and again outside
 * @also test/engine/rendering/unrenderable.test.ts
 * @figure each limit has a template just beyond it
 */

/**
 * @promise Template code: Sandbox escapes, prototype tricks, forged trees
 * @how the sandbox contains no host object, only one function that takes and returns JSON; every element is rebuilt
 *   from the output
 * @also test/engine/isolation/reaches-nothing.guards.service.slow.test.ts
 * @figure nothing reached
 */

const getScript = (body: string) =>
  `(function (__sandbox, __exported) { 'use strict'; const h = __sandbox.jsx;\n${body}\n})`;
/** A component that does something before it renders. */
const doing = (work: string) => getScript(`__exported.component = () => { ${work}; return 'done'; };`);
const rendering = (what: string) => getScript(`__exported.component = () => ${what};`);

const request = (script: string, variables = {}): EvaluationRequest => ({ script, variables, clock: 0, seed: '' });
const run = (script: string) => evaluate(request(script));
/** With 20 ms of processor time. */
const runShortly = (script: string) => evaluate(request(script), cpuBudget(10_000, { evaluationMs: 20 }));
const good = getScript(`__exported.component = ({ name }) => h('p', null, name);`);
const runGood = () => evaluate(request(good, { name: 'fine' }));
const fine = { ok: true, tree: { type: 'p', props: {}, children: ['fine'] }, consultsClock: false };

beforeAll(() => warmSandbox());
afterAll(closeSandboxes);

describe('a template beyond a limit ends as a failure, and the next good one works', () => {
  it.each([
    ['a loop', doing('for (;;) {}')],
    ['a loop in a job', rendering('(async () => { for (;;) await 1; })()')],
    ['a sum of many', doing('let sum = 0; for (let n = 0; n < 5e6; n += 1) sum += n')],
  ])('in time: %s', async (_title, script) => {
    expect(await runShortly(script)).toMatchObject({ ok: false, reason: 'time', message: expect.stringMatching(/\w/) });
    expect(await runGood()).toEqual(fine);
  });

  it('in time: a loop is interrupted, and its line is named', async () => {
    expect(await runShortly(doing('for (;;) {}'))).toMatchObject({ reason: 'time', line: 2 });
  });

  it.each([
    ['lists of 90 MB', doing('const all = Array.from({ length: 9 }, () => new Uint8Array(1e7))'), 'memory'],
    [
      'the same where its lack is caught',
      doing('const all = []; for (let n = 0; n < 9; n += 1) { try { all.push(new Uint8Array(1e7)) } catch {} }'),
      'memory',
    ],
    ['a long recursion', doing('const count = (n) => (n === 0 ? 0 : 1 + count(n - 1)); count(50_000)'), 'threw'],
    ['a promise that never settles', rendering('new Promise(() => {})'), 'threw'],
    ['a text too long for its host', doing(`btoa('x'.repeat(200_000))`), 'threw'],
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
  ])('in size: %s', async (_title, script, reason) => {
    expect(await run(script)).toMatchObject({ ok: false, reason, message: expect.stringMatching(/\w/) });
    expect(await runGood()).toEqual(fine);
  });

  it.each([
    ['Object.create(null)', 'What was thrown is not an error.'],
    ['{ name: Object.create(null), message: Object.create(null) }', 'What was thrown is not an error.'],
    [`{ name: 'E', message: { toString() { throw 1 } } }`, 'What was thrown is not an error.'],
    [`h('b', null)`, 'What was thrown is not an error.'],
    [`{ message: 'x' }`, 'x'],
    ['undefined', 'undefined was thrown.'],
  ])('throwing %s: %s', async (thrown, message) => {
    expect(await run(doing(`throw ${thrown}`))).toMatchObject({ ok: false, reason: 'threw', message });
    expect(await runGood()).toEqual(fine);
  });
});

describe('the process of a template is killed', () => {
  it('where its own interrupt does not end a loop', async () => {
    const sandbox = startSandbox();
    const kills = countKills();

    const job = { kind: 'evaluate', request: request(doing('for (;;) {}')), timeMs: 600_000 } as const;
    const outcome = await sandbox.run(job, { cpuMs: 100, rssBytes: 1 << 30 });
    await sandbox.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'processor' });
    expect([sandbox.isUsable, kills()]).toEqual([false, 1]);
  });

  it('while its source is read, and the next one is read', async () => {
    const paragraphs = '<p className="a">text</p>'.repeat(7_000);
    const long = `export default () => <div>${paragraphs}</div>;`;

    // a millisecond is less than the least time that a source has
    expect(await draft(long, cpuBudget(1))).toMatchObject({ ok: false, reason: 'time' });
    expect(await draft('export default () => <p>x</p>;')).toHaveProperty('script');
  });

  it('never begins where the time of its request is used up', async () => {
    const budget = cpuBudget(50);
    budget.spend(50);
    expect(await evaluate(request(good, { name: 'fine' }), budget)).toMatchObject({ ok: false, reason: 'time' });
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

  it('when the answer is forged, it is still only a tree within its bounds, without names of prototypes', async () => {
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

  it('by a name of Node', async () => {
    const names = ['process', 'require', 'host', 'parentPort', 'fetch', 'WebAssembly', 'setTimeout', 'std', 'os'];
    const types = names.map((name) => `typeof ${name}`).join(' + ');
    for (const expression of [types, `new Function('return ' + ${JSON.stringify(types)})()`])
      expect(await run(rendering(`h('p', null, ${expression})`))).toMatchObject({
        ok: true,
        tree: { children: ['undefined'.repeat(names.length)] },
      });
  });
});
