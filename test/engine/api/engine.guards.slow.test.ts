import { type Engine, LimitError, openEngine } from 'image-url-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ concurrency: 1 });
});
afterAll(() => engine.close());

/** A component that does something only when it is told to. */
const onGo = (statement: string) =>
  `export default ({ go = false }) => { if (go) { ${statement} } return <div tw="flex">calm</div>; };`;

const renderCalm = async () =>
  expect((await engine.render(await engine.compile(onGo('')))).bytes.length).toBeGreaterThan(0);
const large = 'const all = Array.from({ length: 9 }, () => new Uint8Array(1e7));';

describe('a template beyond its limits is ended, and the next one is rendered', () => {
  it.each<[string, string, LimitError['limit']]>([
    ['a loop', 'for (;;);', 'processor time'],
    ['lists of 90 MB', large, 'memory'],
  ])('when it compiles: %s', async (_what, statement, limit) => {
    const over = { code: 'OVER_LIMIT', limit };
    await expect(engine.compile(`${statement} export default () => <div />;`)).rejects.toMatchObject(over);
    await expect(engine.check(`export default () => { ${statement} };`)).rejects.toMatchObject(over);
    await renderCalm();
  });

  it.each<[string, string, LimitError['limit']]>([
    ['a loop', 'for (;;);', 'processor time'],
    ['lists of 90 MB', large, 'memory'],
    ['too many elements', 'return Array.from({ length: 5_001 }, (_, key) => <i key={key} />);', 'size'],
  ])('when it is rendered: %s', async (_what, statement, limit) => {
    const template = await engine.compile(onGo(statement));
    const rendering = engine.render(template, { variables: { go: true } });
    await expect(rendering).rejects.toThrow(LimitError);
    await expect(rendering).rejects.toMatchObject({ code: 'OVER_LIMIT', limit });
    await renderCalm();
  });

  it('when its image takes too long', async () => {
    await using short = await openEngine({ limits: { renderMs: 100 } });
    const source = `export default () => <div tw="flex w-full h-full bg-white text-[40px] blur-md">A card</div>;`;
    const rendering = short.render(await engine.compile(source), { width: 3_000, height: 3_000 });
    await expect(rendering).rejects.toMatchObject({ code: 'OVER_LIMIT', limit: 'processor time' });
    await renderCalm();
  });
});

it('template code reaches no file, no process and no network', async () => {
  for (const word of ['process', 'require', 'fetch', 'XMLHttpRequest', 'Deno', 'WebSocket']) {
    const { diagnostics } = await engine.check(`export default () => <div>{String(${word})}</div>;`);
    expect(diagnostics[0]).toMatchObject({ severity: 'error' });
  }
  const found = 'new Function("return [typeof process, typeof fetch, typeof require].join()")()';
  const { warnings } = await engine.compile(
    `if (${found} !== 'undefined,undefined,undefined') throw new Error(); export default () => <div tw="flex">calm</div>;`,
  );
  expect(warnings.filter(({ code }) => code !== 'empty-area')).toEqual([]);
});

describe('limits', () => {
  const busy = onGo('for (let n = 0; n < 3e6; n += 1);');

  it('can be lower and higher than usual', async () => {
    await using short = await openEngine({ limits: { evaluationMs: 10 } });
    await using long = await openEngine({ limits: { evaluationMs: 60_000, renderMs: 60_000, renderMemoryMib: 4_000 } });
    const request = { variables: { go: true } };
    await expect(short.render(await short.compile(busy), request)).rejects.toMatchObject({ limit: 'processor time' });
    expect((await long.render(await long.compile(busy), request)).width).toBe(1_200);
  });

  it.each<[string, string, object]>([
    ['the module', 'for (;;); export default () => <div />;', { evaluationMs: 50 }],
    ['the component', 'export default () => { for (;;); };', { evaluationMs: 50 }],
    [
      'the image',
      `export default () => <div>{Array.from({ length: 200 }, (_, n) =>
        <p key={n} style={{ position: 'absolute', inset: 0, filter: 'blur(20px)', background: '#f001' }}>{n}</p>)}</div>;`,
      { renderMs: 100 },
    ],
  ])('hold for each job of compiling and checking: %s', async (_what, source, limits) => {
    await using short = await openEngine({ concurrency: 1, limits });
    const over = { code: 'OVER_LIMIT', limit: 'processor time' };
    await expect(short.compile(source)).rejects.toMatchObject(over);
    await expect(short.check(source)).rejects.toMatchObject(over);
    expect((await short.check('export default () => <div>calm</div>;')).diagnostics).toBeDefined();
  });

  it('the least memory is enough for a plain image', async () => {
    await using small = await openEngine({ limits: { renderMemoryMib: 400 } });
    expect((await small.render(await small.compile(busy))).width).toBe(1_200);
  });

  it('of memory ends a render', async () => {
    await using small = await openEngine({ limits: { renderMemoryMib: 400, renderMs: 60_000 } });
    const size = { width: 4_000, height: 4_000 };
    await expect(small.render(await small.compile(busy), size)).rejects.toMatchObject({ limit: 'memory' });
  });
});
