import { Duration, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface QuotaResetProps {
  readonly resetter: IFunction;
}

/**
 * Runs the reset once an hour. What cannot be delivered within the hour waits in a queue for an operator; the next hour's
 * run does its work anyway.
 */
export class QuotaReset extends Construct {
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { resetter }: QuotaResetProps) {
    super(scope, id);
    this.undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // its alarm goes by itself: the hours after have done the work
      retentionPeriod: Duration.days(1),
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [resetter.functionArn] }));
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.undelivered.queueArn] }));
    const schedule = new CfnSchedule(this, 'Hourly', {
      scheduleExpression: 'cron(5 * * * ? *)',
      scheduleExpressionTimezone: TimeZone.ETC_UTC.timezoneName,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: resetter.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3_000 },
        deadLetterConfig: { arn: this.undelivered.queueArn },
      },
    });
    // a schedule is checked against its role when it is made
    schedule.node.addDependency(role);
  }
}
