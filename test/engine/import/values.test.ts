import { describe, expect, it } from 'vitest';
import { importTemplate } from '#engine/import/import-template.ts';
import { readSource } from '#engine/isolation/sandbox/evaluate.ts';
import { getErrors, getVariables } from '../template/drafts.ts';

const file = (before: string, body: string, shown: string) =>
  `import { ImageResponse } from 'next/og';\n${before}\nexport async function GET(request, { params }) {\n${body}\nreturn new ImageResponse(<div>${shown}</div>);\n}\n`;
const getText = (source: string): string => importTemplate(source)?.text.replaceAll(/\s+/g, ' ') ?? '';

describe('an expression is', () => {
  it.each([
    ['code', 'const twice = (n) => n * 2;', '', '{twice(21)}', ''],
    [
      'the request, handed to a function of the file',
      'const q = (r) => new URL(r.url).searchParams.get("title");',
      'const title = q(request);',
      '{title}',
      'title',
    ],
    [
      'a value of the request in the pattern of a function of the file',
      'const Row = ({ title, size = 3 }) => <b>{title}{size}</b>;',
      '',
      '{Row(request.query)}',
      'title size?',
    ],
    [
      'data in a function that other calls give some',
      'const Row = ({ title }) => <b>{title}</b>;',
      '',
      '{Row(request.query)}{Row({ title: "x" })}',
      'title',
    ],
    ['a part of the request', '', 'const { slug } = await params;', '{slug}', 'slug'],
    [
      'a default, in which names from outside are variables',
      "import { NAME } from '@/site';\nconst words = ['a'].join(' ');",
      'const { title = `${NAME}: x`, kind = words } = request.query;',
      '{title}{kind}',
      'title? NAME kind?',
    ],
    [
      'no default, where it is loaded',
      "import { getTitle } from '@/site';",
      'const { title = getTitle() } = request.query;',
      '{title}',
      'title',
    ],
    ['a value of the request with a default', '', 'const { size = 10 } = request.query;', '{size}', 'size?'],
    ['a value of the request that is called', '', '', '{request.env?.DB.prepare("x").first()}', 'first'],
    ['the route', '', 'if (request.nextUrl.pathname === "/a") return new ImageResponse(<p>other</p>);', 'x', ''],
    [
      'a constant of what succeeds',
      '',
      'const r = await fetch("https://a.example"); if (!r.ok) throw new Error("no"); const data = await r.json();',
      '{data.n}',
      'data',
    ],
    ['outside', "import { load } from '@/load';", 'const post = await load(1);', '{post.title}', 'post'],
    [
      'outside through a component',
      "import { load } from '@/load';\nconst Row = async () => { const logo = await load(1); return <img src={logo} />; };",
      '',
      '{await Row()}',
      'logo',
    ],
    [
      'outside by a look-up with the request',
      "import { posts } from '@/posts';",
      'const { slug } = await params; const post = posts.find((p) => p.slug === slug);',
      '{post.title}',
      'post',
    ],
    [
      'outside by a look-up of a function of the file that is given a value of the request',
      "import { posts } from '@/posts';\nconst find = (slug) => { const found = posts.find((p) => p.slug === slug); return found && { by: found.by }; };",
      'const { slug } = await params; const post = find(slug);',
      '{post.by}',
      'post',
    ],
    [
      'outside by a member that the request names',
      "import { POSTS, WORDS } from '@/posts';",
      'const { slug, locale } = await params; const post = POSTS[slug]; if (!post) notFound();',
      '{post.title}{WORDS[locale].by}',
      'post by',
    ],
    [
      'outside where other code has put it',
      'let db = globalThis.db; const reset = () => { db = globalThis.db = connect(); };\nconst find = async (slug) => { const row = await db.select(slug).first(); return { by: row.name }; };',
      'const { slug } = await params; const post = await find(slug);',
      '{post.by}',
      'post',
    ],
    [
      'nothing that only options of the image need, in the rest of a parameter',
      "import { readFileSync } from 'node:fs';\nconst data = readFileSync('a.ttf');\nconst make = (given) => { const { title, ...rest } = given; return new ImageResponse(<p>{title}</p>, rest); };",
      'return make({ title: request.query.title, fonts: [{ name: "A", data }] });',
      'x',
      'title',
    ],
    [
      'the rest of a parameter that is shown',
      'const Row = (given) => { const { size, ...rest } = given; return <b>{Object.values(rest)}</b>; };',
      '',
      '{Row({ size: request.query.size, title: request.query.title })}',
      'size title',
    ],
    [
      'nothing that no field which is read holds, also where a field has the name of a constant',
      'const pages = process.env.PAGES;\nconst site = { name: "a", pages };',
      '',
      '{site.name}',
      '',
    ],
    [
      'bytes, which are contagious',
      "import { readFile } from 'node:fs/promises';",
      'const file = await readFile("logo.png"); const logo = `data:image/png;base64,${file.toString("base64")}`;',
      '<img src={logo} />',
      'logo',
    ],
    [
      'an image that is handed on',
      '',
      'const image = new ImageResponse(<p>{request.query.title ?? "x"}</p>); return new Response(await image.arrayBuffer());',
      'never',
      'title?',
    ],
  ])('%s', (_title, before, body, shown, expected) => {
    expect(getVariables(file(before, body, shown))).toBe(expected);
  });

  it('two origins of one name get a number', () => {
    const before =
      "import { load } from '@/load';\nconst Row = async () => { const post = await load(2); return <i>{post.by}</i>; };";
    expect(getVariables(file(before, 'const post = await load(1);', '{post.title}{await Row()}'))).toBe('post post2');
  });

  it('of one value for an image, or refused with the function and its place', () => {
    const source = file("import { nice } from '@/nice';", '', '{[1, 2].map((n) => <p key={n}>{nice(n)}</p>)}');
    expect(getErrors(source)).toEqual([
      expect.objectContaining({
        line: 5,
        message: expect.stringMatching(/^nice comes from "@\/nice": .*paste the function nice/),
      }),
    ]);
  });
});

