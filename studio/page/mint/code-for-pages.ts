import { getKind } from 'image-url-engine/template/edge-cases/edge-cases.ts';
import type { Snippet } from './tags-to-copy.ts';

/** A variable of the template, and its value in the displayed image. */
export interface PageVariable {
  readonly name: string;
  readonly value: unknown;
}

/** How a site gets its URLs: minted during its build, or signed by itself. */
export type UrlSource =
  | { readonly kind: 'mint' }
  | { readonly kind: 'sign'; readonly width: number; readonly height: number };

const mintingClient = `const images = createClient({
  baseUrl: process.env.IMAGE_URL_BASE_URL,
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
});`;

/** Size in pixels of the displayed image, for the tags of signed images. */
const signingClient = (templateId: string, width: number, height: number): string => `const images = createClient({
  imageHost: process.env.IMAGE_URL_HOST,
  signingKey: process.env.IMAGE_URL_SIGNING_KEY,
  templates: { card: { templateId: '${templateId}', width: ${width}, height: ${height} } },
});`;

/** Colours and switches are constants of the site; texts, numbers, lists and images come from the page. */
const writeValue = ({ name, value }: PageVariable): string =>
  ['colour', 'switch'].includes(getKind(name, value)) ? JSON.stringify(value) : `page.${name}`;

/** Returns the request of one image per page, as an object in code. */
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

/** Returns code that mints or signs one image per page, for each framework. `page` is the site's data of a page. */
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
