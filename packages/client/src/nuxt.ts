import type { CardRequest } from './card.ts';
import type { Client, ConfiguredOptions } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { metaTags, type Tag } from './tags.ts';

/** Returns the meta tags of a page's card, for `useHead`. */
export const head = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<{ meta: Tag[] }> => ({ meta: await metaTags(client, request) });

/** What the module uses of Nuxt. */
interface Nuxt {
  readonly hook: {
    (name: 'vite:extendConfig', extend: (config: { plugins?: unknown[] }) => void): unknown;
    (name: 'imports:extend', extend: (imports: { name: string; from: string }[]) => void): unknown;
    (name: 'prepare:types', extend: (types: { readonly declarations: string[] }) => void): unknown;
  };
}

const moduleName = 'image-url:card';
/** Vite's mark of a module that is no file. */
const resolvedName = `\0${moduleName}`;

/** Keys are read when the server runs, and no browser gets this code. */
const getServerCode = (options: ConfiguredOptions): string => `import { createClient } from 'image-url-client';
import { head } from 'image-url-client/nuxt';
import { useHead, useNuxtApp } from '#imports';

const { IMAGE_URL_SIGNING_KEY: signingKey, IMAGE_URL_API_KEY: apiKey, ...env } = process.env;
const images = createClient({
  imageHost: env.IMAGE_URL_HOST,
  baseUrl: env.IMAGE_URL_BASE_URL,
  ...${JSON.stringify(options)},
  ...(signingKey && { signingKey }),
  ...(apiKey && { apiKey }),
});
export const useCardTags = async (request) => {
  const app = useNuxtApp();
  const tags = await head(images, request);
  await app.runWithContext(() => useHead(tags));
};
`;

/** The tags of the page that was loaded are those that link previewers read: they stay. */
const browserCode = 'export const useCardTags = async () => {};\n';

const types = `declare module '${moduleName}' {
  import type { head } from 'image-url-client/nuxt';
  /** Adds the meta tags of the page's card, on the server. */
  export const useCardTags: (request: Parameters<typeof head>[1]) => Promise<void>;
}`;

/**
 * Nuxt module: pages call `await useCardTags(...)`. Keys and addresses come from the environment of the server, or from
 * `.env` in development: `IMAGE_URL_SIGNING_KEY` or `IMAGE_URL_API_KEY`, `IMAGE_URL_HOST`, `IMAGE_URL_BASE_URL`.
 */
const imageUrl = (options: ConfiguredOptions, nuxt: Nuxt): void => {
  const plugin = {
    name: moduleName,
    resolveId: (id: string) => (id === moduleName ? resolvedName : undefined),
    load: (id: string, { ssr = false }: { readonly ssr?: boolean } = {}) => {
      if (id !== resolvedName) return undefined;
      return ssr ? getServerCode(options) : browserCode;
    },
  };
  nuxt.hook('vite:extendConfig', (config) => {
    config.plugins = [...(config.plugins ?? []), plugin];
  });
  nuxt.hook('imports:extend', (imports) => {
    imports.push({ name: 'useCardTags', from: moduleName });
  });
  nuxt.hook('prepare:types', ({ declarations }) => {
    declarations.push(types);
  });
};
// biome-ignore lint/style/noDefaultExport: what configurations of Nuxt import
export default imageUrl;
