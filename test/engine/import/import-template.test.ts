import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinFiles } from '#engine/import/files.ts';
import { importTemplate } from '#engine/import/import-template.ts';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';
import { getErrors, getVariables, readable } from '../template/drafts.ts';

const getDraft = (source: string) => readable(parseTemplateSource(source));
const getText = (source: string): string => importTemplate(source)?.text ?? source;
const og = "import { ImageResponse } from 'next/og';\n";
const route = (body: string, before = '') => `${og}${before}export async function GET(req: Request) {\n${body}\n}`;
const satori = "import satori from 'satori';\n";
const card = (text: string, options = '') => `return new ImageResponse(<div>${text}</div>${options});`;

describe('what is a template already', () => {
  const folders = ['docs/examples', 'starters'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.[jt]sx$/.test(name))
      .map((name) => `${folder}/${name}`),
  );

  it.each(files)('%s is left as it is', (file) => {
    expect(importTemplate(readFileSync(file, 'utf8'))).toBeUndefined();
  });

  it.each([
    ['a component', 'export default ({ title }) => <p>{title}</p>;'],
    ['what cannot be read', 'export default ({ title }) => <p>{title}</div>;'],
    ['no code', ''],
    ['code without an image', 'export const a = 1;'],
    ['nesting without end', `x=${'['.repeat(50_000)}`],
    ['a component with an import', "import { format } from 'date-fns';\nexport default ({ d }) => <p>{format(d)}</p>;"],
  ])('%s is left as it is', (_title, source) => {
    expect(importTemplate(source)).toBeUndefined();
  });
});

it('a date is one where its format says so', () => {
  const format = (options: string) =>
    getText(route(card(`{post.at.toLocaleString('en'${options})}`), 'const post = await load();\n'));
  expect(format(", { month: 'short' }")).toContain('new Date(props.post.at).toLocaleString');
  expect(format(', { minimumFractionDigits: 2 }')).not.toContain('new Date');
});

it.each([
  route(card('Hello')),
  `${og}export default async function handler(req) { ${card('Hello')} }`,
  `${og}import { auth } from '@/auth';\nexport const GET = auth(async (req) => { ${card('Hello')} });`,
  route(card('Hello')).replace('next/og', '@takumi-rs/image-response'),
  'export function GET() { return new ImageResponse(<p>Hello</p>); }',
  `${satori}export default async () => satori(<p>Hello</p>, { fonts: [] });`,
  `${og}export async function GET() { return new Response(await new ImageResponse(<p>Hello</p>).arrayBuffer()); }`,
  "import { Frog } from 'frog';\nconst app = new Frog({});\napp.frame('/', (c) => c.res({ image: <p>Hello</p> }));",
  `${satori}export default () => satori({ type: 'p', props: { children: ['Hi', { type: 'b', props: {} }] } }, {});`,
  route(`try {\n ${card('Hello')}\n} catch (e) {\n console.log(e);\n return new Response('no', { status: 500 });\n}`),
])('what is returned is the template: %s', (source) => {
  expect(getVariables(source)).toBe('');
});

