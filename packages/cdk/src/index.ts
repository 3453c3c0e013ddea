export { ImageUrls } from '../../../lib/image-urls.ts';
export type {
  ImageUrlsApiKey,
  ImageUrlsApiKeyOptions,
  ImageUrlsTemplates,
  ImageUrlsTemplatesOptions,
} from '../../../lib/image-urls-declared.ts';
export type {
  ImageUrlsDomain,
  ImageUrlsModel,
  ImageUrlsPlan,
  ImageUrlsProps,
} from '../../../lib/image-urls-props.ts';
