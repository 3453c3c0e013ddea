import { metaTags as attributes } from '../../../client/src/astro.ts';
import type { Client } from '../../../client/src/create-client.ts';
import { metaTags as html } from '../../../client/src/html.ts';
import type { MintedUrl } from '../../../client/src/minting.ts';
import { cardMetadata } from '../../../client/src/next.ts';
import { words } from '../words.ts';

const { snippets: notes } = words.mint;

export interface Snippet {
  readonly title: string;
  readonly note: string;
  readonly text: string;
}

/** Formats an object as JavaScript. */
const written = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replace(/"((?:[^"\\]|\\.)*)"/g, (text, inner: string) =>
      inner.includes("'") ? text : `'${inner.replaceAll('\\"', '"')}'`,
    );

/** In JSX, attribute text has entities but no backslash escapes. */
const jsxAttribute = ([name, value]: [string, string]): string =>
  /["\\]|&#?\w+;/.test(value) ? `${name}={${JSON.stringify(value)}}` : `${name}="${value}"`;

/** Returns the tags for this URL, as the client generates them for each framework. */
export const getSnippets = async (templateId: string, minted: MintedUrl, alt: string): Promise<Snippet[]> => {
  const client = { mint: async () => minted, sign: () => minted.url } as Partial<Client> as Client;
  const request = { templateId, alt };
  const tags = await html(client, request);
  const elements = (await attributes(client, request)).map(
    (tag) => `  <meta ${Object.entries(tag).map(jsxAttribute).join(' ')} />\n`,
  );
  const metadata = written(await cardMetadata(client, request));
  return [
    { title: 'HTML', note: notes.tagsHtml, text: tags },
    { title: 'Next', note: notes.tagsNext, text: `export const metadata = ${metadata};` },
    { title: 'Astro', note: notes.tagsAstro, text: tags },
    {
      title: 'React',
      note: notes.tagsReact,
      text: `<>\n${elements.join('')}</>`,
    },
    { title: 'URL', note: notes.url, text: minted.url },
  ];
};