describe('options', () => {
  const size = '{ width: 800, height: 400 }';
  const getNotes = (source: string) => (importTemplate(source)?.notes ?? []).map(({ message }) => message);

  it.each([
    ['written out', route(card('x', `, ${size}`)), size],
    [
      'given to a function',
      `const make = (given) => new ImageResponse(<p />, { ...given });\n${og}export const GET = () => make(${size});`,
      size,
    ],
    ['as a constant', `const size = ${size};\n${route(card('x', ', size'))}`, size],
    ['spread', `const size = ${size};\n${route(card('x', ', { ...size, emoji: "noto" }'))}`, size],
    [
      'of the file where the image has none',
      `export const size = ${size};\nexport const contentType = 'image/jpeg';\n${route(card('x'))}`,
      '{ width: 800, height: 400, format: "jpeg" }',
    ],
  ])('%s', (_title, source, options) => {
    expect(getText(source)).toContain(`export const options = ${options.replace(/ }$/, ', engine: "satori" }')};`);
  });

  it.each([
    ['size', 'async function make({ title, size })', '{ ...size }'],
    ['options', 'async function make(title, options)', 'options'],
  ])('that are not written out are reported: %s', (name, head, options) => {
    const source = `${og}export ${head} { return new ImageResponse(<p>{title}</p>, ${options}); }`;
    expect(getNotes(source)).toContainEqual(expect.stringMatching(`^Options in (?:props\\.)?${name} are not read`));
  });

  it('of what draws the image are reported where nothing takes their place', () => {
    const resvg = "import { Resvg } from '@resvg/resvg-js';\n";
    const source = `${satori}${resvg}export default async () => new Resvg(await satori(<p>x</p>, {}), { background: '#fff' }).render();`;
    expect(getNotes(source)).toContainEqual(expect.stringMatching(/^This ground under the image is left out/));
  });

  it('are not written where the source has none, except the engine', () => {
    expect(getText(route(card('x')))).toContain('export const options = { engine: "satori" };');
  });

  it.each([
    ['by the request', route(card('x', ', { width: Number(req.url), height: 400 }'))],
    ['with a fallback', route(`const w = Number(req.url) || 300;\n${card('x', ', { width: w }')}`)],
  ])('computed %s are reported', (_title, source) => {
    expect(getNotes(source)).toContainEqual(expect.stringMatching(/^The size is computed \(/));
  });

  it.each([
    ["import { ImageResponse } from '@vercel/og';", 'engine: "satori"'],
    ["import { ImageResponse } from 'next/og';", 'engine: "satori"'],
    ["import { ImageResponse } from 'next/server';", 'engine: "satori"'],
    ["import { ImageResponse } from '@takumi-rs/image-response';", undefined],
  ])('name the engine that renders as where the code came from: %s', (statement, engine) => {
    const imported = importTemplate(`${statement}\nexport const GET = () => new ImageResponse(<p>Hello</p>);`);
    expect(/engine: "\w+"/.exec(imported?.text ?? '')?.[0]).toBe(engine);
    const isNoted = imported?.notes.some(({ message }) => message.includes("options.engine 'takumi'"));
    expect(isNoted).toBe(engine !== undefined);
  });

  it('contain the engine that the file names', () => {
    const source = `${og}export const options = { engine: 'takumi' };\n${route(card('x')).replace(og, '')}`;
    expect(getText(source).match(/engine/g)).toHaveLength(1);
  });
});

describe('what is read of a request', () => {
  it.each([
    ['const { searchParams } = new URL(req.url);\nconst title = searchParams.get("title");', 'title'],
    ['const title = req.nextUrl.searchParams.get("title");', 'title'],
    ['const { title } = req.query;', 'title'],
    ['const title = new URL(req.url).searchParams.get("title") ?? "Hello";', 'title?'],
    [
      'const p = req.nextUrl.searchParams;\nconst title = p.has("title") ? p.get("title")?.slice(0, 9) : "Hi";',
      'title?',
    ],
    ['const { title } = await req.json();', 'title'],
    [
      'const q = req.nextUrl.searchParams;\nconst named = q.has("title");\nconst title = named && q.get("title");',
      'title?',
    ],
    ['const { title } = req.query as { title?: string };', 'title?'],
    ['const title = req.nextUrl.searchParams.get("og-title");', 'ogTitle'],
    ['const { title } = schema.parse(Object.fromEntries(req.nextUrl.searchParams));', 'title'],
    ["const title = req.query.title;\nif (!title) return new Response('no title', { status: 400 });", 'title'],
  ])('%s: %s', (body, expected) => {
    expect(getVariables(route(`${body}\n${card('{title}')}`))).toBe(expected);
  });

  it.each([
    ['async function GET(_req, { params }: { params: Promise<{ slug: string }> })', '(await params).slug', 'slug'],
    ['default async function Image({ params })', 'params.slug', 'slug'],
    ['default async function Image({ searchParams })', '(await searchParams).title ?? 1', 'title?'],
    ["async function make({ title, sub = 'x' }: Props)", 'title}{sub', 'title sub?'],
    ["async function make(title, sub = 'x')", 'title + sub', 'title sub?'],
    ['async function make(title, sub)', "title ?? 'x'}{sub || 'y'", 'title? sub?'],
  ])('%s, %s: %s', (head, text, expected) => {
    expect(getVariables(`${og}export ${head} { ${card(`{${text}}`)} }`)).toBe(expected);
  });

  it('is asked for where a picture itself may lack', () => {
    const text = getText(readFileSync('test/engine/import/files/picture-that-may-lack.tsx.txt', 'utf8'));
    expect(text).toContain('{props.photo ? <img src={props.photo}');
  });

  it('is null where the code asks for that', () => {
    const body = 'const given = req.nextUrl.searchParams.get("n");\nconst n = given !== null ? Number(given) : 12;\n';
    expect(getText(route(body + card('{n}')))).toContain('const given = (props.n ?? null)');
  });

  it('takes an entry of a collection as a whole', () => {
    expect(getVariables(`${satori}export default async (post) => satori(<p>{post.data.title}</p>, {});`)).toBe('post');
  });

  it('takes defaults from a schema of the file', () => {
    const schema = `import { z } from 'zod';\nconst schema = z.object({ title: z.string().default('Hello'), sub: z.string().optional(), by: z.string() });\n`;
    const source = route(
      `const given = schema.parse(Object.fromEntries(new URL(req.url).searchParams));\nconst { title, sub } = given;\n${card('{title}{sub}{given.by}')}`,
      schema,
    );
    expect(getVariables(source)).toBe('title? sub? by');
  });
});

describe('what comes from outside', () => {
  const db = "import { db } from '@/db';\n";
  it.each([
    [db, 'const post = await db.post.find({ a: 1 });', '{post.title}', 'post'],
    [
      '',
      "const { title, by: author = 'x' } = await (await fetch('https://a.example')).json();",
      '{title}{author}',
      'title author?',
    ],
    ["import fs from 'node:fs';\nconst logo = fs.readFileSync('a.png');\n", '', '<img src={logo} />', 'logo'],
    ["import { site } from '@/site';\n", '', '{site.name}', 'site'],
    ['', '', '{process.env.SITE_URL}', 'SITE_URL'],
    [db, 'let n = 0;\nif (n) { const post = await db.find(); n = post.n; }', '{n}', 'post'],
    [db, 'await db.track(req);\nconst client = db();', 'x', ''],
  ])('%s%s%s is %j', (before, body, text, expected) => {
    expect(getVariables(route(`${body}\n${card(text)}`, before))).toBe(expected);
  });

  it.each([
    ["import { Logo } from '@/logo';\n", '<Logo />', /paste the component Logo/],
    ["import { nice } from '@/nice';\n", '{[1].map((post) => nice(post.date))}', /take date as a prop/],
    ["import { format } from 'date-fns';\n", '{format(1)}', /toLocaleDateString/],
  ])('%s is refused with what to do', (before, text, message) => {
    const errors = getErrors(route(card(text), `${before}const post = {};\n`));
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  });

  it('is reported at its line and column', () => {
    const source = route(`\n\n   ${card('{nobody}', ', { width: 9 }')}`);
    expect(getErrors(source)).toEqual([expect.objectContaining({ line: 5, column: 35, code: 'undefined-name' })]);
  });
});

it('a default export of another file is found, whatever makes it', () => {
  const source = joinFiles(
    [
      { path: 'define.ts', imports: {}, text: 'export const define = (given) => given;\n' },
      {
        path: 'site.ts',
        imports: { './define': 'define.ts' },
        text: "import { define } from './define';\nexport default define({ title: 'Acme' });\n",
      },
    ],
    {
      path: 'og.tsx',
      imports: { './site': 'site.ts' },
      text: route(card('{site.title}'), "import site from './site';\n"),
    },
  );
  expect([getErrors(source), getVariables(source)]).toEqual([[], '']);
});

describe('data that may not be there', () => {
  const sampleIn = (source: string, name: string) =>
    getDraft(source).variables.find((one) => one.name === name && one.required)?.sample;
  const load = "import { load } from '@/load';\n";

  it.each([
    ['let post = null;\ntry { post = await load(1); } catch {}', '{post ? post.title : "?"}'],
    ['const post = await load(1);\nif (!post) return new ImageResponse(<p>None</p>);', '{post.title}'],
  ])('is required and has a sample: %s', (body, text) => {
    expect(sampleIn(route(`${body}\n${card(text)}`, load), 'post')).toEqual({ title: 'Title' });
  });

  it('is the image, not the one of a failure, in its size', () => {
    const failed = 'catch { return new ImageResponse(<p>Failed</p>, { width: 1, height: 1 }); }';
    const source = route(
      `try { const post = await load(1); return new ImageResponse(<p>{post.title}</p>, { width: 800, height: 400 }); } ${failed}`,
      load,
    );
    expect(getText(source)).toContain('width: 800, height: 400');
    expect(getText(source)).not.toContain('Failed');
  });

  it.each([
    ["const query = { theme: params.get('theme') ?? 'dark', logo: params.get('logo') ?? LOGO };", 'theme? logo? LOGO'],
    ["const query = { logo: process.env.LOGO || 'none', theme: 'x' };", 'LOGO?'],
  ])('leaves the defaults beside it: %s', (statement, expected) => {
    const before = "import { LOGO, load } from '@/site';\n";
    const source = route(
      `const params = new URL(req.url).searchParams;\n${statement}\n${card('{query.theme}{query.logo}{query.n}{query.post?.title}')}`,
      before,
    );
    expect(getVariables(source).split(' ').sort()).toEqual(expected.split(' ').sort());
  });

  it.each([
    ["const site = process.env.SITE || 'a.example';\n", 'site?'],
    // the scheme is the file's, so the variable is what the environment holds
    ["const site = process.env.SITE ? 'https://' + process.env.SITE : 'a.example';\n", 'SITE?'],
  ])('has the default of the environment: %s', (before, expected) => {
    expect(getVariables(route(card('{site}'), before))).toBe(expected);
  });

  it.each([
    ['process.env.NODE_ENV', 'production'],
    ['process?.env?.NODE_ENV', 'production'],
    ['Bun.env.NODE_ENV', 'production'],
    ['import.meta.env.MODE', 'production'],
    ["import.meta.env.DEV ? 'draft' : 'live'", 'false'],
  ])('knows how the service runs: %s', (expression, expected) => {
    expect(getText(route(card(`{${expression}}`)))).toContain(expected);
    expect(getVariables(route(card(`{${expression}}`)))).toBe('');
  });

  it.each([
    ['context().env.MODE', 'MODE'],
    ['site.env.MODE', 'site'],
    ['Bun.env.SITE', 'SITE'],
    ['process?.env?.SITE', 'SITE'],
  ])('and %s is the variable %s', (expression, expected) => {
    const before = "import { context } from '@/context';\nconst site = context();\n";
    expect(getVariables(route(card(`{${expression}}`), before))).toBe(expected);
  });

  it('is a setting that a function asks for', () => {
    const before = "const site = () => { if (process.env.SITE) return process.env.SITE; return 'a.example'; };\n";
    expect(getVariables(route(card('{site()}'), before))).toBe('SITE?');
  });

  it.each([
    ['a constant', 'const Icons = { logo: () => <p />, search: Search, x: X };\n', '<Icons.logo />'],
    ['a function', 'const icons = { logo: () => <p />, "a-b": Search };\n', '{icons.logo()}'],
  ])('does without what nothing reads of %s', (_title, before, used) => {
    const source = route(card(used), `import { Search, X } from 'lucide-react';\n${before}`);
    expect(getErrors(source)).toEqual([]);
  });

  it.each([
    ['is read by a name', '{icons[props.name]()}'],
    ['is read', '<icons.search />'],
  ])('is refused where what %s needs it', (_title, used) => {
    const before = `import { Search } from 'lucide-react';\nconst Row = () => <p />;\nconst icons = { logo: () => <p />, search: Search };\n`;
    expect(getErrors(route(card(used), before)).map(({ code }) => code)).toContain('import');
  });

  it.each([
    ['read by a function', 'const text = (d) => String(new Date(d));\n', '{text(post.at)}', { at: '2026-01-01' }],
    [
      'of an image that is written as an object',
      '',
      "{{ type: 'img', props: { src: post.logo } }}",
      { logo: expect.stringMatching(/^data:image/) },
    ],
    [
      'of a picture that a function draws',
      'const draw = (logo) => <img src={logo} />;\n',
      '{draw(post)}',
      expect.stringMatching(/^data:image/),
    ],
  ])('has a sample that suits what is %s', (_title, before, text, sample) => {
    expect(sampleIn(route(`const post = await load(1);\n${card(text)}`, load + before), 'post')).toEqual(sample);
  });

  it('has the sample of its uses where its type is of another file', () => {
    const types = "import type { Post } from '@/posts';\n";
    const source = `${satori}${types}export default async (post: Post) => satori(<p>{post.at.getFullYear()}</p>, {});`;
    expect(sampleIn(source, 'post')).toEqual({ at: '2026-01-01' });
  });

  it('may be a file of the bundle', () => {
    const source = route(card("<img src={new URL('../my-logo.png', import.meta.url).toString()} />"));
    expect(sampleIn(source, 'myLogo')).toMatch(/^data:image/);
  });
});

describe('fonts', () => {
  const font = (name: string, rest = '') => `{ name: '${name}', data: await load('${name}')${rest} }`;
  const load = 'const load = async (n) => (await fetch(n)).arrayBuffer();\n';
  const rendered = (fonts: string, style = "{ color: 'red' }") =>
    route(`return new ImageResponse(<div style={${style}}>x</div>, { fonts: [${fonts}] });`, load);

  it.each([
    ['the first of them is that of the outermost element', rendered(font('Lora')), "fontFamily: 'Lora'"],
    ['a weight in a name', rendered(font('Geist-Black'), "{ fontFamily: 'Geist-Black' }"), "'Geist', fontWeight: 900"],
    [
      'the weight of a name is drawn whatever the style asks for',
      rendered(font('Geist-Black'), "{ fontFamily: 'Geist-Black', fontWeight: 400 }"),
      "'Geist', fontWeight: 900",
    ],
    [
      'a list of names',
      rendered('...(await Promise.all(faces.map(async ({ name }) => ({ name, data: await load(name) }))))').replace(
        'const load',
        "const faces = [{ name: 'Lora' }, { name: 'Inter' }] as const;\nconst load",
      ),
      "fontFamily: 'Lora'",
    ],
    [
      'a function that is given a name',
      rendered("await face('Lora')").replace(
        'const load',
        'const face = async (name) => ({ name, data: await load(name) });\nconst load',
      ),
      "fontFamily: 'Lora'",
    ],
    [
      'the weight of the only face, whatever the style asks for',
      rendered(font('Lora', ', weight: 600'), "{ fontFamily: 'Lora', fontWeight: 400 }"),
      "fontFamily: 'Lora', fontWeight: 600",
    ],
    [
      'no weight of one of several faces',
      rendered(`${font('Lora', ', weight: 600')}, ${font('Lora', ', weight: 400')}`, "{ fontFamily: 'Lora' }"),
      "style={{ fontFamily: 'Lora' }}",
    ],
    ['one not loaded is the first', rendered(font('Lora'), "{ fontFamily: 'sans-serif' }"), "fontFamily: 'Lora'"],
  ])('%s', (_title, source, expected) => {
    expect(getText(source)).toContain(expected);
    expect(getErrors(source)).toEqual([]);
  });

  it('the catalogue does not have are named all the same: an uploaded one is rendered, a missing one is reported where it is used', () => {
    expect(getText(rendered(font('Satoshi')))).toContain("fontFamily: 'Satoshi'");
    expect(getDraft(rendered(font('Satoshi'))).warnings.filter(({ code }) => code === 'unknown-font')).toEqual([]);
  });

  it('are those of elements that a function or a component gives', () => {
    const card = 'const card = (title) => <p>{title}</p>;\nconst Card = () => <p>x</p>;\n';
    for (const shown of ["card('x')", '<Card />', 'a ? <p>x</p> : <b>y</b>'])
      expect(
        getText(
          rendered(font('Lora'))
            .replace(/<div.*div>/, shown)
            .replace('const load', `${card}const load`),
        ),
      ).toContain('fontFamily: "Lora"');
  });

  it('are those of the file where the image is made, also under an element that it is given', () => {
    const helper = `${load}export const draw = (given) => new ImageResponse(given, { fonts: [${font('Lora')}] });`;
    const text = getText(`${og}${helper}\nexport const GET = () => draw(<div>x</div>);`);
    expect(text).toContain('fontFamily: "Lora", engine: "satori"');
  });

  it('whose names are not in the file are told', () => {
    const notes = importTemplate(rendered('...(await loadAll())'))?.notes ?? [];
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^The names of these fonts/));
  });

  it('that are pushed one by one leave nothing behind', () => {
    const body = `const fonts = [];\nfonts.push(${font('Lora')});\nreturn new ImageResponse(<div>x</div>, { fonts });`;
    const source = route(body, load);
    expect(getVariables(source)).toBe('');
    expect(getText(source)).not.toMatch(/fetch|push/);
  });
});

