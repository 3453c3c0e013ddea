import { Duration, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { InlineRole } from '../api/inline-role.ts';

/** How often and how long a schedule tries to hand a call over to Lambda. */
interface HandOver {
  readonly retries: number;
  readonly seconds: number;
}

const onlyNow: HandOver = { retries: 0, seconds: 60 };

export interface ScheduledCallProps {
  readonly callee: LambdaFunction;
  /** A `rate()` or, in UTC, a `cron()`. */
  readonly expression: string;
  /** @default none: the next run does the same */
  readonly handOver?: HandOver;
}

/**
 * Invokes a function on a schedule. A schedule only hands the call over: Lambda queues it, and by default would repeat a
 * failed run twice and a throttled one for six hours. Here a run that fails, or cannot begin within five minutes, is not
 * repeated; its message goes to `undelivered`.
 */
export class ScheduledCall extends Construct {
  /** Calls that were not handed over, could not begin, or failed. The message ends with the day. */
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { callee, expression, handOver = onlyNow }: ScheduledCallProps) {
    super(scope, id);
    this.undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // the alarm ends with the message: later runs have done the work
      retentionPeriod: Duration.days(1),
    });
    const { queueArn } = this.undelivered;
    const send = new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] });
    const role = new InlineRole(this, 'Role', 'scheduler.amazonaws.com');
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [callee.functionArn] }));
    role.addToPolicy(send);
    const schedule = new CfnSchedule(this, 'Schedule', {
      scheduleExpression: expression,
      scheduleExpressionTimezone: TimeZone.ETC_UTC.timezoneName,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: callee.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: { maximumRetryAttempts: handOver.retries, maximumEventAgeInSeconds: handOver.seconds },
        deadLetterConfig: { arn: queueArn },
      },
    });
    callee.addToRolePolicy(send);
    const run = new EventInvokeConfig(this, 'Run', {
      function: callee,
      retryAttempts: 0,
      maxEventAge: Duration.minutes(5),
      // `SqsDestination` would grant more than sending
      onFailure: { bind: () => ({ destination: queueArn }) },
    });
    // both validate their roles
    schedule.node.addDependency(role);
    if (callee.role) run.node.addDependency(callee.role);
  }
}

/** Invokes the quota reset once an hour. Returns the dead-letter queue of its runs. */
export const addQuotaReset = (service: Construct, callee: LambdaFunction): Queue =>
  new ScheduledCall(service, 'QuotaReset', {
    callee,
    expression: 'cron(5 * * * ? *)',
    handOver: { retries: 5, seconds: 3_000 },
  }).undelivered;
