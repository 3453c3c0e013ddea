import { isServiceError, type ServiceError } from 'image-url-contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';

const now = new Date('2026-02-03T15:30:00Z');
const compile = (source: string) => compileOrFail(source, { now: () => now, defaultEngine: 'takumi' });
const getRefusal = async (source: string): Promise<string> => {
  const error = await compile(source).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toSatisfy(isServiceError);
  expect(error).toMatchObject({ code: 'COMPILE_ERROR' });
  return (error as ServiceError).message;
};

it('says so where no processor time was left to look at the image', async () => {
  const source = 'export default ({ title = "Hi" }) => <div tw="flex w-full h-full">{title}</div>;';
  const spent = { limits: {}, leftMs: () => 299, spend: () => undefined };
  const { warnings } = await compileOrFail(source, { now: () => now, defaultEngine: 'takumi' }, spent);
  expect(warnings).toEqual([expect.objectContaining({ code: 'not-rendered', line: 1 })]);
  expect((await compile(source)).warnings.map(({ code }) => code)).not.toContain('not-rendered');
});

it('compiles a template into a render plan, and tries it', async () => {
  const source = `
    import clsx from 'clsx';
    const year = 2000 + 26;
    export const options = { width: 600, height: 300, format: 'png' };
    export default function Card({ title = 'Hello', tags = ['a', 'b'], note = \`plain\`, sum = year + 1, authorName, sub }) {
      return <div tw={clsx('flex', sub && 'p-1')}>{title} {authorName} {tags.join()} {note} {sum} {sub || ''}</div>;
    }`;

  const { renderPlan, warnings, sample } = await compile(source);

  expect(renderPlan).toMatchObject({
    formatVersion: 1,
    seesAll: false,
    options: { width: 600, height: 300, format: 'png' },
    variables: [
      { name: 'title', required: false, defaultValue: 'Hello' },
      { name: 'tags', required: false, defaultValue: ['a', 'b'] },
      { name: 'note', required: false, defaultValue: 'plain' },
      { name: 'sum', required: false, defaultValue: 2027 },
      { name: 'authorName', required: true },
      { name: 'sub', required: false, defaultValue: '' },
    ],
  });
  expect(warnings).toEqual([
    {
      line: 5,
      column: 104,
      code: 'required-variable',
      message: 'authorName is required: a URL without it is refused; give it a default if it may be missing.',
    },
  ]);
  expect(sample.variables).toEqual({ authorName: 'Author name' });
  expect(sample.tree).toEqual({ type: 'div', props: { tw: 'flex' }, children: ['Hello Author name a,b plain 2027 '] });
  expect(sample.consultsClock).toBe(false);
});

describe('a default', () => {
  const getVariables = async (parameter: string, before = '') => {
    const source = `${before}\nexport default (${parameter}) => <p>{String(a)}</p>;`;
    return (await compile(source)).renderPlan.variables;
  };
  it.each([
    ['an expression', '{ a = [1, 2].map((n) => n * 2) }', [2, 4]],
    ['null', '{ a = null }', null],
    ['false', '{ a = false }', false],
    ['an object with a cast', '{ a = { x: 1 } as const }', { x: 1 }],
    ['the clock, as it stands at saving', '{ a = new Date().toISOString() }', '2026-02-03T00:00:00.000Z'],
  ])('that is %s is worked out', async (_title, parameter, defaultValue) => {
    expect(await getVariables(parameter)).toEqual([{ name: 'a', required: false, defaultValue }]);
  });

  it.each([
    ['undefined', '{ a = undefined }', ''],
    ['made of another variable', '{ b = 1, a = b + 1 }', ''],
    [
      'a name that throws when it is called',
      '{ a = f() }',
      'const f = (): string => { if (counter++) throw 1; return "x" };\nlet counter = 1;\ntry { f() } catch {}\ncounter = 0;\nf();\ncounter = 0;',
    ],
  ])('that is %s leaves the variable optional', async (_title, parameter, before) => {
    const variables = await getVariables(parameter, before);
    expect(variables).toContainEqual(expect.objectContaining({ name: 'a', required: false }));
  });

  it.each(['Icon', '<Icon />', '() => 1'])(
    'that turns out to be code makes no variable, and a warning: %s',
    async (code) => {
      const source = `const Icon = () => <i/>;\nexport default ({ icon = ${code}, a = 1 }) => <p>{typeof icon}{a}</p>;`;
      const { renderPlan, warnings } = await compile(source);
      expect(renderPlan.variables).toEqual([{ name: 'a', required: false, defaultValue: 1 }]);
      expect(warnings).toEqual([expect.objectContaining({ code: 'default-not-data', line: 2, column: 19 })]);
    },
  );
});

