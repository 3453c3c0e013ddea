import { DeleteObjectsCommand, ListObjectVersionsCommand, NoSuchBucket, S3Client } from '@aws-sdk/client-s3';

/**
 * Deletes every object of a bucket with all its versions, because CloudFormation deletes empty buckets only. A bucket
 * that an interrupted deletion of the stack has deleted is left out.
 */
export const emptyBucket = async (Bucket: string): Promise<void> => {
  try {
    await deleteObjects(Bucket);
  } catch (error) {
    if (!(error instanceof NoSuchBucket)) throw error;
  }
};

const deleteObjects = async (Bucket: string): Promise<void> => {
  const s3 = new S3Client({});
  for (;;) {
    // listed objects are deleted, so the next list has the rest
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key = '', VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0]) throw new Error(`${Bucket} could not be emptied: ${Errors[0].Message}`);
  }
};
