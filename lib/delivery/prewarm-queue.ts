import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { functions } from '../../lambdas/config/functions.ts';
import type { Access } from '../api/access.ts';
import type { ServiceFunction } from '../api/service-function.ts';

/**
 * Visibility timeout as a multiple of the function's timeout, as AWS recommends, so that a message in progress is not
 * delivered again.
 */
const visibilityTimeouts = 6;

/** Days after which a message expires. */
const orderDays = 4;

/**
 * Queue of images to render ahead. Few are rendered at the same time, so that client requests have enough concurrency.
 * After two failed deliveries a message is moved to the dead-letter queue.
 */
export class PrewarmQueue extends Construct {
  readonly access: Pick<Access, 'PREWARM_QUEUE'>;
  readonly undelivered: Queue;
  private readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    // a message keeps its original timestamp, so this retention must be longer than that of the queue
    this.undelivered = new Queue(this, 'Undelivered', { ...closed, retentionPeriod: Duration.days(orderDays + 3) });
    const { timeoutSeconds, fromQueue } = functions.prewarmImage;
    this.queue = new Queue(this, 'Orders', {
      ...closed,
      visibilityTimeout: Duration.seconds(visibilityTimeouts * timeoutSeconds),
      retentionPeriod: Duration.days(orderDays),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: fromQueue.tries },
    });
    this.access = { PREWARM_QUEUE: { value: this.queue.queueUrl, arns: [this.queue.queueArn] } };
  }

  /** Invokes a function for each message. */
  feed(worker: ServiceFunction): void {
    const mapping = new EventSourceMapping(this, 'Feed', {
      target: worker,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: functions.prewarmImage.fromQueue.atOnce,
    });
    worker.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [this.queue.queueArn],
      }),
    );
    // creating a mapping validates the role
    if (worker.role) mapping.node.addDependency(worker.role);
  }
}
