/**
 * `npm run destroy -- --stage dev [arguments of cdk destroy]`: empties the buckets of a stage that keeps no data, then removes
 * its stack. A stage that keeps its data is refused.
 */
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { stackName } from '../lib/stack-name.ts';
import { useDeployedCloud } from './deployed-cloud.ts';
import { run } from './run.ts';
import { stageArguments, useStage } from './stage-settings.ts';

const s3 = new S3Client({});

/** Deletes every object of a bucket, with all its versions: CloudFormation removes empty buckets only. */
const empty = async (Bucket: string | undefined): Promise<void> => {
  if (!Bucket) return;
  for (;;) {
    // whatever is listed is deleted, so the next list is the rest
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key = '', VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0]) throw new Error(`${Bucket} could not be emptied: ${Errors[0].Message}`);
  }
};

const { stage, rest } = stageArguments();
const { settings } = useStage(stage);
if (settings.keepsData) {
  console.error(
    `Stage ${stage} keeps its data and is protected. To remove its stack all the same, see docs/deploying.md, "Removing a stage".`,
  );
  process.exit(1);
}
await useDeployedCloud(stage);
await empty(process.env.IMAGES_BUCKET);
await empty(process.env.SOURCES_BUCKET);
run('cdk', ['destroy', stackName(stage), '-c', `stage=${stage}`, ...rest]);
