export { ImageUrls } from '../../../lib/app/image-urls.ts';
export type {
  ImageUrlsDomain,
  ImageUrlsModel,
  ImageUrlsPlan,
  ImageUrlsProps,
} from '../../../lib/app/image-urls-props.ts';
export type {
  ImageUrlsApiKey,
  ImageUrlsApiKeyOptions,
  ImageUrlsTemplates,
  ImageUrlsTemplatesOptions,
} from '../../../lib/declared/image-urls-declared.ts';