describe('elements', () => {
  it('lie over each other in their order, as satori has them', () => {
    const source = route("return new ImageResponse(<div><i style={{ position: 'absolute' }} /><p>x</p></div>);");
    expect(getText(source)).toContain('<div><style>{"* { position: relative }"}</style>');
  });

  it('lie over each other as in a browser where they were written for takumi', () => {
    const source =
      "import { ImageResponse } from '@takumi-rs/image-response';\nexport const GET = () => new ImageResponse(<div tw='absolute'><p>x</p></div>);";
    expect(getText(source)).not.toContain('relative');
  });
});

describe('style sheets and tokens of the options', () => {
  const sheetIn = (source: string) =>
    JSON.parse(/<style>\{(".*?[^\\]"|"")\}<\/style>/.exec(getText(source))?.[1] ?? '""');
  const getNotes = (source: string) => (importTemplate(source)?.notes ?? []).map(({ message }) => message);
  const withOptions = (options: string, before = '') => route(card('Hello', `, ${options}`), before);

  const extended =
    "{ colors: { brand: { 500: '#f00', DEFAULT: '#0f0' } }, fontSize: { hero: ['4rem', { lineHeight: 1.1 }] }, fontFamily: { display: ['Lora', 'serif'] } }";
  const tokens =
    '@theme { --color-brand-500: #f00; --color-brand: #0f0; --text-hero--line-height: 1.1; --text-hero: 4rem; --font-display: Lora, serif; }';
  it.each([
    ['a text', withOptions("{ stylesheets: ['p { top: 0 }'] }"), 'p { top: 0 }'],
    [
      'one put together',
      withOptions('{ stylesheets: [css] }', "const c = '#f00';\nconst css = 'p{color:' + c + '}';\n"),
      'p{color:#f00}',
    ],
    ['css of takumi', withOptions("{ css: ['p { top: 0 }', { css: 'i {}' }] }"), 'p { top: 0 }\ni {}'],
    [
      'css of the options of a template',
      `export const options = { css: 'p {}', width: 9 };\nexport default () => <p>x</p>;`,
      'p {}',
    ],
    ['tokens of Tailwind 3', withOptions(`{ tailwindConfig: { theme: { extend: ${extended} } } }`), tokens],
  ])('%s is a <style> of the template', (_title, source, css) => {
    expect(sheetIn(source)).toBe(css);
    expect(getDraft(source)).toMatchObject({ ok: true, script: expect.stringContaining(JSON.stringify(css)) });
  });

  it.each([
    ['stylesheets: what css', withOptions('{ stylesheets: [css] }', "import css from './a.css?inline';\n")],
    [
      'tailwindConfig.plugins: what [f()]',
      withOptions('{ tailwindConfig: { plugins: [f()] } }', "import f from '@/f';\n"),
    ],
    [
      "tailwindConfig: what 'red; } p {'",
      withOptions("{ tailwindConfig: { theme: { colors: { a: 'red; } p {' } } } }"),
    ],
  ])('%s says is reported where it cannot be read', (what, source) => {
    expect(parseTemplateSource(source).ok).toBe(true);
    const note = `${what} says cannot be read here and is left out`;
    expect(getNotes(source)).toContainEqual(expect.stringContaining(note));
  });

  it('looks at constants of constants once each', () => {
    const names = Array.from({ length: 25 }, (_, at) => `const a${at} = \`\${a${at + 1}}\${a${at + 1}}\`;`).join('\n');
    expect(sheetIn(withOptions('{ stylesheets: [a0] }', `$names\nconst a25 = '';\n`))).toBe('');
    expect(sheetIn(withOptions('{ stylesheets: [a0] }', `${names}\nconst a25 = 'p {}';\n`))).toBe('');
  });
});

