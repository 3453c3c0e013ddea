import type { Adapter } from '../connect.ts';
import { getObject } from './client.ts';

/** What the CDK published for templates, in the bucket that a request names. */
export const s3TemplateAssets: Adapter<'templateAssets:read'> = () => ({
  async read(bucket, key) {
    const found = await getObject(bucket, key);
    if (!found) throw new Error(`${key} is not in ${bucket}.`);
    return found.bytes;
  },
});
