import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { functions } from '../../lambdas/config/functions.ts';
import type { Access } from '../api/access.ts';
import type { ServiceFunction } from '../api/service-function.ts';
import type { Settings } from '../app/settings.ts';
import { edgeRegion } from '../app/stack-name.ts';
import { PrivateBucket } from '../data/private-bucket.ts';

/** Days for which a log file is stored: long enough to read it again after a fault. */
const fileDays = 7;
/** Days after which an announcement expires; those that failed are kept as long as the file and longer. */
const announcementDays = 4;
const undeliveredDays = 14;
/** Visibility timeout as a multiple of the function's timeout, as AWS recommends. */
const visibilityTimeouts = 6;

/**
 * Bucket of CloudFront's access logs, and the queue that announces each file to the function that counts it. What
 * delivers the logs is in us-east-1 (`LogDelivery`).
 */
export class AccessLogs extends Construct {
  readonly access: Pick<Access, 'LOGS_BUCKET'>;
  /** Announcements of files that could not be counted. */
  readonly undelivered: Queue;
  private readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.undelivered = new Queue(this, 'Undelivered', { ...closed, retentionPeriod: Duration.days(undeliveredDays) });
    const { timeoutSeconds, fromQueue } = functions.readAccessLogs;
    this.queue = new Queue(this, 'Files', {
      ...closed,
      visibilityTimeout: Duration.seconds(visibilityTimeouts * timeoutSeconds),
      retentionPeriod: Duration.days(announcementDays),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: fromQueue.tries },
    });
    const bucket = this.addBucket();
    this.access = { LOGS_BUCKET: bucket.target };
  }

  /** Invokes a function for each file. */
  feed(reader: ServiceFunction): void {
    const mapping = new EventSourceMapping(this, 'Feed', {
      target: reader,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: functions.readAccessLogs.fromQueue.atOnce,
    });
    reader.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [this.queue.queueArn],
      }),
    );
    // creating a mapping validates the role
    if (reader.role) mapping.node.addDependency(reader.role);
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
