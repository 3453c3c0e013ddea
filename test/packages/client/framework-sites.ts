import { readFileSync } from 'node:fs';
import { codeForPages, type PageImage, type UrlSource } from 'image-url-studio/page/mint/code-for-pages.ts';

/** A block of code of `docs/frameworks.md`, or of the studio's *Get URL*. */
interface CodeBlock {
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** A site of a framework that consists of copied code, and of what its framework needs besides. */
export interface FrameworkSite {
  readonly name: string;
  /** Newest versions, pinned. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Versions of what these depend on. @default those that they ask for */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly build?: readonly string[];
  /** Program of the server and its arguments. `HOST` and `PORT` are its address, here and in the environment. */
  readonly serve: readonly string[];
  /** Paths of pages that name an image. */
  readonly pages: readonly string[];
}

const readBlocks = (): CodeBlock[] =>
  readFileSync('docs/frameworks.md', 'utf8')
    .split(/^#{2,3} /m)
    .flatMap((part) =>
      [...part.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, language = '', text = '']) => ({
        ...{ place: part.split('\n', 1)[0] ?? '', language, text },
      })),
    );

const getSnippets = (image: PageImage): CodeBlock[] =>
  (['sign', 'mint'] satisfies UrlSource[]).flatMap((source) =>
    codeForPages(image, source).map(({ title, text }) => ({ place: `Get URL, ${title}`, language: source, text })),
  );

