import { canonicalAddress } from './addresses.ts';
import { findProject } from './config.ts';
import type { Context } from './context.ts';
import { readEnvFile } from './env-file.ts';
import { wrongUse } from './failure.ts';

const getConfigured = (context: Context): string | undefined =>
  context.environment.IMAGE_URL_HOST || readEnvFile(context).IMAGE_URL_HOST || findProject(context)?.imageHost;

/** Returns the image host of `IMAGE_URL_HOST` or image-url.json, if one of them has a valid one. */
export const findImageHost = (context: Context): string | undefined => {
  const named = getConfigured(context);
  return named === undefined ? undefined : canonicalAddress(named);
};

/** Returns the image host of `--image-host`, `IMAGE_URL_HOST` or image-url.json. @throws Failure */
export const getImageHost = (context: Context, given: string | undefined): string => {
  const named = given ?? getConfigured(context);
  if (named === undefined)
    throw wrongUse(
      'MISSING_IMAGE_HOST',
      'There is no image host: give --image-host https://img.example.com, set IMAGE_URL_HOST, or add imageHost to image-url.json.',
    );
  const address = canonicalAddress(named);
  if (address !== undefined) return address;
  throw wrongUse('INVALID_IMAGE_URL', `${JSON.stringify(named)} is not an address like https://img.example.com.`);
};
