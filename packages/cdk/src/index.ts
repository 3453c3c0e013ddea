export { ImageUrls } from '../../../lib/image-urls.ts';
export type {
  ImageUrlsDomain,
  ImageUrlsModel,
  ImageUrlsPlan,
  ImageUrlsProps,
} from '../../../lib/image-urls-props.ts';
