import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { getAssetKey } from 'image-url-contract/asset-path.ts';
import { assetHeaders } from 'image-url-contract/edge.ts';
import { objects } from '../lambdas/aws/s3/client.ts';
import type { EdgeAnswer } from './edge-cache.ts';
import type { OriginRequest } from './edge-node.ts';

const missing: EdgeAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml', ...assetHeaders },
  body: Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code></Error>'),
};

/** The bucket of assets as the origin of a distribution, with the headers that its policy adds. */
export const bucketOrigin =
  (Bucket: string) =>
  async ({ path }: Pick<OriginRequest, 'path'>): Promise<EdgeAnswer> => {
    const command = new GetObjectCommand({ Bucket, Key: getAssetKey(path) });
    const found = await objects.send(command).catch((error: unknown) => {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    });
    if (!found?.Body) return missing;
    const body = Buffer.from(await found.Body.transformToByteArray());
    const { ContentType = '', CacheControl = '', ETag = '' } = found;
    return {
      status: 200,
      headers: {
        ...{ 'content-type': ContentType, 'cache-control': CacheControl, etag: ETag },
        ...{ 'content-length': String(body.length), ...assetHeaders },
      },
      body,
    };
  };
