import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { objects } from '../../lambdas/aws/s3/client.ts';

/** Throws every rendered image away: each is rendered anew when it is asked for. */
export const emptyImageCache = async (): Promise<void> => {
  const Bucket = process.env.IMAGES_BUCKET;
  for (let isMore = true; isMore; ) {
    const { Contents = [], IsTruncated = false } = await objects.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) await objects.send(new DeleteObjectCommand({ Bucket, Key }));
    isMore = IsTruncated;
  }
};
