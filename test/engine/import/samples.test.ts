import { describe, expect, it } from 'vitest';
import { joinFiles } from '#engine/import/files.ts';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';
import { readable } from '../template/drafts.ts';

const og = "import { ImageResponse } from 'next/og';\nimport { load } from '@/load';\n";
const route = (body: string, shown: string, before = '') =>
  `${og}${before}export async function GET(req: Request) {\nconst post = await load(1);\n${body}\nreturn new ImageResponse(<div>${shown}</div>);\n}`;
const getSample = (source: string, name = 'post') =>
  readable(parseTemplateSource(source)).variables.find((one) => one.name === name)?.sample;
const picture = expect.stringMatching(/^data:image/);
const day = '2026-01-01';

describe('a value is followed', () => {
  it.each([
    [
      'into every call of a function',
      "const percent = (rate) => (rate * 100).toFixed(1) + '%';\n",
      '',
      '{percent(post.now)} {percent(post.before)}',
      { now: 1, before: 1 },
    ],
    [
      'out of the function that it was given to, and of no other call',
      'const same = (given) => given;\n',
      '',
      '<img src={same(post.photo)} />{same(post.title)}',
      { photo: picture, title: 'Title' },
    ],
    [
      'through a condition of a function, into a name that is assigned',
      "const open = (uri?: string) => (uri?.startsWith('ipfs:') ? 'https://a.example/' + uri.slice(7) : uri);\n",
      'let photo;\nphoto = open(post.photo);',
      '{photo ? <img src={photo} /> : null}{post.title}',
      { photo: picture, title: 'Title' },
    ],
    [
      'through the branches of a condition, and where a text begins',
      '',
      "const logo = post.isDark ? post.dark : post.light;\nconst src = logo.startsWith('/') ? post.site + logo : logo;",
      '<img src={src} />',
      { isDark: true, dark: picture, light: picture, site: picture },
    ],
    [
      'into a list that is read by the index of another',
      '',
      '',
      '{[1, 2].map((n, i) => <img key={n} src={post.covers[i]} />)}',
      { covers: [picture, picture, picture] },
    ],
    [
      'into the object that a function returns',
      'const read = (given) => ({ when: given.day, photo: given.file, title: given.name });\n',
      'const { when, ...rest } = read(post);',
      '{new Date(when).getFullYear()}<img src={rest.photo} />{rest.title}',
      { day, file: picture, name: 'Name' },
    ],
    [
      'into the list that a function makes of a list',
      '',
      'const photos = post.photos.map((one) => one.src);',
      '{photos.map((one) => <img src={one} />)}',
      { photos: [{ src: picture }, { src: picture }, { src: picture }] },
    ],
    [
      'into a list that is added to',
      '',
      'const rows = [];\nrows.push({ label: "Views", count: post.views });',
      '{rows.map(({ label, count }) => <p>{label}{count.toFixed(1)}</p>)}',
      { views: 1 },
    ],
    [
      'into items that are written out, each by itself',
      '',
      '',
      '{[[post.title, post.photo]].map(([title, photo]) => <p>{title}<img src={photo} /></p>)}',
      { title: 'Title', photo: picture },
    ],
    [
      'into a sum',
      '',
      'const sum = post.rows.reduce((all, one) => all + one.count, 0);',
      '{sum}',
      {
        rows: [{ count: 1 }, { count: 1 }, { count: 1 }],
      },
    ],
    ['where a number is in its place', '', 'const views = post.views ?? 0;', '{views}', { views: 1 }],
    [
      'into a style that has a name',
      '',
      'const box = { background: post.ground };',
      '<p style={box}>x</p>',
      { ground: '#888888' },
    ],
    [
      'into an element that a function of the file makes',
      'const el = (type, props, ...children) => ({ type, props: { ...props, children } });\n',
      '',
      "{el('p', { style: { color: post.ink } }, post.title)}{el('img', { src: post.photo })}",
      { ink: '#888888', title: 'Title', photo: picture },
    ],
    [
      'into replies, and has an end',
      'const Reply = ({ one }) => <p>{one.text}{one.replies.map((inner) => <Reply one={inner} />)}</p>;\n',
      '',
      '<Reply one={post} />',
      { text: 'Text', replies: Array(3).fill({ text: 'Text', replies: [] }) },
    ],
    [
      'but is no picture behind a literal text',
      '',
      "const src = 'https://a.example/' + post.slug + '.png';",
      '<img src={src} />{post.title}',
      { slug: 'Slug', title: 'Title' },
    ],
    [
      'but is no picture where it is written too',
      '',
      "const src = post.site + '/a.png';",
      '<img src={src} />{post.site}',
      { site: 'Site' },
    ],
  ])('%s', (_title, before, body, shown, sample) => {
    expect(getSample(route(body, shown, before))).toEqual(sample);
  });

  it('into a component of another file', () => {
    const source = joinFiles(
      [
        {
          path: 'card.tsx',
          imports: {},
          text: 'export const Card = ({ title, logo }) => <p>{title}<img src={logo} /></p>;\n',
        },
      ],
      {
        path: 'route.tsx',
        imports: { './card': 'card.tsx' },
        text: route('', '<Card {...post} />', "import { Card } from './card';\n"),
      },
    );
    expect(getSample(source)).toEqual({ title: 'Title', logo: picture });
  });

  it('into another file and out of it', () => {
    const source = joinFiles(
      [{ path: 'logo.ts', imports: {}, text: 'export const pick = (site) => site.logo ?? site.icon;\n' }],
      {
        path: 'route.tsx',
        imports: { './logo': 'logo.ts' },
        text: route('const logo = pick(post);', '<img src={logo} />', "import { pick } from './logo';\n"),
      },
    );
    expect(getSample(source)).toEqual({ logo: picture, icon: picture });
  });

  it('where its type says only that it is a text or a number', () => {
    const type = 'interface Post { title: string; photo: string; count: number; size: number }\n';
    const source = `import satori from 'satori';\n${type}export default async (post: Post) => satori(<p>{post.title}{post.count}<b style={{ fontSize: post.size }}>x</b><img src={post.photo} /></p>, {});`;
    expect(getSample(source)).toEqual({ title: 'Title', photo: picture, count: 1, size: 64 });
  });
});

