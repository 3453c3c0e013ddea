import { type Engine, InputError, openEngine, type Template, TemplateError } from 'image-url-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getImageKind } from '#engine/image-bytes.ts';
import '../../support/kept-workers.ts';

const card =
  'export default ({ title, by = "us" }) => <div tw="flex w-full h-full bg-white text-[80px]">{title} {by}</div>;';

let engine: Engine;
let template: Template;
beforeAll(async () => {
  engine = await openEngine();
  template = await engine.compile(card);
});
afterAll(() => engine.close());

describe('compile', () => {
  it('returns the variables of a template', () => {
    expect(template).toMatchObject({
      engine: 'takumi',
      variables: [
        { name: 'title', required: true },
        { name: 'by', required: false, default: 'us' },
      ],
    });
  });

  it('throws the errors of a template with their positions', async () => {
    const compiling = engine.compile('export default () =>\n  <div>{missing}</div>;');
    await expect(compiling).rejects.toThrow(TemplateError);
    await expect(compiling).rejects.toMatchObject({
      code: 'INVALID_TEMPLATE',
      message: expect.stringContaining('Line 2, column 9'),
      diagnostics: [{ severity: 'error', code: 'undefined-name', line: 2, column: 9, message: expect.any(String) }],
    });
  });
});

describe('render', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('renders %s, the same bytes each time', async (format) => {
    const request = { variables: { title: 'Hello' }, format, width: 300, height: 150, devicePixelRatio: 2 };
    const [one, other] = await Promise.all([engine.render(template, request), engine.render(template, request)]);
    expect(getImageKind(one.bytes)).toBe(format);
    expect(one).toEqual({ bytes: other.bytes, contentType: `image/${format}`, width: 600, height: 300, warnings: [] });
  });

  it('shows the values of variables and the time', async () => {
    const dated = await engine.compile('export default ({ n = 1 }) => <div>{n} {Date.now()}</div>;');
    const bytes = async (n: number, now: Date) =>
      Buffer.from((await engine.render(dated, { variables: { n }, now })).bytes).toString('base64');
    const [today, tomorrow] = [new Date('2026-01-01'), new Date('2026-01-02')];
    expect(new Set([await bytes(1, today), await bytes(2, today), await bytes(1, tomorrow)]).size).toBe(3);
  });

  it.each<[string, unknown, string, string]>([
    ['a missing variable', {}, 'variables.title', 'is required'],
    ['no object', { variables: 'x' }, 'variables', 'must be an object'],
    ['a date', { variables: { title: { on: [new Date(0)] } } }, 'variables.title.on[0]', 'must be JSON, got a Date'],
    ['no number', { variables: { title: Number.NaN } }, 'variables.title', 'must be JSON, got NaN'],
    ['half a character', { variables: { title: '\ud800' } }, 'variables.title', 'unpaired surrogate'],
    ['a name that is none', { variables: { 'a-b': 1 } }, 'variables.a-b', 'is not a variable'],
    ['a prototype', { variables: JSON.parse('{"title":"","__proto__":{}}') }, 'variables.__proto__', 'is not allowed'],
    ['a side of 0', { variables: { title: '' }, width: 0 }, 'width', 'is invalid'],
    ['a misspelt option', { widht: 1 }, 'widht', 'do you mean width?'],
    ['an unknown format', { format: 'gif' }, 'format', 'is invalid'],
    ['an unknown size', { variables: { title: '' }, size: 'og' }, 'size', 'it has no sizes'],
    ['too many pixels', { width: 4096, height: 4096, devicePixelRatio: 2 }, 'devicePixelRatio', '4096 x 4096'],
  ])('refuses %s and names the field', async (_what, request, field, problem) => {
    const rendering = engine.render(template, request as object);
    await expect(rendering).rejects.toThrow(InputError);
    await expect(rendering).rejects.toMatchObject({ field, message: expect.stringContaining(problem) });
  });

  it('refuses a variable that contains itself', async () => {
    const title: unknown[] = [];
    title.push(title);
    await expect(engine.render(template, { variables: { title } as never })).rejects.toThrow('100 lists and objects');
  });

  it('takes no template that it has not compiled', async () => {
    await expect(engine.render({ variables: [], engine: 'takumi', warnings: [] })).rejects.toThrow(InputError);
  });

  it('warns of variables that the template does not have', async () => {
    const { warnings } = await engine.render(template, { variables: { title: '', titel: '' } });
    expect(warnings).toEqual(['titel is not a variable (title?)']);
  });

  it('says where a template throws', async () => {
    const broken = await engine.compile('export default ({ list = [[]] }) =>\n  <div>{list[0].map(String)}</div>;');
    await expect(engine.render(broken, { variables: { list: [] } })).rejects.toMatchObject({
      code: 'INVALID_TEMPLATE',
      diagnostics: [{ code: 'does-not-run', line: 2, column: 3 }],
    });
  });
});

it('checks a template with the values of variables', async () => {
  const source = 'export default ({ title = "Hi" }) => <div tw="flex w-[300px] text-[90px] bg-white">{title}</div>;';
  const codes = async (title: string) =>
    (await engine.check(source, { variables: { title } })).diagnostics.map(
      ({ severity, code }) => `${severity} ${code}`,
    );
  expect(await codes('x'.repeat(60))).toContain('warning overflow');
  expect(await codes('Hi')).not.toContain('warning overflow');
  expect((await engine.check('export default 1')).diagnostics).toMatchObject([{ severity: 'error' }]);
});
