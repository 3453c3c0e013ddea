import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Access } from '../api/access.ts';
import { FunctionQueue } from '../api/function-queue.ts';
import type { Settings } from '../app/settings.ts';
import { edgeRegion } from '../app/stack-name.ts';
import { PrivateBucket } from '../data/private-bucket.ts';

/** Days for which a log file is stored: long enough to read it again after a fault. */
const fileDays = 7;
/**
 * Bucket of CloudFront's access logs, and the queue that announces each file to the function that counts it. What
 * delivers the logs is in us-east-1 (`LogDelivery`).
 */
export class AccessLogs extends FunctionQueue {
  readonly access: Pick<Access, 'LOGS_BUCKET'>;

  constructor(scope: Construct, id: string) {
    // longer than the files, which are read again after a fault
    super(scope, id, { functionId: 'readAccessLogs', undeliveredDays: 2 * fileDays });
    this.access = { LOGS_BUCKET: this.addBucket().target };
  }

  private addBucket(): PrivateBucket {
    const { account, partition } = Stack.of(this);
    // keys of AWS: another one would have to grant the log delivery its use
    const bucket = new PrivateBucket(this, 'Logs', {
      keepsData: false,
      rules: [{ expiration: Duration.days(fileDays) }],
    });
    // worded as AWS words it: else a later deployment adds its own statement and removes this one
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AWSLogDeliveryWrite1',
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${account}/*`)],
        conditions: {
          StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': account },
          // log delivery of CloudFront is in us-east-1, wherever the bucket is
          ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${edgeRegion}:${account}:delivery-source:*` },
        },
      }),
    );
    this.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn],
        // the bucket's name is not known before the bucket, which needs this policy
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
    // CDK's own notification is a custom resource with a function of its own
    const resource = bucket.node.defaultChild as CfnBucket;
    resource.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.queue.queueArn }],
    };
    const policy = this.queue.node.tryFindChild('Policy');
    if (policy) resource.node.addDependency(policy);
    return bucket;
  }
}

/** Returns the environment of a stage with or without access logs. */
export const getLogAccess = (
  views: Settings['views'],
  logs: AccessLogs | undefined,
): Pick<Access, 'LOGS_BUCKET' | 'VIEWS'> => ({
  ...(logs?.access ?? { LOGS_BUCKET: { value: '', arns: [] } }),
  VIEWS: views || 'off',
});
