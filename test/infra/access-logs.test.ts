import { logFields } from 'image-url-contract/access-log-fields.ts';
import { describe, expect, it } from 'vitest';
import { synthesise, usualStage } from './synthesise.ts';

const { propertiesOf, ofType, template, edge } = synthesise({ views: 'templates' }, { region: 'eu-west-1' });

describe('access logs of a stage that counts views', () => {
  it('are delivered in us-east-1, with the fields that name no viewer, once the parameters are set', () => {
    const [delivery] = edge.propertiesOf('AWS::Logs::Delivery');
    const [source] = edge.propertiesOf('AWS::Logs::DeliverySource');
    const [destination] = edge.propertiesOf('AWS::Logs::DeliveryDestination');

    expect(delivery?.RecordFields).toEqual([...logFields]);
    expect(delivery?.DeliverySourceName).toBe(source?.Name);
    expect(source).toMatchObject({ LogType: 'ACCESS_LOGS' });
    expect(JSON.stringify(source?.ResourceArn)).toContain(':distribution/');
    expect(destination).toMatchObject({ OutputFormat: 'w3c' });
    expect(JSON.stringify(destination?.DestinationResourceArn)).toContain('LogsBucket');
    for (const type of ['Delivery', 'DeliverySource', 'DeliveryDestination'])
      expect(Object.values(edge.ofType(`AWS::Logs::${type}`))).toEqual([
        expect.objectContaining({ Condition: 'AreLogsTold' }),
      ]);
    expect(template.Outputs).toHaveProperty('LogsBucket');
  });

  it('expire after seven days, and each file is announced to the function that counts it', () => {
    const [[bucketId = '', bucket] = []] = Object.entries(ofType('AWS::S3::Bucket')).filter(([id]) =>
      id.includes('AccessLogs'),
    );
    const { NotificationConfiguration, LifecycleConfiguration, BucketEncryption } = bucket?.Properties ?? {};
    const queue = NotificationConfiguration.QueueConfigurations[0].Queue['Fn::GetAtt'][0];
    const mappings = propertiesOf('AWS::Lambda::EventSourceMapping').filter(
      ({ EventSourceArn }) => EventSourceArn['Fn::GetAtt']?.[0] === queue,
    );
    const [policy] = propertiesOf('AWS::S3::BucketPolicy').filter(({ Bucket }) => Bucket.Ref === bucketId);

    expect(LifecycleConfiguration.Rules).toContainEqual(expect.objectContaining({ ExpirationInDays: 7 }));
    // log delivery cannot use a key of the stack without its consent
    expect(JSON.stringify(BucketEncryption)).toContain('AES256');
    expect(mappings).toEqual([expect.objectContaining({ BatchSize: 1 })]);
    expect(bucket?.DependsOn).toEqual([expect.stringMatching(/AccessLogsMessages.*Policy/)]);
    expect(policy?.PolicyDocument.Statement).toContainEqual({
      ...{ Sid: 'AWSLogDeliveryWrite1', Effect: 'Allow', Action: 's3:PutObject' },
      Principal: { Service: 'delivery.logs.amazonaws.com' },
      Resource: expect.anything(),
      Condition: {
        StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': expect.anything() },
        ArnLike: { 'aws:SourceArn': expect.anything() },
      },
    });
    expect(JSON.stringify(policy)).toContain(':logs:us-east-1:');
  });

  it('use the delivery source that is named', () => {
    const named = synthesise({ views: 'images', viewsDeliverySource: 'mine' });
    expect(named.edge.propertiesOf('AWS::Logs::Delivery')[0]?.DeliverySourceName).toBe('mine');
    expect(named.edge.propertiesOf('AWS::Logs::DeliverySource')).toEqual([]);
  });

  it('are not there without the setting', () => {
    const usual = usualStage();
    expect(usual.edge.propertiesOf('AWS::Logs::Delivery')).toEqual([]);
    expect(
      usual.propertiesOf('AWS::Lambda::Function').map(({ Environment }) => Environment?.Variables?.FUNCTION_ID),
    ).not.toContain('readAccessLogs');
    expect(usual.template.Outputs).not.toHaveProperty('LogsBucket');
  });
});
