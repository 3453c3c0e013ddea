import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

/** The one S3 client of a process. */
export const objects = new S3Client({});

/** An object's bytes and headers; undefined when there is none. */
export const getObject = async (
  bucket: string,
  key: string,
): Promise<{ readonly bytes: Uint8Array; readonly contentType: string | undefined } | undefined> => {
  let found: GetObjectCommandOutput;
  try {
    found = await objects.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
  const bytes = await found.Body?.transformToByteArray();
  return bytes && { bytes, contentType: found.ContentType };
};

export const putObject = async (
  bucket: string,
  key: string,
  body: Uint8Array | string,
  contentType: string,
): Promise<void> => {
  await objects.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }));
};
