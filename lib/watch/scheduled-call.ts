import { Duration, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { InlineRole } from '../api/inline-role.ts';

export interface ScheduledCallProps {
  readonly callee: IFunction;
  /** A `rate()` or, in UTC, a `cron()`. */
  readonly expression: string;
  /** Dead-letter queue for invocations that cannot be delivered within 50 minutes. @default none: no retries */
  readonly undelivered?: Queue;
}

/** Invokes a function on a schedule. */
export class ScheduledCall extends Construct {
  constructor(scope: Construct, id: string, { callee, expression, undelivered }: ScheduledCallProps) {
    super(scope, id);
    const role = new InlineRole(this, 'Role', 'scheduler.amazonaws.com');
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [callee.functionArn] }));
    if (undelivered)
      role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [undelivered.queueArn] }));
    const schedule = new CfnSchedule(this, 'Schedule', {
      scheduleExpression: expression,
      scheduleExpressionTimezone: TimeZone.ETC_UTC.timezoneName,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: callee.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: undelivered
          ? { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3_000 }
          : { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        ...(undelivered && { deadLetterConfig: { arn: undelivered.queueArn } }),
      },
    });
    // creating a schedule validates its role
    schedule.node.addDependency(role);
  }
}

/**
 * Invokes the quota reset once an hour.
 *
 * @returns the dead-letter queue for an invocation that cannot be delivered within the hour
 */
export const addQuotaReset = (service: Construct, callee: IFunction): Queue => {
  const scope = new Construct(service, 'QuotaReset');
  const undelivered = new Queue(scope, 'Undelivered', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // the alarm ends with the message: later runs have done the work
    retentionPeriod: Duration.days(1),
  });
  new ScheduledCall(scope, 'Hourly', { callee, expression: 'cron(5 * * * ? *)', undelivered });
  return undelivered;
};
