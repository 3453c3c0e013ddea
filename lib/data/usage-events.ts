import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { EventBus, EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { usageEventType } from 'image-url-contract/schemas/usage.ts';
import { functions } from '../../lambdas/config/functions.ts';
import type { tables } from '../../lambdas/config/tables.ts';
import type { Access } from '../api/access.ts';
import { InlineRole } from '../api/inline-role.ts';
import type { ServiceFunction } from '../api/service-function.ts';
import type { DataTable } from './data-table.ts';

export interface UsageEventsProps {
  /** Email address that receives each event. @default none: events are only on the event bus */
  readonly email?: string | undefined;
}

/** The kind of items with the counts of a billing month; the table has others. */
const counted = 'month' satisfies (typeof tables.USAGE_TABLE.kinds)[number];
const counts = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: { Keys: { owner: { S: FilterRule.beginsWith(`${counted} `) } } },
});
const changedAccounts = FilterCriteria.filter({ eventName: FilterRule.isEqual('MODIFY') });

/** Days for which undelivered events and changes are stored for an operator. */
const undeliveredDays = 14;

/**
 * Usage events: the stream of the usage table invokes a function for changed counters, and a pipe sends its events to
 * the account's default event bus. Requests do no additional work.
 */
export class UsageEvents extends Construct {
  readonly access: Pick<Access, 'USAGE_EVENTS_QUEUE'>;
  /** Changes that could not be processed, and events that could not be sent to the bus. */
  readonly undelivered: Queue;
  /** Events on their way to the bus. */
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { email }: UsageEventsProps) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.undelivered = new Queue(this, 'Undelivered', { ...closed, retentionPeriod: Duration.days(undeliveredDays) });
    this.queue = new Queue(this, 'Events', {
      ...closed,
      retentionPeriod: Duration.days(undeliveredDays - 3),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: 5 },
    });
    this.access = { USAGE_EVENTS_QUEUE: { value: this.queue.queueUrl, arns: [this.queue.queueArn] } };
    this.pipe(this.queue);
    if (email !== undefined) this.mail(email);
  }

  /** Invokes a function with the changes of tables that may bring a counter to a threshold. */
  feed(reporter: ServiceFunction, usage: DataTable, accounts: DataTable): void {
    this.map('Changes', reporter, usage, counts);
    this.map('AccountChanges', reporter, accounts, changedAccounts);
  }

  private map(id: string, reporter: ServiceFunction, table: DataTable, filter: Record<string, unknown>): void {
    const { records, seconds, tries } = functions.reportUsage.fromStream;
    const mapping = new EventSourceMapping(this, id, {
      target: reporter,
      eventSourceArn: table.tableStreamArn ?? '',
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: records,
      maxBatchingWindow: Duration.seconds(seconds),
      retryAttempts: tries,
      bisectBatchOnError: true,
      filters: [filter],
      onFailure: new SqsDlq(this.undelivered),
    });
    table.grantStreamRead(reporter);
    // creating a mapping validates the role
    if (reporter.role) mapping.node.addDependency(reporter.role);
  }

  private pipe(queue: Queue): void {
    const bus = EventBus.fromEventBusName(this, 'Bus', 'default');
    const role = new InlineRole(this, 'Role', 'pipes.amazonaws.com');
    queue.grantConsumeMessages(role);
    role.addToPolicy(new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus.eventBusArn] }));
    const pipe = new CfnPipe(this, 'Pipe', {
      roleArn: role.roleArn,
      source: queue.queueArn,
      sourceParameters: { sqsQueueParameters: { batchSize: 1 } },
      target: bus.eventBusArn,
      targetParameters: {
        eventBridgeEventBusParameters: { ...usageEventType, resources: [Aws.STACK_ID] },
        // the message, which is JSON
        inputTemplate: '<$.body>',
      },
    });
    // creating a pipe validates its role
    pipe.node.addDependency(role);
  }

  private mail(address: string): void {
    const topic = new Topic(this, 'Mails', { enforceSSL: true, displayName: 'Image URL usage' });
    topic.addSubscription(new EmailSubscription(address));
    const field = (name: string) => EventField.fromPath(`$.detail.${name}`);
    const text = `Account ${field('accountId')} has used ${field('used')} of ${field('limit')} ${field('what')} (${field('threshold')}%) ${field('keyId')}. The count begins at zero again at ${field('periodEnd')}. Stack: ${Stack.of(this).stackName}. Event: ${field('id')}`;
    const rule = new Rule(this, 'Rule', {
      // stages of one account share its bus
      eventPattern: {
        source: [usageEventType.source],
        detailType: [usageEventType.detailType],
        resources: [Aws.STACK_ID],
      },
      targets: [
        {
          bind: () => ({
            arn: topic.topicArn,
            input: RuleTargetInput.fromText(text),
            deadLetterConfig: { arn: this.undelivered.queueArn },
          }),
        },
      ],
    });
    // CDK's own target lets every rule of every account publish to the topic
    const allow = (action: string, resource: string): PolicyStatement =>
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: [action],
        resources: [resource],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
      });
    topic.addToResourcePolicy(allow('sns:Publish', topic.topicArn));
    this.undelivered.addToResourcePolicy(allow('sqs:SendMessage', this.undelivered.queueArn));
  }
}