describe('a text that is compared', () => {
  const none = 'return new ImageResponse(<p>None</p>);';
  it.each([
    ['has what it must be', `if (!post || post.kind !== 'public') ${none}`, '{post.title}', 'public'],
    ['has what shows more', '', "{post.kind === 'pro' && <b>Pro</b>}{post.title}", 'pro'],
    [
      'has the first of a switch',
      "let shown;\nswitch (post.kind) {\ncase 'book': shown = <b>Book</b>; break;\ncase 'app': shown = <i>App</i>; break;\ndefault: throw new Error();\n}",
      '{shown}',
      'book',
    ],
    ['has the first of a list', `if (!['a', 'b'].includes(post.kind)) ${none}`, '{post.title}', 'a'],
    ['is not what shows something else', `if (post.kind === 'private') ${none}`, '{post.title}', 'Kind'],
    [
      'is not what throws',
      "const draw = (kind) => { if (kind === 'bad') throw new Error(); if (kind === 'x') return 1; throw new Error(); };",
      '{draw(post.kind)}',
      'x',
    ],
    [
      'is not what a name of the comparison leaves out',
      `const isHidden = post.kind === 'hidden';\nif (isHidden) ${none}`,
      '{post.title}',
      'Kind',
    ],
    ['is not what hides a part', '', "{post.kind !== 'free' && <b>{post.kind}</b>}", 'Kind'],
    ['is no text that stands for nothing', '', "{post.kind === 'undefined' ? 'x' : post.kind}", 'Kind'],
    ['is no type', '', "{typeof post.kind === 'string' ? post.kind : 'x'}", 'Kind'],
    ['is a number if it is compared with one', '', "{post.kind === 0 ? 'none' : post.kind}", 1],
    ['is a picture where it is one', '', "{post.kind === 'x' ? null : <img src={post.kind} />}", picture],
  ])('%s', (_title, body, shown, kind) => {
    expect(getSample(route(body, shown))).toMatchObject({ kind });
  });
});

it.each([
  ['names', "import { WIDTH, HEIGHT } from '@/size';\n", 'WIDTH', 'HEIGHT', { WIDTH: 1200, HEIGHT: 630 }],
  ['members', "import { size } from '@/size';\n", 'size.w', 'size.h', { size: { w: 1200, h: 630 } }],
])('what the options have as the size of the image is one: %s', (_title, before, width, height, samples) => {
  const source = `${og}${before}export const GET = () => new ImageResponse(<p style={{ width: ${width}, height: ${height} }}>x</p>, { width: ${width}, height: ${height} });`;
  for (const [name, sample] of Object.entries(samples)) expect(getSample(source, name)).toEqual(sample);
});
