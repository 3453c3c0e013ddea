import { transform } from 'esbuild';
import { codeForPages, type PageImage } from 'image-url-studio/page/mint/code-for-pages.ts';
import { expect, it } from 'vitest';

const variables = [
  { name: 'title', value: 'A "title"' },
  { name: 'accent', value: '#0b6b53' },
  { name: 'tags', value: ['a'] },
];

const image: PageImage = {
  ...{ templateId: 't1', variables, width: 1200, height: 630, devicePixelRatio: 1, format: 'webp', sizes: [] },
};

it('is code that parses, with the template, its variables and one image per page', async () => {
  for (const { title, text } of [
    ...codeForPages(image, 'mint'),
    ...codeForPages({ ...image, variables: [] }, 'mint'),
  ]) {
    const script = title === 'Astro' ? (text.split('---\n')[1] ?? '') : text;
    await transform(script, { loader: 'js' });
    expect(text).toContain("templateId: 't1',");
  }
  const [{ text = '' } = {}] = codeForPages(image, 'mint');
  expect(text).toContain('title: page.title,');
  expect(text).toContain('accent: "#0b6b53",');
  expect(text).toContain('tags: page.tags,');
  expect(text).toContain('alt: page.title,');
});

/** How code reads the environment and `.env`, where not by `process.env`. */
const environments: Readonly<Record<string, string>> = { Astro: 'import.meta.env', SvelteKit: 'env' };

it('signs in code: with a signing key, the template and its size, and without an API key', async () => {
  const snippets = codeForPages(image, 'sign');

  expect(snippets.find(({ title }) => title === 'SvelteKit')?.text).toContain(
    "import * as env from '$app/env/private';",
  );
  for (const { note } of snippets) expect(note).toContain('npm install image-url-client');

  expect(snippets.map(({ title }) => title)).toEqual(codeForPages(image, 'mint').map(({ title }) => title));
  for (const { title, text } of snippets) {
    const script = title === 'Astro' ? (text.split('---\n')[1] ?? '') : text;
    await transform(script, { loader: 'js' });
    expect(text).toContain(`signingKey: ${environments[title] ?? 'process.env'}.IMAGE_URL_SIGNING_KEY,`);
    expect(text).toContain("templates: { card: { templateId: 't1', width: 1200, height: 630 } },");
    expect(text).toContain("template: 'card',");
    expect(text).not.toContain('API_KEY');
    expect(text).not.toContain('format:');
  }
});

it('signs the displayed image: its size, its format and its pixels', async () => {
  const sizes = [
    { name: 'og', width: 1200, height: 630 },
    { name: 'square', width: 600, height: 600 },
  ];
  const [{ text = '' } = {}] = codeForPages(
    { ...image, devicePixelRatio: 2, format: 'png', sizes, size: 'square' },
    'sign',
  );
  await transform(text, { loader: 'js' });
  expect(text).toContain(
    `templates: { card: { templateId: 't1', sizes: { "og": [1200, 630], "square": [600, 600] }, devicePixelRatio: 2 } },`,
  );
  expect(text).toContain('size: "square",');
  expect(text).toContain("format: 'png',");
});