describe('a statement stays that changes what is shown', () => {
  it.each([
    ['a method', "const labels = new Map();\nlabels.set('a', 'A');", '{labels.get("a")}'],
    ['a method in a chain', "const labels = new Map();\nlabels.set('a', 'A').set('b', 'B');", '{labels.get("b")}'],
    ['a method in a callback', "const labels = new Set();\n['a'].forEach((one) => labels.add(one));", '{labels.size}'],
    ['a method whose result has a name', "const list = [];\nconst length = list.push('a');", '{list.length}'],
    ['a function of the language', "const theme = {};\nObject.assign(theme, { ink: 'black' });", '{theme.ink}'],
    ['an operator', 'let edition = 1;\nedition++;', '{edition}'],
    ['delete', "const theme = { a: 'x' };\ndelete theme.a;", '{Object.keys(theme).length}'],
    ['a member', "const theme = {};\ntheme.ink = 'black';", '{theme.ink}'],
    ['another name of the value', "const theme = {};\nconst same = theme;\nsame.ink = 'black';", '{theme.ink}'],
    [
      'a function of the file that does so',
      "let mode = 'a';\nconst use = (one) => { mode = one; };\nuse('b');",
      '{mode}',
    ],
    ['a function that is its result', 'let count = 0;\nconst next = () => ++count;\nnext();', '{count}'],
    ['a method in such a function', "const list = [];\nconst add = (one) => list.push(one);\nadd('a');", '{list[0]}'],
    [
      'an object that is configured',
      "const dates = { name: 'en', locale(one) { this.name = one; } };\ndates.locale('de');",
      '{dates.name}',
    ],
  ])('by %s', (_title, before, shown) => {
    const text = getText(file(before, '', shown));
    for (const line of before.split('\n')) expect(text).toContain(line);
  });

  it('and one of something outside is a note of its own', () => {
    const source = file(
      "import { fill } from '@/fill';\nconst theme = { ink: 'red' };\nfill(theme);",
      '',
      '{theme.ink}',
    );
    expect(importTemplate(source)?.notes.map(({ line, message }) => [line, message])).toContainEqual([
      4,
      expect.stringMatching(/^fill\(theme\);? is left out, .*theme is what it was before/),
    ]);
  });
});