/** Code that no site holds, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'declare module': 'declarations, compiled by test/packages/client/package.slow.test.ts',
  'env.CARDS': 'a store of Cloudflare, which is not on this machine',
};

/** Returns the sites, and the blocks of code that none of them holds. @param templateId a template with a `title` */
export const getFrameworkSites = (templateId: string) => {
  const image: PageImage = {
    ...{ templateId, width: 1200, height: 630, devicePixelRatio: 1, format: 'webp', sizes: [] },
    variables: [{ name: 'title', value: 'Title' }],
  };
  const blocks = [...readBlocks(), ...getSnippets(image)];
  const left = new Set(blocks);
  const code = (place: string, language: string, has = ''): string => {
    const found = blocks.find(
      (one) => one.place.startsWith(place) && one.language === language && one.text.includes(has),
    );
    if (!found) throw new Error(`There is no ${language} with "${has}" under ${place}.`);
    left.delete(found);
    return found.text;
  };
  const js = (place: string, has?: string) => code(place, 'js', has);
  const start = (has: string) => js('# In your framework', has);
  const named = (place: string, language: string, name: string, has?: string) => ({
    [name]: code(place, language, has),
  });

  /** The files that every snippet imports. */
  const common = (folder: string, images = start('createClient({')) => ({
    [`${folder}images.js`]: images,
    [`${folder}card.js`]: start('export const card'),
    [`${folder}pages.js`]: start('export const findPage'),
  });
  const findPage = (path: string) => `import { findPage } from '${path}';\n`;
  const signed = (framework: string) => code(`Get URL, ${framework}`, 'sign');
  const minted = (framework: string) => code(`Get URL, ${framework}`, 'mint');

  const next: FrameworkSite = {
    name: 'Next',
    dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    files: {
      'app/layout.js': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
      ...common('app/[slug]/'),
      'app/[slug]/page.js': `${js('Next')}\nexport default () => 'page';`,
      ...common('app/own/[slug]/'),
      'app/own/[slug]/page.js': `export default () => 'page';`,
      'app/own/[slug]/opengraph-image.js': js('With `opengraph-image.js`'),
      'app/signed/[slug]/page.js': `${findPage('../../[slug]/pages.js')}${signed('Next')}\nexport default () => 'page';`,
      'app/minted/[slug]/page.js': `${findPage('../../[slug]/pages.js')}${minted('Next')}\nexport default () => 'page';`,
    },
    build: ['next', 'build'],
    serve: ['next', 'start', '--hostname', 'HOST', '--port', 'PORT'],
    pages: ['/hello', '/own/hello', '/signed/hello', '/minted/hello'],
  };

  const astroPage = (layout: string, properties: string) =>
    `---\nimport Layout from '../layouts/${layout}.astro';\n---\n<Layout ${properties} />\n`;
  const astro: FrameworkSite = {
    name: 'Astro',
    dependencies: { astro: '7.3.5' },
    files: {
      'astro.config.mjs': js('Astro', 'integrations'),
      ...common('src/layouts/', js('Astro', 'import.meta.env')),
      ...named('Astro', 'astro', 'src/layouts/docs.astro', './images.js'),
      'src/layouts/integration.astro': `${code('Astro', 'astro', 'image-url:images')}\n<head>{tags.map((tag) => <meta {...tag} />)}</head>`,
      'src/layouts/signed.astro': signed('Astro'),
      'src/layouts/minted.astro': minted('Astro'),
      'src/pages/docs.astro': astroPage('docs', 'title="Hello"'),
      'src/pages/integration.astro': astroPage('integration', 'title="Hello"'),
      'src/pages/signed.astro': astroPage('signed', "page={{ title: 'Hello' }}"),
      'src/pages/minted.astro': astroPage('minted', "page={{ title: 'Hello' }}"),
    },
    build: ['astro', 'build'],
    serve: ['astro', 'preview', '--host', 'HOST', '--port', 'PORT'],
    pages: ['/docs', '/integration', '/signed', '/minted'],
  };

  const sveltePage = code('SvelteKit', 'svelte');
  const svelteKit: FrameworkSite = {
    name: 'SvelteKit',
    dependencies: {
      ...{ '@sveltejs/kit': '3.2.0', '@sveltejs/adapter-node': '6.0.1', svelte: '5.57.3', vite: '8.4.0' },
      '@sveltejs/vite-plugin-svelte': '7.3.1',
    },
    files: {
      'vite.config.js': `import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter() })] };`,
      // with the variables of the code that mints
      'src/env.js': js('SvelteKit', 'defineEnvVars').replace(
        ' })',
        ', IMAGE_URL_BASE_URL: {}, IMAGE_URL_API_KEY: {} })',
      ),
      'src/app.html': '<html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      ...common('src/routes/[slug]/'),
      'src/routes/[slug]/images.server.js': js('SvelteKit', '$app/env/private'),
      'src/routes/[slug]/+page.server.js': js('SvelteKit', 'load'),
      'src/routes/[slug]/+page.svelte': sveltePage,
      'src/routes/signed/[slug]/+page.server.js': `${findPage('../../[slug]/pages.js')}${signed('SvelteKit')}`,
      'src/routes/signed/[slug]/+page.svelte': sveltePage,
      'src/routes/minted/[slug]/+page.server.js': `${findPage('../../[slug]/pages.js')}${minted('SvelteKit')}`,
      'src/routes/minted/[slug]/+page.svelte': sveltePage,
    },
    build: ['vite', 'build'],
    serve: ['node', '--env-file=.env', 'build/index.js'],
    pages: ['/hello', '/signed/hello', '/minted/hello'],
  };

  const nuxtPage = code('Nuxt', 'vue', 'useFetch');
  const nuxt: FrameworkSite = {
    name: 'Nuxt',
    dependencies: { nuxt: '4.5.2' },
    // findings/nuxt-pages-under-vite-8.4.sh
    overrides: { vite: '8.3.8' },
    files: {
      'nuxt.config.ts': code('Nuxt', 'ts'),
      'app/app.vue': '<template><NuxtPage /></template>',
      'app/pages/module.vue': `${code('Nuxt', 'vue', 'useCardTags')}\n<template><p>page</p></template>`,
      'app/pages/route.vue': `${nuxtPage}\n<template><p>page</p></template>`,
      ...common('server/utils/'),
      'server/api/head.js': js('Nuxt'),
      ...Object.fromEntries(
        [
          ['signed', signed('Nuxt')],
          ['minted', minted('Nuxt')],
        ].flatMap(([name, text]) => [
          [`server/api/${name}.js`, `${findPage('../utils/pages.js')}${text}`],
          [
            `app/pages/${name}.vue`,
            `${nuxtPage.replace('/api/head', `/api/${name}`)}\n<template><p>page</p></template>`,
          ],
        ]),
      ),
    },
    build: ['nuxt', 'build'],
    serve: ['node', '--env-file=.env', '.output/server/index.mjs'],
    pages: ['/module', '/route', '/signed', '/minted'],
  };

  const hono: FrameworkSite = {
    name: 'Hono',
    dependencies: { hono: '4.13.19', '@hono/node-server': '2.1.9' },
    files: {
      ...common(''),
      'docs.js': js('Hono'),
      ...Object.fromEntries(
        [
          ['signed', signed('Hono')],
          ['minted', minted('Hono')],
        ].map(([name, text]) => [
          `${name}.js`,
          `import { Hono } from 'hono';\n${findPage('./pages.js')}const app = new Hono();\n${text}\nexport { app };`,
        ]),
      ),
      'server.js': `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { app as docs } from './docs.js';
import { app as signed } from './signed.js';
import { app as minted } from './minted.js';
const { fetch } = new Hono().route('/docs', docs).route('/signed', signed).route('/minted', minted);
serve({ fetch, hostname: process.env.HOST, port: Number(process.env.PORT) });`,
    },
    serve: ['node', '--env-file=.env', 'server.js'],
    pages: ['/docs/hello', '/signed/hello', '/minted/hello'],
  };

  const startRoute = (name: string) => `import { createFileRoute } from '@tanstack/react-router';
import { getCardTags } from '../${name}.js';
export const Route = createFileRoute('/${name}/$slug')({
  loader: ({ params }) => getCardTags({ data: params.slug }),
  head: ({ loaderData }) => ({ meta: loaderData }),
});`;
  const tanStackStart: FrameworkSite = {
    name: 'TanStack Start',
    dependencies: {
      ...{ '@tanstack/react-start': '1.169.5', '@tanstack/react-router': '1.170.46', vite: '8.4.0' },
      ...{ '@vitejs/plugin-react': '6.3.0', react: '19.3.1', 'react-dom': '19.3.1' },
    },
    files: {
      'vite.config.js': `import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
export default { plugins: [tanstackStart(), react()] };`,
      'src/router.jsx': `import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
export const getRouter = () => createRouter({ routeTree });`,
      'src/routes/__root.jsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
export const Route = createRootRoute({
  component: () => <html lang="en"><head><HeadContent /></head><body><Outlet /><Scripts /></body></html>,
});`,
      ...common('src/'),
      'src/routes/$slug.jsx': code('TanStack Start', 'jsx'),
      'src/signed.js': `${findPage('./pages.js')}${signed('TanStack Start')}`,
      'src/minted.js': `${findPage('./pages.js')}${minted('TanStack Start')}`,
      'src/routes/signed.$slug.jsx': startRoute('signed'),
      'src/routes/minted.$slug.jsx': startRoute('minted'),
    },
    build: ['vite', 'build'],
    serve: ['node', '--env-file=.env', 'node_modules/vite/bin/vite.js', 'preview', '--host', 'HOST', '--port', 'PORT'],
    pages: ['/hello', '/signed/hello', '/minted/hello'],
  };

  const program: FrameworkSite = {
    name: 'a program',
    dependencies: {},
    files: {
      ...common(''),
      'html.js': js('HTML'),
      'sign.js': `import { card } from './card.js';\nimport { images } from './images.js';\n${start('images.sign(')}\nexport { url };`,
      'minting.js': js('Minting', 'createClient'),
      'mint.js': `import { card } from './card.js';\nimport { images } from './minting.js';\n${js('Minting', 'await images.mint(')}\nexport { url };`,
      'named.js': `import { createClient } from 'image-url-client';
const { IMAGE_URL_HOST: imageHost, IMAGE_URL_SIGNING_KEY: signingKey } = process.env;
const images = ${js('Templates by name', 'createClient(')}
export const url = images.sign({ template: 'article', variables: ${'{ title: "Hello", author: "", date: "", publication: "", section: "", readingTime: "" }'} });`,
      'errors.js': js('Errors'),
      'signed.js': `${signed('HTML')}\nexport const head = await headOf({ title: 'Hello' });`,
      'minted.js': `${minted('HTML')}\nexport const head = await headOf({ title: 'Hello' });`,
      'server.js': `import { createServer } from 'node:http';
import './errors.js';
import { heads } from './html.js';
import { head as signed } from './signed.js';
import { head as minted } from './minted.js';
import { url as byKey } from './sign.js';
import { url as byMint } from './mint.js';
import { url as byName } from './named.js';
const tag = (url) => \`<meta property="og:image" content="\${url.replaceAll('&', '&amp;')}">\`;
const pages = {
  ...{ '/html': heads[0], '/signed': signed, '/minted': minted },
  ...{ '/sign': tag(byKey), '/mint': tag(byMint), '/named': tag(byName) },
};
createServer(({ url }, response) => response.end(pages[url])).listen(process.env.PORT, process.env.HOST);`,
    },
    serve: ['node', '--env-file=.env', 'server.js'],
    pages: ['/html', '/signed', '/minted', '/sign', '/mint', '/named'],
  };

  const sites = [next, astro, svelteKit, nuxt, hono, tanStackStart, program];
  const unused = [...left]
    .filter(({ text }) => !Object.keys(elsewhere).some((words) => text.includes(words)))
    .map(({ place, language, text }) => `${place}, ${language}: ${text.split('\n', 1)[0]}`);
  return { sites, unused };
};
