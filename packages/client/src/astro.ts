import type { ConfiguredOptions } from './create-client.ts';

export { metaTags } from './tags.ts';

/** What the integration uses of Astro. */
interface SetupHook {
  readonly updateConfig: (config: { readonly vite: { readonly plugins: readonly unknown[] } }) => unknown;
}
interface DoneHook {
  readonly injectTypes: (types: { readonly filename: string; readonly content: string }) => unknown;
}
interface Integration {
  readonly name: string;
  readonly hooks: {
    readonly 'astro:config:setup': (hook: SetupHook) => void;
    readonly 'astro:config:done': (hook: DoneHook) => void;
  };
}

const moduleName = 'image-url:images';
/** Vite's mark of a module that is no file. */
const resolvedName = `\0${moduleName}`;

const getCode = (options: ConfiguredOptions): string => `import { createClient } from 'image-url-client';
import { metaTags as getTags } from 'image-url-client/astro';

const env = (name) => process.env[name] ?? import.meta.env[name];
const signingKey = env('IMAGE_URL_SIGNING_KEY');
const apiKey = env('IMAGE_URL_API_KEY');
export const images = createClient({
  imageHost: env('IMAGE_URL_HOST'),
  baseUrl: env('IMAGE_URL_BASE_URL'),
  cache: '.cache/image-urls.json',
  ...${JSON.stringify(options)},
  ...(signingKey && { signingKey }),
  ...(apiKey && { apiKey }),
});
export const metaTags = (request) => getTags(images, request);
`;

const types = `declare module '${moduleName}' {
  import type { Client } from 'image-url-client';
  import type { metaTags as getTags } from 'image-url-client/astro';
  export const images: Client;
  export const metaTags: (request: Parameters<typeof getTags>[1]) => ReturnType<typeof getTags>;
}
`;

/**
 * Astro integration: pages import `images` and `metaTags` from `image-url:images`. Keys and addresses come from the
 * environment or `.env`: `IMAGE_URL_SIGNING_KEY` or `IMAGE_URL_API_KEY`, `IMAGE_URL_HOST`, `IMAGE_URL_BASE_URL`. Minted URLs
 * are stored in `.cache/image-urls.json`, unless `cache` names another file.
 */
const imageUrl = (options: ConfiguredOptions = {}): Integration => ({
  name: 'image-url-client',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const plugin = {
        name: moduleName,
        resolveId: (id: string) => (id === moduleName ? resolvedName : undefined),
        load: (id: string) => (id === resolvedName ? getCode(options) : undefined),
      };
      updateConfig({ vite: { plugins: [plugin] } });
    },
    'astro:config:done': ({ injectTypes }) => {
      injectTypes({ filename: 'image-url.d.ts', content: types });
    },
  },
});
// biome-ignore lint/style/noDefaultExport: what configurations of Astro import
export default imageUrl;
