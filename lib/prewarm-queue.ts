import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { functions } from '../lambdas/config/functions.ts';
import type { Access } from './access.ts';
import type { ServiceFunction } from './service-function.ts';

/** What AWS asks for, so that a message that is worked on is not handed to another. */
const visibilityTimeouts = 6;

/** Days an order waits at most. */
const orderDays = 4;

/**
 * Images to be rendered before anybody asks for them. However many wait, few are rendered at once, so that readers find the
 * concurrency they need. One that fails is tried once more, and then waits for an operator.
 */
export class PrewarmQueue extends Construct {
  readonly access: Pick<Access, 'PREWARM_QUEUE'>;
  readonly undelivered: Queue;
  private readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    // a message keeps the time it was first sent at: here it must be kept for longer than in the queue it comes from
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

  /** Has a function take orders, one in each call. */
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
    // a mapping is checked against the role when it is made
    if (worker.role) mapping.node.addDependency(worker.role);
  }
}
