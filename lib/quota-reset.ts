import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ScheduledCall } from './scheduled-call.ts';

export interface QuotaResetProps {
  readonly resetter: IFunction;
}

/**
 * Invokes the quota reset once an hour. An invocation that cannot be delivered within the hour goes to a dead-letter
 * queue; the next run does its work anyway.
 */
export class QuotaReset extends Construct {
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { resetter }: QuotaResetProps) {
    super(scope, id);
    this.undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // the alarm ends with the message: later runs have done the work
      retentionPeriod: Duration.days(1),
    });
    const { undelivered } = this;
    new ScheduledCall(this, 'Hourly', { callee: resetter, expression: 'cron(5 * * * ? *)', undelivered });
  }
}
