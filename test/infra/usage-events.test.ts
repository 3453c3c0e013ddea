import { describe, expect, it } from 'vitest';
import { type Synthesised, synthesise } from './synthesise.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
type Properties = any;

const usual = synthesise();
const mailed = synthesise({ usageEmail: 'billing@example.org' });
const getProperties = (type: string, { ofType }: Synthesised = usual): Properties[] =>
  Object.values(ofType(type)).map(({ Properties }) => Properties);
const [pipe] = getProperties('AWS::Pipes::Pipe');
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
  const streamed = Object.entries(usual.ofType('AWS::DynamoDB::GlobalTable')).filter(
    ([, { Properties }]) => 'StreamSpecification' in Properties,
  );
  const mappings = getProperties('AWS::Lambda::EventSourceMapping').filter((one) => one.FilterCriteria);
  const getMapping = (table: string) =>
    mappings.find(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0].startsWith(table));
  const mapping = getMapping('AccountsUsage');

  it('and of plans are streamed as keys, and nothing else is', () => {
    expect(streamed.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual(['Accounts', 'AccountsUsage']);
    for (const [, { Properties }] of streamed)
      expect(Properties.StreamSpecification).toEqual({ StreamViewType: 'KEYS_ONLY' });
    expect(mappings).toHaveLength(2);
    expect(JSON.parse(getMapping('Accounts1').FilterCriteria.Filters[0].Pattern)).toEqual({ eventName: ['MODIFY'] });
  });

  it('are handed to the function in batches, again when it fails, and then kept for an operator', () => {
    for (const one of mappings)
      expect(one).toMatchObject({
        ...{ BatchSize: 1_000, MaximumBatchingWindowInSeconds: 20, MaximumRetryAttempts: 20 },
        ...{ BisectBatchOnFunctionError: true, StartingPosition: 'TRIM_HORIZON' },
        FunctionName: { Ref: idOf('AWS::Lambda::Function', 'ReportUsage') },
        DestinationConfig: {
          OnFailure: { Destination: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'UsageEventsUndelivered'), 'Arn'] } },
        },
      });
  });

  it.each([
    ['MODIFY', '2026-11-10T00:00:00.000Z', true],
    ['INSERT', '2026-11-10T00:00:00.000Z', true],
    ['REMOVE', '2026-11-10T00:00:00.000Z', false],
    ['MODIFY', 'trials 2026-11-23T10:00:00.000Z', false],
    ['MODIFY', 'stored 2026-11-10T00:00:00.000Z', false],
    ['MODIFY', 'templates', false],
    ['INSERT', 'event 2026-12-10T00:00:00.000Z 0123', false],
  ])('%s of %s calls it: %s', (eventName, key, isWanted) => {
    const [{ Pattern }] = mapping.FilterCriteria.Filters;
    const record = { eventName, dynamodb: { Keys: { accountId: { S: 'ana' }, periodStart: { S: key } } } };

    expect(isMatched(JSON.parse(Pattern), record)).toBe(isWanted);
  });
});

describe('usage events', () => {
  it('go from the queue to the default bus, as what was sent, and name their stack', () => {
    expect(pipe).toMatchObject({
      Source: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'UsageEvents0'), 'Arn'] },
      SourceParameters: { SqsQueueParameters: { BatchSize: 1 } },
      TargetParameters: {
        EventBridgeEventBusParameters: {
          ...{ Source: 'image-url', DetailType: 'UsageThresholdReached' },
          Resources: [{ Ref: 'AWS::StackId' }],
        },
        InputTemplate: '<$.body>',
      },
    });
    expect(JSON.stringify(pipe.Target)).toContain(':event-bus/default');
  });

  it('wait for an operator when the bus does not take them', () => {
    const queue = usual.template.Resources[idOf('AWS::SQS::Queue', 'UsageEvents0')]?.Properties as Properties;
    const dead = usual.template.Resources[idOf('AWS::SQS::Queue', 'UsageEventsUndelivered')]?.Properties as Properties;

    expect(queue.RedrivePolicy.maxReceiveCount).toBe(5);
    // a message keeps the time it was first sent at
    expect(dead.MessageRetentionPeriod).toBeGreaterThan(queue.MessageRetentionPeriod);
  });

  it('are mailed by nobody where a stage names no address', () => {
    expect(['AWS::Events::Rule', 'AWS::SNS::Topic'].flatMap((type) => getProperties(type))).toEqual([]);
  });

  it('are mailed to the address of the stage: those of this stack alone, in words', () => {
    const [rule] = getProperties('AWS::Events::Rule', mailed);
    const [subscription] = getProperties('AWS::SNS::Subscription', mailed);
    const topic = { Ref: idOf('AWS::SNS::Topic', 'UsageEventsMails', mailed) };

    expect(rule.EventPattern).toEqual({
      ...{ source: ['image-url'], 'detail-type': ['UsageThresholdReached'] },
      resources: [{ Ref: 'AWS::StackId' }],
    });
    expect(rule.Targets).toHaveLength(1);
    expect(rule.Targets[0]).toMatchObject({ Arn: topic, DeadLetterConfig: expect.anything() });
    const { InputTemplate, InputPathsMap } = rule.Targets[0].InputTransformer;
    expect(InputTemplate).toMatch(/^"Account <detail-accountId> has used <detail-used> of <detail-limit>.+"$/);
    expect(Object.values(InputPathsMap)).toContain('$.detail.threshold');
    expect(subscription).toMatchObject({ Protocol: 'email', Endpoint: 'billing@example.org', TopicArn: topic });
  });
});
