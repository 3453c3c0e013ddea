import { expect, it } from 'vitest';
import { findFiles, joinFiles } from '#engine/import/files.ts';
import { importTemplate } from '#engine/import/import-template.ts';
import { getErrors, getVariables } from '../template/drafts.ts';

const route = `import { ImageResponse } from 'next/og';
import { Card } from './card';
export const GET = (req) => new ImageResponse(<Card title={req.nextUrl.searchParams.get('title') ?? 'Hello'} />);
`;
const card = `import { ground } from './theme';
const section = 'News';
export const Card = ({ title }) => <div style={{ background: ground }}>{section} {title}</div>;
`;
const theme = "export const ground = 'white';\nexport const unused = process.env.SECRET;\n";

const source = joinFiles(
  [
    { path: 'theme.ts', text: theme, imports: {} },
    { path: 'card.tsx', text: card, imports: { './theme': 'theme.ts' } },
  ],
  { path: 'route.tsx', text: route, imports: { './card': 'card.tsx' } },
);

it('files keep their lines in a source of several', () => {
  const files = findFiles(source);
  expect(files.map(({ path, start, end }) => [path, source.slice(start, end)])).toEqual([
    ['theme.ts', theme],
    ['card.tsx', card],
    ['route.tsx', route],
  ]);
  const lines = source.split('\n');
  expect(files.map(({ line }) => lines[line - 1])).toEqual([theme, card, route].map((text) => text.split('\n')[0]));
});

it('what the image needs of other files is part of the template, under the names that it has there', () => {
  expect(getVariables(source)).toBe('title?');
  const imported = importTemplate(source);
  expect(imported?.neighbours.toSorted()).toEqual(['card.tsx', 'route.tsx', 'theme.ts']);
  expect(imported?.text).toContain("const section = 'News'");
  expect(imported?.text).not.toContain('SECRET');
});

it('two files may use a name', () => {
  const logo = 'const ground = 1;\nexport default function Logo() { return <b>Logo {ground}</b>; }\n';
  const main = `import { ImageResponse } from 'next/og';
import Logo from './logo';
const ground = 'white';
export const GET = () => new ImageResponse(<div style={{ background: ground }}><Logo /></div>);
`;
  const both = joinFiles([{ path: 'logo.tsx', text: logo, imports: {} }], {
    path: 'route.tsx',
    text: main,
    imports: { './logo': 'logo.tsx' },
  });

  expect(getErrors(both)).toEqual([]);
  expect(importTemplate(both)?.text).toContain('background: ground');
});

it('a mistake in a source of several files has its place', () => {
  expect(getErrors(source.replace('title={req', 'title={{req'))).toEqual([
    expect.objectContaining({ line: 9, code: 'syntax' }),
  ]);
});

it('what is wrong with another file has its line in the source', () => {
  const wrong = source
    .replace('{section} {title}', '<Chart />')
    .replace('import { ground }', "import { Chart } from '@/chart'; import { ground }");
  expect(getErrors(wrong)).toEqual([
    expect.objectContaining({ line: 6, message: expect.stringMatching(/^Chart comes from "@\/chart": paste/) }),
  ]);
});

it.each(['// image-url files', '// image-url files {}', '// image-url files [["a",1]]'])(
  '%s lists no files',
  (head) => {
    expect(findFiles(`${head}\n${route}`)).toHaveLength(1);
  },
);
