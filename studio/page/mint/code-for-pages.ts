import { getKind } from '../../../lambdas/core/template/edge-cases/kind-of.ts';
import type { Snippet } from './tags-to-copy.ts';

/** A variable of the template, and the value that the image in front of the reader has. */
export interface PageVariable {
  readonly name: string;
  readonly value: unknown;
}

/** How a site makes its URLs: it asks for them while it is built, or signs them itself. */
export type UrlSource =
  | { readonly kind: 'mint' }
  | { readonly kind: 'sign'; readonly width: number; readonly height: number };

const mintingClient = `const images = createClient({
  baseUrl: process.env.IMAGE_URL_BASE_URL,
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
});`;

/** The size is that of the image in front of the reader, in its own pixels: tags of a signed image have it from here. */
const signingClient = (templateId: string, width: number, height: number): string => `const images = createClient({
  imageUrl: process.env.IMAGE_URL_HOST,
  signingKey: process.env.IMAGE_URL_SIGNING_KEY,
  templates: { card: { templateId: '${templateId}', width: ${width}, height: ${height} } },
});`;

/** Colours and switches are the site's, and stay as they are; texts, numbers, lists and images are the page's. */
const writeValue = ({ name, value }: PageVariable): string =>
  ['colour', 'switch'].includes(getKind(name, value)) ? JSON.stringify(value) : `page.${name}`;

/** The request of one image per page, as an object in code. */
const getRequest = (template: string, variables: readonly PageVariable[], indent: string): string => {
  const title = variables.find(
    ({ name, value }) => typeof value === 'string' && /title|headline|quote|name/i.test(name),
  );
  const lines = [
    template,
    ...(variables.length === 0
      ? []
      : ['variables: {', ...variables.map((variable) => `  ${variable.name}: ${writeValue(variable)},`), '},']),
    `alt: ${title ? writeValue(title) : 'page.title'},`,
  ];
  return `{\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
};

/** Code that mints or signs one image per page, for each framework. `page` stands for what the site knows of a page. */
export const codeForPages = (
  templateId: string,
  variables: readonly PageVariable[],
  source: UrlSource = { kind: 'mint' },
): Snippet[] => {
  const isSigned = source.kind === 'sign';
  const client = isSigned ? signingClient(templateId, source.width, source.height) : mintingClient;
  const template = isSigned ? "template: 'card'," : `templateId: '${templateId}',`;
  const request = (indent = '') => getRequest(template, variables, indent);
  const imports = (adapter: string, name: string) =>
    `import { createClient } from 'image-url-client';\nimport { ${name} } from 'image-url-client/${adapter}';\n\n${client}`;
  return [
    {
      title: 'Next',
      note: 'In app/[slug]/page.js. findPage is yours: it returns what the page shows.',
      text: `${imports('next', 'cardMetadata')}

export const generateMetadata = async ({ params }) => {
  const page = await findPage(await params);
  return cardMetadata(images, ${request('  ')});
};`,
    },
    {
      title: 'Astro',
      note: 'In a layout that gets the page as its property.',
      text: `---
${imports('astro', 'metaTags')}

const { page } = Astro.props;
const tags = await metaTags(images, ${request()});
---

<head>
  {tags.map((tag) => <meta {...tag} />)}
</head>`,
    },
    {
      title: 'SvelteKit',
      note: 'In +page.server.js; +page.svelte writes {#each data.tags as tag}<meta {...tag} />{/each} into <svelte:head>.',
      text: `${imports('sveltekit', 'metaTags')}

export const load = async ({ params }) => {
  const page = await findPage(params);
  return { page, tags: await metaTags(images, ${request('  ')}) };
};`,
    },
    {
      title: 'Nuxt',
      note: 'In server/api/head.js; the page passes the answer to useHead.',
      text: `${imports('nuxt', 'head')}

export default defineEventHandler(async (event) => {
  const page = await findPage(getQuery(event));
  return head(images, ${request('  ')});
});`,
    },
    {
      title: 'HTML',
      note: 'In the program that writes your pages; tags go into the <head>.',
      text: `${imports('html', 'metaTags')}

export const headOf = async (page) => {
  const tags = await metaTags(images, ${request('  ')});
  return \`<head>\\n\${tags}\\n</head>\`;
};`,
    },
  ];
};
