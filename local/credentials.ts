import { randomBytes } from 'node:crypto';

/** An identity in AWS's form. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * The only identity that the emulators of this process accept, new at each start: other users of this machine, and
 * pages in a browser on it, cannot sign requests. Invalid anywhere else.
 */
export const localCredentials: Credentials = {
  accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
};

/** The region that clients name in their signatures; the emulators accept any. */
export const localRegion = 'us-east-1';

/** Identity and region as environment variables of AWS clients. */
export const localIdentity = {
  AWS_REGION: localRegion,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
};
