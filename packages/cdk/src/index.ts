export { ImageUrls } from '../../../lib/app/image-urls.ts';
export type {
  ImageUrlsConcurrency,
  ImageUrlsDomain,
  ImageUrlsModel,
  ImageUrlsPlan,
  ImageUrlsProps,
  ImageUrlsThrottling,
  ImageUrlsWarmThroughput,
} from '../../../lib/app/image-urls-props.ts';
export type {
  ImageUrlsEdgeAlarmsOptions,
  ImageUrlsFunction,
  ImageUrlsFunctions,
  ImageUrlsTable,
  ImageUrlsTables,
} from '../../../lib/app/image-urls-resources.ts';
export type {
  ImageUrlsApiKey,
  ImageUrlsApiKeyOptions,
  ImageUrlsTemplates,
  ImageUrlsTemplatesOptions,
} from '../../../lib/declared/image-urls-declared.ts';
