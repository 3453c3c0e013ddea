import { type CardRequest, escapeText } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { metaTags as getTags } from './tags.ts';

/** Returns the meta tags of a page's card, as HTML for its `<head>`. */
export const metaTags = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<string> => {
  const written = (attributes: object) =>
    Object.entries(attributes).map(([name, value]) => `${name}="${escapeText(value)}"`);
  const tags = await getTags(client, request);
  return tags.map((tag) => `<meta ${written(tag).join(' ')}>`).join('\n');
};
