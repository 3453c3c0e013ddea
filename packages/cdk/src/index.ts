export {
  ImageUrls,
  type ImageUrlsDomain,
  type ImageUrlsModel,
  type ImageUrlsPlan,
  type ImageUrlsProps,
} from '../../../lib/image-urls.ts';
