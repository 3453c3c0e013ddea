import { describe, expect, it } from 'vitest';
import { getSentEventsKey } from '../../lambdas/domain/records/account-records.ts';
import { closedAccounts, toMonthKey } from '../../lambdas/domain/records/bill-records.ts';
import { type Properties, type Synthesised, synthesise, usualStage } from './synthesise.ts';

const usual = usualStage();
const at = '2026-11-10T00:00:00.000Z';
const mailed = synthesise({ usageEmail: 'billing@example.org' });
const [pipe] = usual.propertiesOf('AWS::Pipes::Pipe');
const idOf = (type: string, start: string, { ofType }: Synthesised = usual): string =>
  Object.keys(ofType(type)).find((id) => id.startsWith(start)) ?? expect.fail(`no ${start}`);

/** Whether EventBridge's pattern language matches an event, as far as the filter uses it. */
const isMatched = (pattern: Properties, event: Properties): boolean =>
  Object.entries(pattern).every(([name, wanted]) =>
    Array.isArray(wanted)
      ? wanted.some((one) => (one.prefix === undefined ? one === event?.[name] : event?.[name]?.startsWith(one.prefix)))
      : isMatched(wanted, event?.[name]),
  );

describe('changes of counts', () => {
  const mappings = usual.propertiesOf('AWS::Lambda::EventSourceMapping').filter((one) => one.FilterCriteria);
  const getPattern = (table: string) => {
    const mapping = mappings.find(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0].startsWith(table));
    return JSON.parse(mapping.FilterCriteria.Filters[0].Pattern);
  };

  it('and of plans are streamed as keys, and nothing else is', () => {
    const streams = Object.entries(usual.ofType('AWS::DynamoDB::GlobalTable')).flatMap(([id, { Properties }]) =>
      Properties.StreamSpecification
        ? [`${id.replace(/[0-9A-F]{8}$/, '')} ${Properties.StreamSpecification.StreamViewType}`]
        : [],
    );

    expect(streams.sort()).toEqual(['Accounts KEYS_ONLY', 'AccountsUsage KEYS_ONLY']);
    expect(mappings).toHaveLength(2);
    expect(getPattern('Accounts1')).toEqual({ eventName: ['MODIFY'] });
  });

  it('are handed to the function again when it fails, and then kept for an operator', () => {
    const undelivered = { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'UsageEventsUndelivered'), 'Arn'] };

    for (const one of mappings)
      expect(one).toMatchObject({
        ...{ MaximumRetryAttempts: 20, BisectBatchOnFunctionError: true, StartingPosition: 'TRIM_HORIZON' },
        DestinationConfig: { OnFailure: { Destination: undelivered } },
      });
  });

  it.each([
    ['MODIFY', toMonthKey('ana', at), true],
    ['INSERT', toMonthKey('ana', at), true],
    ['REMOVE', toMonthKey('ana', at), false],
    ['INSERT', { owner: getSentEventsKey('ana'), part: `${at} 0123` }, false],
    ['MODIFY', closedAccounts.toKey({ accountId: 'ana' }), false],
  ])('%s of %o calls it: %s', (eventName, { owner, part }, isWanted) => {
    const record = { eventName, dynamodb: { Keys: { owner: { S: owner }, part: { S: part } } } };

    expect(isMatched(getPattern('AccountsUsage'), record)).toBe(isWanted);
  });
});

describe('usage events', () => {
  const Resources = [{ Ref: 'AWS::StackId' }];
  const published = { Source: 'image-url', DetailType: 'UsageThresholdReached', Resources };

  it('go from the queue to the default bus, as what was sent, and name their stack', () => {
    expect(pipe).toMatchObject({
      Source: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'UsageEvents0'), 'Arn'] },
      TargetParameters: { EventBridgeEventBusParameters: published, InputTemplate: '<$.body>' },
    });
    expect(JSON.stringify(pipe.Target)).toContain(':event-bus/default');
  });

  it('wait for an operator when the bus does not take them', () => {
    const [queue, dead] = ['UsageEvents0', 'UsageEventsUndelivered'].map(
      (start) => usual.template.Resources[idOf('AWS::SQS::Queue', start)]?.Properties,
    );

    expect(queue.RedrivePolicy.maxReceiveCount).toBe(5);
    // a message keeps the time it was first sent at
    expect(dead.MessageRetentionPeriod).toBeGreaterThan(queue.MessageRetentionPeriod);
  });

  it('are mailed by nobody where a stage names no address', () => {
    expect(['AWS::Events::Rule', 'AWS::SNS::Topic'].flatMap(usual.propertiesOf)).toEqual([]);
  });

  it('are mailed by their rule alone, of this account', () => {
    const policies = [...mailed.propertiesOf('AWS::SNS::TopicPolicy'), ...mailed.propertiesOf('AWS::SQS::QueuePolicy')];
    const byEvents = policies
      .flatMap(({ PolicyDocument }: Properties) => PolicyDocument.Statement)
      .filter(({ Principal }: Properties) => Principal.Service === 'events.amazonaws.com');
    const rule = { 'Fn::GetAtt': [idOf('AWS::Events::Rule', 'UsageEventsRule', mailed), 'Arn'] };

    expect(byEvents.map(({ Action }: Properties) => Action).sort()).toEqual(['sns:Publish', 'sqs:SendMessage']);
    for (const { Condition } of byEvents) expect(Condition).toEqual({ ArnEquals: { 'aws:SourceArn': rule } });
  });

  it('are mailed to the address of the stage: those of this stack alone, in words', () => {
    const [rule] = mailed.propertiesOf('AWS::Events::Rule');
    const [subscription] = mailed.propertiesOf('AWS::SNS::Subscription');
    const topic = { Ref: idOf('AWS::SNS::Topic', 'UsageEventsMails', mailed) };

    expect(rule.EventPattern).toEqual({
      ...{ source: [published.Source], 'detail-type': [published.DetailType], resources: Resources },
    });
    expect(rule.Targets).toMatchObject([{ Arn: topic, DeadLetterConfig: expect.anything() }]);
    const { InputTemplate } = rule.Targets[0].InputTransformer;
    expect(InputTemplate).toMatch(/^"Account <detail-accountId> has used <detail-used> of <detail-limit>.+"$/);
    expect(subscription).toMatchObject({ Protocol: 'email', Endpoint: 'billing@example.org', TopicArn: topic });
  });
});
