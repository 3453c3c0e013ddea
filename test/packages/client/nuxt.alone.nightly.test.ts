import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/create-client.ts';
import { packPackage } from '../../../tools/packages/pack.ts';
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const folder = useFolder();

const signingKey = `iusk.1-${'a'.repeat(16)}-${'b'.repeat(16)}.${'c'.repeat(43)}`;
const template = { templateId: 'starter-article', width: 1200, height: 630 };

const files: Readonly<Record<string, string>> = {
  '.env': `IMAGE_URL_HOST=https://img.example\nIMAGE_URL_SIGNING_KEY=${signingKey}\n`,
  'nuxt.config.ts': `import imageUrl from 'image-url-client/nuxt';
export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  modules: [[imageUrl, { templates: { card: ${JSON.stringify(template)} } }]],
});`,
  'app/app.vue': `<script setup>
await useCardTags({ template: 'card', variables: { title: '<Hello> & "all"' }, alt: '<Hello> & "all"' });
</script>
<template><p>Hello</p></template>`,
};

/** Needs the registry, and about 200 MB. */
it('the module of Nuxt gives pages the tags of images that the server signs, and browsers nothing', async () => {
  const tarball = await packPackage(folder, 'image-url-client');
  const manifest = {
    ...{ private: true, type: 'module' },
    dependencies: { nuxt: '4.5.2', 'image-url-client': `file:${tarball}` },
  };
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const settings = { cwd: folder };
  await run('npm', ['install', '--no-audit', '--no-fund'], settings);
  await run('npx', ['nuxt', 'generate'], settings);

  const output = join(folder, '.output/public');
  const page = await readFile(join(output, 'index.html'), 'utf8');
  const client = createClient({ imageHost: 'https://img.example', signingKey, templates: { card: template } });
  const url = client.sign({ template: 'card', variables: { title: '<Hello> & "all"' } });
  expect(page).toContain(`<meta property="og:image" content="${url}">`);
  expect(page).toContain('<meta property="og:image:width" content="1200">');
  expect(page).toMatch(/<meta property="og:image:alt" content="[^"]*Hello[^"]*&quot;all&quot;">/);
  const scripts = (await readdir(output, { recursive: true })).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const file of scripts)
    expect(await readFile(join(output, file), 'utf8'), file).not.toMatch(/iusk\.|IMAGE_URL|image-url-client/);
  expect(await readFile(join(folder, '.nuxt/nuxt.d.ts'), 'utf8')).toContain('export const useCardTags');
});
