import { canonicalAddress } from './addresses.ts';
import { findProject } from './config.ts';
import type { Context } from './context.ts';
import { wrongUse } from './failure.ts';

/** Returns the image host of `--image-url`, `IMAGE_URL_HOST` or image-url.json. @throws Failure */
export const getImageHost = (context: Context, given: string | undefined): string => {
  const named = given ?? (context.environment.IMAGE_URL_HOST || findProject(context)?.imageUrl);
  if (named === undefined)
    throw wrongUse(
      'MISSING_IMAGE_URL',
      'There is no image host: give --image-url https://img.example.com, set IMAGE_URL_HOST, or add imageUrl to image-url.json.',
    );
  const address = canonicalAddress(named);
  if (address !== undefined) return address;
  throw wrongUse('INVALID_IMAGE_URL', `${JSON.stringify(named)} is not an address like https://img.example.com.`);
};