describe('files as people have them', () => {
  const read = (name: string) => readFileSync(`test/engine/import/files/${name}.txt`, 'utf8');
  it.each([
    ['braceless-guard.jsx', 'page'],
    ['removed-bodies.jsx', 'post'],
    ['object-method.jsx', 'title?'],
    ['object-elements.jsx', 'title?'],
    ['safe-parse.jsx', 'tag? title?'],
    ['image-response-async.jsx', 'record'],
    ['export-default-name.jsx', 'post'],
    ['named-component.jsx', 'title'],
    ['sveltekit.jsx', 'title?'],
    ['worker.jsx', 'title?'],
    ['hono.jsx', 'title? slug tag?'],
    ['nuxt.jsx', 'slug title?'],
    ['remix.jsx', 'title? post'],
    ['tanstack.jsx', 'title?'],
    ['astro.jsx', 'title tag?'],
    ['deno.jsx', 'title?'],
    ['awaited.jsx', 'page'],
    ['bun.jsx', 'title?'],
    ['express.jsx', 'title?'],
    ['factory.tsx', 'heading profile footer'],
    ['parsed-fields.tsx', 'title? tag?'],
    ['options-css.jsx', 'title?'],
    ['settings.tsx', 'SITE_NAME SITE_URL'],
    ['sveltekit-event.jsx', 'theme? post'],
    ['takumi.tsx', 'title?'],
    ['worker-env.tsx', 'title? SITE_NAME'],
    ['cloudflare-pages.jsx', 'title?'],
    ['translations.jsx', 'title tagline'],
    ['formatted.jsx', 'post date other'],
    ['typed-parameters.tsx', 'title author image subtitle? tags?'],
    ['hono-validator.tsx', 'title? stars?'],
    ['satori-html.jsx', 'title?'],
    ['html-file.mjs', 'title?'],
    ['qwik.tsx', 't?'],
    ['workers-og.ts', 'title? color? tags? author?'],
    ['awaited-together.tsx', 'dict id ref?'],
    ['lambda.ts', 'title? subtitle?'],
    ['typed-pattern.tsx', 'icon? title? description? tag'],
    ['oak.ts', 'title?'],
    ['sveltekit-fetch.ts', 'stats'],
    ['html-odd-attributes.ts', 'quote? avatar?'],
    ['html-lists.ts', 'title tags?'],
    ['html-branches.ts', 'og'],
    ['html-method.ts', 'domain scoreColor scoreText'],
    ['handed-on.tsx', 'theme? event'],
    ['html-worker.jsx', 'title?'],
    ['fetched.tsx', 'data user'],
    ['found.tsx', 'post ago'],
    ['pages-api.tsx', 'title date?'],
    ['asked-kv.tsx', 'meta'],
    ['asked-headers.tsx', 'host? session id'],
    ['common-js.js', 'title? author'],
    ['loaded-module.tsx', 'title? subtitle?'],
    ['helper-with-token.tsx', 'repo'],
    ['unread-parameter.tsx', 'locale product onSale soldOut'],
    ['transformed.tsx', 'title price? tags'],
    ['file-bytes.tsx', 'logoSrc base64 slug'],
    ['asked-database.tsx', 'title? user origin views'],
    ['cached.tsx', 'profile'],
    ['page-font.tsx', 'post'],
    ['localised-date.tsx', 'event'],
    ['local-of-outside.jsx', 'label'],
    ['bytes-given.tsx', 'title? logo'],
    ['record-in-table.ts', 'kind title color?'],
    ['spread-record.tsx', 'title section?'],
    ['html-function.ts', 'title?'],
    ['image-stream.tsx', 'slug'],
    ['script.mjs', 'title?'],
    ['script-of-posts.ts', 'data'],
    ['promised-params.tsx', 'slug name'],
    ['loop-of-pages.js', 'src page'],
    ['font-that-decides.tsx', 'title?'],
    ['keys-in-back-quotes.tsx', 'title? tags?'],
    ['known-title.tsx', 'title'],
    ['picture-that-may-fail.tsx', 'src product'],
    ['registered-route.tsx', 'text'],
    ['given-fetch.tsx', 'post'],
    ['sent-by-helper.tsx', 'post'],
    ['guard-of-two.tsx', 'title note kind'],
    ['picture-that-may-lack.tsx', 'photo place'],
    ['chosen-html.ts', 'title?'],
    ['program-of-table.ts', 'tool'],
    ['fallback-from-outside.tsx', 'title? logo_name'],
    ['guard-of-what-is-loaded.tsx', 'post'],
    ['main-program.mjs', 'title'],
    ['declarations.ts', 'day?'],
    ['own-base64.ts', 'title'],
    ['elysia.tsx', 'data kind? title'],
    ['nested-pattern.tsx', 'title author'],
    ['asserted-response.tsx', 'title? post'],
    ['loaded-together.tsx', 'title?'],
    ['compared-with-null.tsx', 'count? name?'],
    ['cached-image.tsx', 'title?'],
    ['counted-list.tsx', 'payments member'],
    ['ground-of-bytes.tsx', 'noise'],
    ['takumi-node.tsx', 'title?'],
    ['takumi-html.ts', 'title'],
    ['declared-route.tsx', 'theme? title subtitle?'],
    ['same-names.tsx', 'data view? data2?'],
    ['built-address.tsx', 'cover page'],
    ['lone-function.tsx', 'title site?'],
  ])('%s has the variables %s', (name, expected) => {
    expect(getVariables(read(name))).toBe(expected);
  });

  it.each([
    ['card.svelte', /^This is a Svelte or Vue component, and a template is JSX/],
    ['card.vue', /^This is a Svelte or Vue component, and a template is JSX/],
    ['takumi-helpers.mjs', /^container, percentage, text come from "@takumi-rs\/helpers"/],
    ['html-concatenated.jsx', /^This image is HTML in a text, and a template is JSX/],
    ['package-component.tsx', /^GET is not a default export, and no image that it returns was found in it/],
    ['given-element.jsx', /^jsx is an element that comes from outside the file/],
    ['method-of-entry.tsx', /^post\.date\.format\('YYYY'\) calls what comes from outside the file, for each of/],
    ['class-of-queue.ts', /^this\.run\(page, fields\) needs the object of a class/],
    ['rendered-component.ts', /^Card comes from "\$lib\/Card\.svelte": a template is JSX/],
    ['resvg-alone.ts', /^This image is SVG in a text, and a template is JSX/],
    ['decorated.ts', /^Decorators are not known here: write what draws the image as a function/],
    ['typed-element.tsx', /^badge is an element that comes from outside the file/],
    ['given-image.tsx', /^The elements of this image are element, which comes from outside the file/],
  ])('%s is refused in one sentence', (name, message) => {
    expect(getErrors(read(name))).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  });

  it('HTML keeps its texts and declarations, and its expressions their places', () => {
    const text = getText(read('workers-og.ts')).replaceAll(/\s+/g, ' ').replaceAll('$', '@');
    expect(text).toContain(
      'color: `@{color}`, border: `2px solid @{color}` }}><h1 className={"big"}>{ title}{" & more {x}"}</h1>',
    );
    expect(text).toContain('url(data:image/svg+xml;base64,AAAA)');
    expect(text).toContain('tags.map((t) => <li style={{ fontSize: `@{t.length}px` }}>{t}</li>)}</ul>');
    expect(text).not.toContain('the title');
    // constants of declarations are read where they stand
    expect(getText(read('declarations.ts'))).toMatch(/style=\{\{ \.\.\.\(\(text\).*\(base\), color: "#fff" \}\}/s);
    // also in a function of the file
    expect(getText(read('html-function.ts'))).toMatch(/<h1 tw={"text-black"}>{\s*title}<\/h1>/);
  });

  it.each([
    ['a script', '<div><script>alert(1)</script></div>'],
    ['a tag that is a variable', '<@>x</@>'],
    ['a tag that would be a component', '<Card>@</Card>'],
    ['a tag that is no name', '<p{>@</p{>'],
    ['an attribute that is a variable', '<p @>x</p>'],
    ['declarations that are a variable', '<p style="@">x</p>'],
    ['a comment with a variable', '<p>x<!-- @ --></p>'],
  ])('HTML is refused with %s', (_title, html) => {
    const source = `import { html } from 'satori-html';\n${satori}export default ({ title }) => satori(html\`${html.replaceAll('@', `\${title}`)}\`, {});`;
    expect(getErrors(source)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^This image is HTML in a text/) }),
    ]);
  });

  it('handlers of HTML are left out, and what a mint sends stays text', () => {
    const source = `${satori}export default ({ title }) => satori(html\`<p onclick="alert(1)">\${title}</p>\`, {});`;
    expect(getText(source)).toContain('<p>{props.title}</p>');
  });

  it('a variable that is called is refused, because a mint sends data', () => {
    const source = `${satori}export default async ({ render }) => satori(<p>{render('x')}</p>, {});`;
    expect(getErrors(source)).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringMatching(/^props\.render\('x'\) calls what/) }),
    ]);
  });

  it('what is asked of something outside is a variable of its own', () => {
    const source = route(
      "const db = await open();\nreturn new ImageResponse(<p>{db.select('title')}</p>);",
      "import { open } from '@/db';\n",
    );
    expect(getVariables(source)).toBe('title');
  });

  it('built-ins that check their arguments get samples that they accept', () => {
    const { variables } = getDraft(read('currency.jsx'));
    expect(Object.fromEntries(variables.map(({ name, sample }) => [name, sample]))).toMatchObject({
      locale: 'en',
      product: { currency: 'USD', locale: 'en', timeZone: 'UTC', website: 'https://example.com/' },
    });
  });
});
