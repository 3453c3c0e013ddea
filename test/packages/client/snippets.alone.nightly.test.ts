import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeForPages, type PageImage } from 'image-url-studio/page/mint/code-for-pages.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/create-client.ts';
import { packPackage } from '../../../tools/packages/pack.ts';
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const folder = useFolder();

const signingKey = `iusk.1-${'a'.repeat(16)}-${'b'.repeat(16)}.${'c'.repeat(43)}`;
const environment = `IMAGE_URL_HOST=https://img.example\nIMAGE_URL_SIGNING_KEY=${signingKey}\n`;
const client = createClient({ imageHost: 'https://img.example', signingKey });

const image: PageImage = {
  ...{ templateId: 'mine', width: 1200, height: 630, devicePixelRatio: 1, format: 'webp', sizes: [] },
  variables: [{ name: 'title', value: 'Title' }],
};
const snippet = (title: string) => codeForPages(image, 'sign').find((one) => one.title === title)?.text ?? '';
const example = (name: string) => readFile(`docs/examples/client/${name}`, 'utf8');
/** Code block of a language in a section of docs/frameworks.md. */
const block = async (section: string, language: string) => {
  const [, text = ''] = (await readFile('docs/frameworks.md', 'utf8')).split(`## ${section}\n`);
  return new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(text)?.[1] ?? expect.fail('no such code');
};

let tarball: string;
beforeAll(async () => {
  tarball = await packPackage(folder, 'image-url-client');
});

const write = async (site: string, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, site, file)), { recursive: true });
    await writeFile(join(folder, site, file), text);
  }
};
const install = async (site: string, dependencies: Readonly<Record<string, string>>) => {
  const all = { ...dependencies, 'image-url-client': `file:${tarball}` };
  await write(site, { 'package.json': JSON.stringify({ private: true, type: 'module', dependencies: all }) });
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: join(folder, site) });
};
/** The environment of a build and a server: without the variables, which are in `.env`. */
const env = { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1' };

/** The address in the tag of a page, decoded. */
const getImage = (html: string): string =>
  (/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? 'none').replaceAll('&amp;', '&');

/** Starts a server and returns the page at a path. */
const serve = async (site: string, program: readonly string[], port: number, path: string): Promise<string> => {
  const [command = '', ...args] = program;
  const server = spawn(command, args, {
    cwd: join(folder, site),
    env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      if (answer?.ok) return await answer.text();
      if (server.exitCode !== null) throw new Error(`The server of ${site} has ended.`);
      await new Promise((done) => setTimeout(done, 200));
    }
  } finally {
    server.kill();
    await once(server, 'exit');
  }
};

/** Needs the registry, and builds with the newest versions of the frameworks, pinned. */
describe('code of docs/frameworks.md and of Get URL, built and served with keys in .env', () => {
  it('SvelteKit', async () => {
    const site = 'sveltekit';
    await install(site, {
      ...{ '@sveltejs/kit': '3.2.0', '@sveltejs/adapter-node': '6.0.1', svelte: '5.57.3', vite: '8.4.0' },
      '@sveltejs/vite-plugin-svelte': '7.3.1',
    });
    const page = await block('SvelteKit', 'svelte');
    await write(site, {
      '.env': environment,
      'svelte.config.js': `import adapter from '@sveltejs/adapter-node';\nexport default { kit: { adapter: adapter() } };`,
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };`,
      'src/app.html': '<html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/lib/server/images.js': await example('sveltekit-images.js'),
      'src/routes/docs/[title]/card.js': await example('card.js'),
      'src/routes/docs/[title]/+page.server.js': await example('sveltekit.js'),
      'src/routes/docs/[title]/+page.svelte': page,
      'src/routes/studio/[title]/+page.server.js': `const findPage = async ({ title }) => ({ title });\n${snippet('SvelteKit')}`,
      'src/routes/studio/[title]/+page.svelte': page,
    });
    await run('npx', ['vite', 'build'], { cwd: join(folder, site), env });

    const server = ['node', '--env-file=.env', 'build/index.js'];
    const documented = getImage(await serve(site, server, 41_801, '/docs/Hello'));
    expect(documented).toContain('https://img.example/v1/i/');
    expect(documented).toContain('/starter-article/');
    const own = getImage(await serve(site, server, 41_801, '/studio/Hello'));
    expect(own).toBe(client.sign({ templateId: 'mine', variables: { title: 'Hello' } }));
  });

  it('Astro', async () => {
    const site = 'astro';
    const { dependencies } = JSON.parse(await readFile('examples/astro/package.json', 'utf8'));
    await install(site, { astro: dependencies.astro });
    const page = (layout: string, properties: string) =>
      `---\nimport Layout from '../layouts/${layout}.astro';\n---\n<Layout ${properties} />\n`;
    await write(site, {
      '.env': environment,
      'src/layouts/images.js': await example('astro-images.js'),
      'src/layouts/card.js': await example('card.js'),
      'src/layouts/docs.astro': await example('astro.astro'),
      'src/layouts/studio.astro': snippet('Astro'),
      'src/pages/docs.astro': page('docs', 'title="Hello"'),
      'src/pages/studio.astro': page('studio', "page={{ title: 'Hello' }}"),
    });
    await run('npx', ['astro', 'build'], { cwd: join(folder, site), env });

    const read = (name: string) => readFile(join(folder, site, `dist/${name}/index.html`), 'utf8');
    expect(getImage(await read('docs'))).toContain('/starter-article/');
    expect(getImage(await read('studio'))).toBe(client.sign({ templateId: 'mine', variables: { title: 'Hello' } }));
  });
});
