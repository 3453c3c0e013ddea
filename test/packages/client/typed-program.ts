/** A program that declares a template: it compiles, and each marked line would not without its mark. */
export const typedProgram = `
import { createClient, ImageUrlError, type MintedUrl, type VariablesOf } from 'image-url-client';
import { metaTags } from 'image-url-client/html';
import { cardMetadata } from 'image-url-client/next';

declare module 'image-url-client' {
  interface Templates {
    article: { title: string; author?: string };
  }
}

const images = createClient({ baseUrl: 'https://a.test', apiKey: undefined, templates: { article: { templateId: 'a' } } });
const variables: VariablesOf<'article'> = { title: 'Hi' };

export const minted: Promise<MintedUrl> = images.mint({ template: 'article', variables });
// @ts-expect-error a name that is misspelt
images.mint({ template: 'artikel', variables });
// @ts-expect-error a variable that is misspelt
images.mint({ template: 'article', variables: { titel: 'Hi' } });
// @ts-expect-error a required variable that is missing
images.mint({ template: 'article' });
// @ts-expect-error two templates
images.mint({ template: 'article', templateId: 'a', variables });

images.mint({ templateId: 'any', variables: { list: [1, 'two', { three: null }], absent: undefined }, format: 'png' });
// @ts-expect-error an option that is misspelt
images.mint({ templateId: 'any', widht: 600 });
// @ts-expect-error a format that is none
images.mint({ templateId: 'any', format: 'gif' });
// @ts-expect-error a value that is no JSON
images.mint({ templateId: 'any', variables: { now: () => 1 } });

cardMetadata(images, { template: 'article', variables, alt: 'A card' });
// @ts-expect-error a variable of another type
cardMetadata(images, { template: 'article', variables: { title: 1 }, alt: 'A card' });
// @ts-expect-error no text for those who cannot see it
metaTags(images, { template: 'article', variables });

const { code } = new ImageUrlError('', { code: 'QUOTA_EXCEEDED' });
export const isKnown = code === 'QUOTA_EXCEEDED' || code === 'UNREACHABLE';
`;
