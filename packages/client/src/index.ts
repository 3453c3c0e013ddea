export type { Asset, Assets, Picture } from './assets.ts';
export type { Cache } from './cache.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export { ImageUrlError, type ImageUrlErrorCode } from './image-url-error.ts';
export type {
  MintedUrl,
  MintRequest,
  NamedTemplate,
  NamedVariables,
  SizeOf,
  Sizes,
  TemplateName,
  Templates,
  Variables,
  VariablesOf,
} from './minting.ts';
export type { OnError } from './on-error.ts';
export type { SignRequest } from './signing.ts';
