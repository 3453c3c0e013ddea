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
  'astro.config.mjs': `import imageUrl from 'image-url-client/astro';
export default { integrations: [imageUrl({ templates: { card: ${JSON.stringify(template)} } })] };`,
  'src/pages/index.astro': `---
import { metaTags } from 'image-url:images';
const tags = await metaTags({ template: 'card', variables: { title: 'Hello' }, alt: 'Hello' });
---
<html lang="en"><head>{tags.map((tag) => <meta {...tag} />)}</head><body></body></html>`,
};

/** Needs the registry. */
it('the integration of Astro gives pages the tags of images that it signs, with keys of .env', async () => {
  const tarball = await packPackage(folder, 'image-url-client');
  const { dependencies } = JSON.parse(await readFile('examples/astro/package.json', 'utf8'));
  const manifest = {
    ...{ private: true, type: 'module' },
    dependencies: { astro: dependencies.astro, 'image-url-client': `file:${tarball}` },
  };
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const settings = { cwd: folder, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } };
  await run('npm', ['install', '--no-audit', '--no-fund'], settings);
  await run('npx', ['astro', 'build'], settings);

  const page = await readFile(join(folder, 'dist/index.html'), 'utf8');
  const client = createClient({ imageHost: 'https://img.example', signingKey, templates: { card: template } });
  const url = client.sign({ template: 'card', variables: { title: 'Hello' } });
  expect(page).toContain(`<meta property="og:image" content="${url}">`);
  expect(page).toContain('<meta property="og:image:width" content="1200">');
  const built = await readdir(join(folder, 'dist'), { recursive: true });
  expect(built, 'nothing of it is for browsers').toEqual(['index.html']);
});
