import { expect, it } from 'vitest';
import { joinFiles } from '#engine/import/files.ts';
import { importTemplate } from '#engine/import/import-template.ts';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';
import { figure } from '../../support/effort.ts';
import { getSizeGrowth, mostSizeGrowth } from '../../support/growth.ts';

const many = (size: number, write: (at: number) => string): string =>
  Array.from({ length: size }, (_, at) => write(at)).join('\n');
const route = (before: string, body: string, shown: string): string =>
  `import { ImageResponse } from 'next/og';\nimport { db } from '@/db';\n${before}\nexport async function GET(request) {\nconst q = new URL(request.url).searchParams;\n${body}\nreturn new ImageResponse(<div>${shown}</div>, { width: 9 });\n}\n`;

interface Source {
  readonly make: (size: number) => string;
  /** As many as make the longest source that can be read, or as one has files. */
  readonly largest: number;
}

/** Sources in which one thing is there as often as can be. */
const sources: Readonly<Record<string, Source>> = {
  'statements that are dropped': {
    make: (size) =>
      route(
        '',
        many(size, (at) => `const a${at} = await db.load(${at}); log(a${at});`),
        '{q.get("title")}',
      ),
    largest: 2_400,
  },
  'statements that stay': {
    make: (size) =>
      route('', `const list = [];\n${many(size, (at) => `list.push(${at}); list[${at}] += 1;`)}`, '{list}'),
    largest: 2_400,
  },
  'statements that may be changes of one value': {
    make: (size) =>
      route('', `const list = [];\n${many(size, (at) => `if (list.length > ${at}) use(list);`)}`, '{list}'),
    largest: 2_400,
  },
  'constants of each other': {
    make: (size) =>
      route('', `const c0 = q.get('title');\n${many(size, (at) => `const c${at + 1} = c${at} + 'x';`)}`, `{c${size}}`),
    largest: 3_200,
  },
  'calls in a row': { make: (size) => route('', '', `{q.get('title')${'.trim()'.repeat(size)}}`), largest: 2_000 },
  'variables of the request': {
    make: (size) =>
      route(
        '',
        '',
        many(size, (at) => `{q.get('v${at}') ?? 'x'}`),
      ),
    largest: 4_000,
  },
  'variables from outside': {
    make: (size) =>
      route(
        '',
        many(size, (at) => `const v${at} = await db.load(${at});`),
        many(size, (at) => `{v${at}.title}`),
      ),
    largest: 1_600,
  },
  'expressions from outside, each of them another': {
    make: (size) =>
      route(
        '',
        '',
        many(size, (at) => `{db.load${at}(1)}`),
      ),
    largest: 2_400,
  },
  'calls of one function': {
    make: (size) =>
      route(
        'const Row = ({ a, b }) => <p>{a}{b}</p>;',
        '',
        many(size, (at) => `{Row({ a: ${at}, b: q.get('b') })}`),
      ),
    largest: 1_600,
  },
  'elements of one component': {
    make: (size) =>
      route(
        'const Row = ({ a, ...rest }) => <p {...rest}>{a}</p>;',
        '',
        many(size, (at) => `<Row a={q.get('a')} b="${at}" />`),
      ),
    largest: 1_600,
  },
  'fields of one object': {
    make: (size) => route(`const all = {\n${many(size, (at) => `a${at}: db.load(${at}),`)}\n};`, '', '{all.a1}'),
    largest: 3_200,
  },
  'fields of one object, each of them read': {
    make: (size) =>
      route(
        `const all = {\n${many(size, (at) => `a${at}: ${at},`)}\n};`,
        '',
        many(size, (at) => `{all.a${at}}`),
      ),
    largest: 4_800,
  },
  'members that a function reads of what it is given': {
    make: (size) =>
      route(
        `const Row = (props) => <p>${many(size, (at) => `{props.a${at}}`)}</p>;`,
        '',
        `{Row({ ${many(size, (at) => `a${at}: ${at},`)} })}`,
      ),
    largest: 1_600,
  },
  'functions that call each other': {
    make: (size) =>
      route(
        `${many(size, (at) => `const f${at} = (r) => f${at + 1}(r);`)}\nconst f${size} = (r) => r.url;`,
        '',
        '{f0(request)}',
      ),
    largest: 1_600,
  },
  'elements in each other': {
    make: (size) => route('', '', `${'<p>'.repeat(size)}{q.get('title')}${'</p>'.repeat(size)}`),
    largest: 240,
  },
  'elements beside each other': {
    make: (size) => route('', '', '<p>{q.get("title")}</p>'.repeat(size)),
    largest: 3_200,
  },
  'conditions around each other': {
    make: (size) => route('', `let x = 'a';\n${'if (q.get("k")) {'.repeat(size)} x = 'b'; ${'}'.repeat(size)}`, '{x}'),
    largest: 240,
  },
  'streams in each other': {
    make: (size) =>
      route(
        'const log = (it) => it;',
        `const x = ${'new Out({ start() { log('.repeat(size)}1${') } })'.repeat(size)};`,
        '{q.get("title")}',
      ),
    largest: 56,
  },
  'loops beside each other': {
    make: (size) =>
      route(
        '',
        `const list = [];\n${many(size, () => 'for (const one of await db.load(1)) list.push(one.title);')}`,
        '{list}',
      ),
    largest: 1_600,
  },
  'schemas that are spread into each other twice': {
    make: (size) =>
      route(
        `import { z } from 'zod';\nconst s0 = { a: z.string().default('x') };\n${many(size, (at) => `const s${at + 1} = { ...s${at}, ...s${at} };`)}`,
        `const given = z.object(s${size}).parse(Object.fromEntries(q));`,
        '{given.a}',
      ),
    largest: 1_600,
  },
  'files of a project': {
    make: (size) =>
      joinFiles(
        Array.from({ length: size }, (_, at) => ({
          path: `f${at}.tsx`,
          imports: at === 0 ? {} : { './next': `f${at - 1}.tsx` },
          text: `${at === 0 ? '' : "import { F as Next } from './next';\n"}${many(30, (n) => `const c${n} = ${n};`)}\nexport const F = ({ a }) => <b>{a}{c1}${at === 0 ? '' : '<Next a={a} />'}</b>;`,
        })),
        {
          path: 'main.tsx',
          imports: { './f': `f${size - 1}.tsx` },
          text: route("import { F } from './f';", '', "<F a={q.get('title')} />"),
        },
      ),
    largest: 56,
  },
};

it('props that functions hand on to each other twice are read in a time by their number', async () => {
  const make = (size: number) =>
    `${many(size, (at) => `const f${at} = (p) => <p>{f${at + 1}(p)}{f${at + 1}({ ...p, a: 1 })}</p>;`)}
const f${size} = (p) => <b>{p.title}</b>;\nexport default (props) => f0(props);`;
  expect(parseTemplateSource(make(8))).toMatchObject({ ok: true, variables: [{ name: 'title' }] });

  const growth = await getSizeGrowth((size) => parseTemplateSource(make(size)), 1_200);

  expect(growth).toBeLessThan(mostSizeGrowth);
});

it.each(Object.entries(sources))(
  'four times as many take about four times the time: %s',
  async (name, { make, largest }) => {
    expect(parseTemplateSource(make(8))).toMatchObject({ ok: true });
    expect(importTemplate(make(largest))?.errors).toEqual([]);

    const growth = await getSizeGrowth((size) => importTemplate(make(size)), largest);

    expect(growth).toBeLessThan(mostSizeGrowth);
    figure(`${name}: growth`, growth.toFixed(1));
  },
);
