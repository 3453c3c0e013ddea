import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import type { ServiceFunction } from './service-function.ts';

/** Functions that a queue invokes. */
type QueuedFunction = {
  [F in FunctionId]: (typeof functions)[F] extends { readonly fromQueue: object } ? F : never;
}[FunctionId];

/**
 * Visibility timeout as a multiple of the function's timeout, as AWS recommends, so that a message in progress is not
 * delivered again.
 */
const visibilityTimeouts = 6;

/** Days after which a message expires. */
const messageDays = 4;

export interface FunctionQueueProps {
  readonly functionId: QueuedFunction;
  /** Days for which undelivered messages are kept. A message keeps its first timestamp, so more than four. */
  readonly undeliveredDays: number;
}

/** A queue that invokes a function for each message, with a dead-letter queue, as the row of the function says. */
export class FunctionQueue extends Construct {
  /** Messages that the function could not handle. */
  readonly undelivered: Queue;
  readonly queue: Queue;
  private readonly functionId: QueuedFunction;

  constructor(scope: Construct, id: string, { functionId, undeliveredDays }: FunctionQueueProps) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    const { timeoutSeconds, fromQueue } = functions[functionId];
    this.functionId = functionId;
    this.undelivered = new Queue(this, 'Undelivered', { ...closed, retentionPeriod: Duration.days(undeliveredDays) });
    this.queue = new Queue(this, 'Messages', {
      ...closed,
      visibilityTimeout: Duration.seconds(visibilityTimeouts * timeoutSeconds),
      retentionPeriod: Duration.days(messageDays),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: fromQueue.tries },
    });
  }

  /** Invokes a function for each message. */
  feed(target: ServiceFunction): void {
    const mapping = new EventSourceMapping(this, 'Feed', {
      target,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: functions[this.functionId].fromQueue.atOnce,
    });
    target.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [this.queue.queueArn],
      }),
    );
    // creating a mapping validates the role
    if (target.role) mapping.node.addDependency(target.role);
  }
}
