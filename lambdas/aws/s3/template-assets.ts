import { getObject } from './client.ts';

/** What the CDK published for templates, in the bucket that a request names. */
export const s3TemplateAssets = () => ({
  /** Returns what a synthesis published. @throws Error when it is not there */
  async read(bucket: string, key: string): Promise<Uint8Array> {
    const found = await getObject(bucket, key);
    if (!found) throw new Error(`${key} is not in ${bucket}.`);
    return found.bytes;
  },
});
