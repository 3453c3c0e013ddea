import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { codeForPages } from '../../../studio/page/mint/code-for-pages.ts';

const variables = [
  { name: 'title', value: 'A "title"' },
  { name: 'accent', value: '#0b6b53' },
  { name: 'tags', value: ['a'] },
];

it('is code that parses, with the template, its variables and one image per page', async () => {
  for (const { title, text } of [...codeForPages('t1', variables), ...codeForPages('t1', [])]) {
    const script = title === 'Astro' ? (text.split('---\n')[1] ?? '') : text;
    await transform(script, { loader: 'js' });
    expect(text).toContain("templateId: 't1',");
  }
  const [{ text = '' } = {}] = codeForPages('t1', variables);
  expect(text).toContain('title: page.title,');
  expect(text).toContain('accent: "#0b6b53",');
  expect(text).toContain('tags: page.tags,');
  expect(text).toContain('alt: page.title,');
});

it('signs in code: with a signing key, the template and its size, and without an API key', async () => {
  const snippets = codeForPages('t1', variables, { kind: 'sign', width: 1200, height: 630 });

  expect(snippets.map(({ title }) => title)).toEqual(codeForPages('t1', variables).map(({ title }) => title));
  for (const { title, text } of snippets) {
    const script = title === 'Astro' ? (text.split('---\n')[1] ?? '') : text;
    await transform(script, { loader: 'js' });
    expect(text).toContain('signingKey: process.env.IMAGE_URL_SIGNING_KEY,');
    expect(text).toContain("templates: { card: { templateId: 't1', width: 1200, height: 630 } },");
    expect(text).toContain("template: 'card',");
    expect(text).not.toContain('API_KEY');
  }
});
