import { parseArgs } from 'node:util';
import { type AppOptions, UsageError } from './create-app.ts';

export const usage = `npm create image-url [folder] -- [--base-url URL] [--starter NAME]

Writes an app with a first image template into an empty folder (default: my-images).

  --base-url URL   address of the service's API (default: http://127.0.0.1:8787)
  --starter NAME   begins with a copy of a starter template, such as article or event
  --help           shows this`;

const settings = {
  'base-url': { type: 'string', default: 'http://127.0.0.1:8787' },
  starter: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Returns the API's URL: scheme and host only. @throws UsageError for another one */
const readBaseUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress = url && /^https?:$/.test(url.protocol) && url.username === '' && url.href === `${url.origin}/`;
  if (!isAddress) throw new UsageError(`--base-url: expected an address like https://api.example.com, got "${text}".`);
  return url.origin;
};

/** Parses the command line. @throws UsageError naming the problem */
export const readOptions = (args: readonly string[]): AppOptions & { readonly isHelp: boolean } => {
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args: [...args], options: settings, allowPositionals: true });
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n\n${usage}`);
    }
  })();
  const [folder = 'my-images', ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Expected one folder, got ${positionals.length}.\n\n${usage}`);
  const { starter, help: isHelp } = values;
  return { folder, baseUrl: readBaseUrl(values['base-url']), starter, isHelp };
};