describe('a template is refused', () => {
  it('with every problem, its line and column, and the line itself', async () => {
    const source = `import fs from 'fs';\nexport default ({ a }) => <p>{fetch(a)}</p>;`;

    expect(await getRefusal(source)).toBe(
      [
        'Line 1, column 1: "fs" cannot be imported; images and fonts need no files here: name an https or data: address.',
        `  1 | import fs from 'fs';`,
        '    | ^',
        'Line 2, column 31: fetch is not available: a template renders what it is given as variables.',
        '  2 | export default ({ a }) => <p>{fetch(a)}</p>;',
        '    |                               ^',
      ].join('\n'),
    );
  });

  it.each([
    [
      'const a = null;\nconst b = a.c;\nexport default () => <p/>;',
      /^Line 2, column 1: TypeError.*\n {2}2 \| const b = a\.c;/,
    ],
    ['export default () => {\n  throw new Error("boom");\n};', /^Line 2, column 3: boom\n {2}2 \| {3}throw/],
    ['export default () => {\n  for (;;) {}\n};', /^Line [12], column \d+: The template takes too long/],
    [
      'export const options = {\n  width: 5000,\n  quality: "high",\n};\nexport default () => <p/>;',
      /^Line 2, column 3: options\.width.*[\s\S]*Line 3, column 3: options\.quality/,
    ],
    [
      'export default ({ a }: { a?: string }) => <p>\n{a.length}</p>;',
      /^Line 2, column 1: TypeError[\s\S]*Line 2, column 2: a has no default, so a\.length fails for a mint that leaves it out/,
    ],
    [
      `export default ({ ${Array.from({ length: 60 }, (_, i) => `v${i} = 'é'.repeat(3_000)`).join()} }) => <p>x</p>;`,
      /^Line 1, column 16: The variables and their defaults take 36\d,\d{3} bytes; 150,000 are the most\./,
    ],
    ...[0, 99].map((line): [string, RegExp] => [
      `const e = new Error('m'); e.stack = 'at x (template:${line})';\nthrow e; export default () => <p/>;`,
      /^Line 1, column 1: m/,
    ]),
    ['export default () => <p>{"x".repeat(3000)}</p>;', /word is longer/],
    [
      'export default ({ tell }) => <p>{["a"].map(tell)}</p>;',
      /tell is called as a function, and a mint sends data only/,
    ],
  ])('when its code is %j: %s', async (source, message) => {
    expect(await getRefusal(source)).toMatch(message);
  });
});

it('a required variable of unknown shape does not make saving impossible, and is warned about', async () => {
  const source = `
      const List = ({ items }) => items.map((item) => <li key={item.id}>{item.title.toUpperCase()}</li>);
      export default ({ items, json }) => <ul><List items={items} />{JSON.parse(json).a.b.c}</ul>;`;
  const { sample, warnings } = await compile(source);
  expect(sample.variables).toEqual({ items: 'Items', json: 'Json' });
  expect(sample.tree).toMatchObject({ type: 'ul', children: ['ItemsJson'] });
  expect(warnings.map(({ code }) => code)).toEqual(['sample-values', 'required-variable']);
});

it('a text that the template decodes is encoded in its sample', async () => {
  const { sample, warnings } = await compile(
    'export default ({ title }) => <p>{decodeURIComponent(`%${atob(title.replace(/-/g, "+")).charCodeAt(0).toString(16)}`)}</p>;',
  );
  expect(sample.variables).toEqual({ title: Buffer.from('Title').toString('base64url') });
  expect(sample.tree).toMatchObject({ children: ['T'] });
  expect(warnings.map(({ code }) => code)).toContain('sample-values');
});

it('passes over the line that names an interpreter', async () => {
  const { sample } = await compile('#!/usr/bin/env node\nexport default () => <p>a</p>');
  expect(sample).toMatchObject({ tree: { children: ['a'] } });
});
