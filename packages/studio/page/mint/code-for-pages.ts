import { getKind } from 'image-url-engine/edge-cases.ts';
import { words } from '../words.ts';
import type { Snippet } from './tags-to-copy.ts';

const { snippets: notes } = words.mint;

/** A variable of the template, and its value in the displayed image. */
export interface PageVariable {
  readonly name: string;
  readonly value: unknown;
}

/** The displayed image. */
export interface PageImage {
  readonly templateId: string;
  readonly variables: readonly PageVariable[];
  /** In CSS pixels, of the first size. */
  readonly width: number;
  readonly height: number;
  readonly devicePixelRatio: number;
  readonly format: string;
  /** The template's sizes; empty if it has one. */
  readonly sizes: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  /** The displayed one. @default the first */
  readonly size?: string | undefined;
}

/** How a site gets its URLs: minted during its build, or signed by itself. */
export type UrlSource = 'mint' | 'sign';

/** Format of signed URLs without one. */
const usualFormat = 'webp';

/** How code of a framework reads a variable of the environment and `.env`. */
type Environment = 'process.env' | 'import.meta.env' | 'env';

const mintingClient = (env: Environment): string => `const images = createClient({
  baseUrl: ${env}.IMAGE_URL_BASE_URL,
  apiKey: ${env}.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
});`;

/** Returns the template for `createClient`, with its size for the tags of signed images. */
const getNamedTemplate = ({ templateId, width, height, devicePixelRatio, sizes }: PageImage): string => {
  const named = sizes.map((size) => `${JSON.stringify(size.name)}: [${size.width}, ${size.height}]`);
  const measures = named.length > 0 ? `sizes: { ${named.join(', ')} }` : `width: ${width}, height: ${height}`;
  const ratio = devicePixelRatio === 1 ? '' : `, devicePixelRatio: ${devicePixelRatio}`;
  return `{ templateId: '${templateId}', ${measures}${ratio} }`;
};

const signingClient = (image: PageImage, env: Environment): string => `const images = createClient({
  imageHost: ${env}.IMAGE_URL_HOST,
  signingKey: ${env}.IMAGE_URL_SIGNING_KEY,
  templates: { card: ${getNamedTemplate(image)} },
});`;

/** Colours and switches are constants of the site; texts, numbers, lists and images come from the page. */
const writeValue = ({ name, value }: PageVariable): string =>
  ['colour', 'switch'].includes(getKind(name, value)) ? JSON.stringify(value) : `page.${name}`;

/** Returns the request of one image per page, as an object in code. */
const getRequest = (options: readonly string[], variables: readonly PageVariable[], indent: string): string => {
  const title = variables.find(
    ({ name, value }) => typeof value === 'string' && /title|headline|quote|name/i.test(name),
  );
  const lines = [
    ...options,
    ...(variables.length === 0
      ? []
      : ['variables: {', ...variables.map((variable) => `  ${variable.name}: ${writeValue(variable)},`), '},']),
    `alt: ${title ? writeValue(title) : 'page.title'},`,
  ];
  return `{\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
};

/** Returns code that mints or signs one image per page, for each framework. `page` is the site's data of a page. */
export const codeForPages = (image: PageImage, source: UrlSource): Snippet[] => {
  const { templateId, variables, format, size, sizes } = image;
  const client = (env: Environment) => (source === 'sign' ? signingClient(image, env) : mintingClient(env));
  const options = [
    source === 'sign' ? "template: 'card'," : `templateId: '${templateId}',`,
    ...(size !== undefined && size !== sizes[0]?.name ? [`size: ${JSON.stringify(size)},`] : []),
    ...(source === 'sign' && format !== usualFormat ? [`format: '${format}',`] : []),
  ];
  const request = (indent = '') => getRequest(options, variables, indent);
  const imports = (adapter: string, name: string, env: Environment = 'process.env') =>
    `${env === 'env' ? "import * as env from '$app/env/private';\n" : ''}import { createClient } from 'image-url-client';\nimport { ${name} } from 'image-url-client/${adapter}';\n\n${client(env)}`;
  return [
    {
      title: 'Next',
      note: `${notes.install} ${notes.next}`,
      text: `${imports('next', 'cardMetadata')}

export const generateMetadata = async ({ params }) => {
  const page = await findPage(await params);
  return cardMetadata(images, ${request('  ')});
};`,
    },
    {
      title: 'Astro',
      note: `${notes.install} ${notes.astro}`,
      text: `---
${imports('astro', 'metaTags', 'import.meta.env')}

const { page } = Astro.props;
const tags = await metaTags(images, ${request()});
---

<head>
  {tags.map((tag) => <meta {...tag} />)}
</head>`,
    },
    {
      title: 'SvelteKit',
      note: `${notes.install} ${notes.sveltekit}`,
      text: `${imports('sveltekit', 'metaTags', 'env')}

export const load = async ({ params }) => {
  const page = await findPage(params);
  return { page, tags: await metaTags(images, ${request('  ')}) };
};`,
    },
    {
      title: 'Nuxt',
      note: `${notes.install} ${notes.nuxt}`,
      text: `${imports('nuxt', 'head')}

export default defineEventHandler(async (event) => {
  const page = await findPage(getQuery(event));
  return head(images, ${request('  ')});
});`,
    },
    {
      title: 'Hono',
      note: `${notes.install} ${notes.hono}`,
      text: `import { html, raw } from 'hono/html';
${imports('html', 'metaTags')}

app.get('/:slug', async (context) => {
  const page = await findPage(context.req.param());
  const tags = await metaTags(images, ${request('  ')});
  return context.html(html\`<!doctype html><html><head>\${raw(tags)}</head></html>\`);
});`,
    },
    {
      title: 'TanStack Start',
      note: `${notes.install} ${notes.tanstackStart}`,
      text: `import { createServerFn } from '@tanstack/react-start';
${imports('tags', 'metaTags')}

export const getCardTags = createServerFn()
  .validator((slug) => String(slug))
  .handler(async ({ data: slug }) => {
    const page = await findPage({ slug });
    return metaTags(images, ${request('    ')});
  });`,
    },
    {
      title: 'HTML',
      note: `${notes.install} ${notes.html}`,
      text: `${imports('html', 'metaTags')}

export const headOf = async (page) => {
  const tags = await metaTags(images, ${request('  ')});
  return \`<head>\\n\${tags}\\n</head>\`;
};`,
    },
  ];
};
