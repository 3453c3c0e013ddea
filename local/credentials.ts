import { randomBytes } from 'node:crypto';

/** An identity in AWS's form. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * The one identity the emulators of this process know, another at each start: whoever else is on this machine, or in a page a
 * browser on it shows, cannot sign what they answer. Never valid anywhere else.
 */
export const localCredentials: Credentials = {
  accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
};

/** The region clients name in their signatures; the emulators accept any. */
export const localRegion = 'us-east-1';

/** As AWS clients read both of them from their environment. */
export const localIdentity = {
  AWS_REGION: localRegion,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
};
