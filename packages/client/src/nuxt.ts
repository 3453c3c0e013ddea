import type { CardRequest } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { metaTags, type Tag } from './tags.ts';

/** Returns the meta tags of a page's card, for `useHead`. */
export const head = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<{ meta: Tag[] }> => ({ meta: await metaTags(client, request) });
