import { getObject } from './client.ts';

/** Assets that the CDK published for templates, in the bucket that a request names. */
export const s3TemplateAssets = () => ({
  /** Returns an asset's bytes. @throws Error when it does not exist */
  async read(bucket: string, key: string): Promise<Uint8Array> {
    const found = await getObject(bucket, key);
    if (!found) throw new Error(`${key} is not in ${bucket}.`);
    return found.bytes;
  },
});