describe('optional is decided by running', () => {
  const optionalIn = async (body: string, shown: string) => {
    const read = await readSource(file('', body, shown), 0);
    if (!('draft' in read)) throw new Error(JSON.stringify(read));
    return read.draft.variables.map(({ name, required }) => name + (required ? '' : '?')).join(' ');
  };
  const query = 'const q = new URL(request.url).searchParams;';
  it.each([
    ['what is drawn without it', `${query} const title = q.get("title");`, '<p>Hello {title}</p>', 'title?'],
    ['what a text would show', `${query} const title = q.get("title");`, '<p>{`Hello ${title}`}</p>', 'title'],
    ['what fails', `${query} const title = q.get("title");`, '<p>Hello {title.toUpperCase()}</p>', 'title'],
    [
      'the address of an image',
      `${query} const logo = q.get("logo");`,
      '<p>Hello <img src={logo} width="9" height="9" /></p>',
      'logo',
    ],
    ['all that is shown', `${query} const title = q.get("title");`, '{title}', 'title'],
    ['a part of a path', 'const { slug } = await params;', '<p>Hello {slug}</p>', 'slug'],
  ])('%s', async (_title, body, shown, expected) => {
    expect(await optionalIn(body, shown)).toBe(expected);
  });
});

it.each([
  ['request.headers.get("title")', 'null'],
  ['request.query.title', 'undefined'],
])("without an optional value, %s is what it is in the author's code", (read, expected) => {
  const source = file('', `const title = ${read};`, '{title === null ? <b>none</b> : title}');
  expect(importTemplate(source, new Set(['title']))?.text).toContain(`props.title ?? ${expected}`);
});

describe('what gives no template', () => {
  it.each([
    [
      "export { Card as default } from './card';",
      /^Card comes from "\.\/card": paste it into this file, or run image-url import/,
    ],
    [
      'export const A = () => <p>a</p>;\nexport const B = () => <p>b</p>;',
      /^A, B each give an image, and a template is one/,
    ],
    [
      'export const renderCard = (title) => <p>{title}</p>;\nexport const renderRow = (title) => <b>{title}</b>;',
      /^No image is made in this file: export renderCard as default/,
    ],
    [
      "import { ImageResponse } from 'next/og';\nexport function* GET() { return new ImageResponse(<p>a</p>); }",
      /^The image is made in a generator/,
    ],
    [
      "import { ImageResponse } from 'next/og';\nimport Card from './Card.vue';\nexport const GET = () => new ImageResponse(<Card />);",
      /^Card comes from "\.\/Card\.vue": a template is JSX/,
    ],
    [
      "import { ImageResponse } from '@ethercorps/sveltekit-og';\nimport Card from '$lib/Card.svelte';\nexport const GET = () => new ImageResponse(Card, {}, { title: 'a' });",
      /^Card comes from "\$lib\/Card\.svelte": a template is JSX: paste its elements/,
    ],
    [
      "import satori from 'satori';\nimport { html } from 'satori-html';\nimport { render } from '@/ui';\nconst clean = (node) => ({ ...node });\nexport const GET = async () => { const made = html(render()); return satori(clean(made), {}); };",
      /^This image is HTML in a text/,
    ],
    [
      "import satori from 'satori';\nconst icon = fetch('https://a.example').then((r) => ({ type: 'img', props: { src: r } }));\nexport const GET = async () => satori({ type: 'p', props: { children: [await icon, 'a'] } }, {});",
      /^icon has elements in what is loaded outside the file/,
    ],
  ])('is refused in one sentence: %s', (source, message) => {
    expect(getErrors(source)).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  });
});

describe('chains as long as a source are read', () => {
  const many = (count: number, write: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => write(at)).join('\n');
  const query = 'const { title } = request.query;';
  it.each([
    ['calls', file('', query, `{title${'.trim()'.repeat(2_000)}}`), 'title'],
    ['sums', file('', query, `{title + ${'1 + '.repeat(2_000)}1}`), 'title'],
    [
      'constants',
      file('', `${query}\nconst c0 = title;\n${many(3_000, (at) => `const c${at + 1} = c${at} + 'x';`)}`, '{c3000}'),
      'title',
    ],
    [
      'values from outside',
      file('', `const c0 = await load();\n${many(2_000, (at) => `const c${at + 1} = c${at};`)}`, '{c2000.title}'),
      'c2000',
    ],
    [
      'functions',
      file(
        `${many(500, (at) => `const f${at} = (r) => f${at + 1}(r);`)}\nconst f500 = (r) => r.query;`,
        '',
        '{f0(request).title}',
      ),
      'title',
    ],
    [
      'components',
      file(
        `${many(400, (at) => `const C${at} = ({ a }) => <C${at + 1} a={a} />;`)}\nconst C400 = ({ a }) => <p>{a}</p>;`,
        query,
        '<C0 a={title} />',
      ),
      'title',
    ],
  ])('%s', (_title, source, expected) => {
    expect(getVariables(source)).toBe(expected);
  });
});
