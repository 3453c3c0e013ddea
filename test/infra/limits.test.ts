import { describe, expect, it } from 'vitest';
import { awsFacts } from '../../lambdas/config/aws-facts.ts';
import { everything, longestRegion as longest, type Properties, synthesise } from './synthesise.ts';

const full = synthesise(everything, { region: longest });

/** What a value of a template is long once it is known: an ARN of the longest resource there is stands for what is not. */
const unknown = `arn:aws:dynamodb:${longest}:111122223333:table/${'x'.repeat(96)}`;
const resolved = (value: Properties): Properties => {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const [[name = '', inner] = []] = Object.entries<Properties>(value);
  if (name === 'Fn::Join') return inner[1].map(resolved).join(inner[0]);
  if (name === 'Ref' && String(inner).startsWith('AWS::')) return longest;
  if (name === 'Ref' || name.startsWith('Fn::')) return unknown;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
};

const stacks = [full, full.edge];
const ofType = (type: string): [string, Properties][] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.ofType(type)).map(
      ([id, { Properties }]) => [id, resolved(Properties)] as [string, Properties],
    ),
  );
/** Those that are above a limit, with how far. */
const above = (limit: number, sizes: readonly (readonly [string, number])[]) => {
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.filter(([, size]) => size > limit);
};
const bytes = (value: unknown): number => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** What is refused when a stack is deployed, and no other check here looks at. */
describe('a deployment is not refused for', () => {
  it('its templates: their bytes, resources and outputs', () => {
    for (const { template } of stacks) {
      expect(bytes(template)).toBeLessThan(awsFacts.templateBytes.value);
      expect(Object.keys(template.Resources).length).toBeLessThan(awsFacts.stackResources.value);
      expect(Object.keys(template.Outputs ?? {}).length).toBeLessThan(awsFacts.stackOutputs.value);
    }
  });

  it('what the policies of a role are together', () => {
    const sizes = new Map<string, number>();
    const add = (role: unknown, document: Properties) => {
      const id = JSON.stringify(role);
      sizes.set(id, (sizes.get(id) ?? 0) + bytes(resolved(document)));
    };
    for (const { ofType: typed } of stacks) {
      for (const { Properties } of Object.values(typed('AWS::IAM::Policy')) as Properties[])
        for (const role of Properties.Roles ?? []) add(role, Properties.PolicyDocument);
      for (const [id, { Properties }] of Object.entries(typed('AWS::IAM::Role')) as [string, Properties][])
        for (const { PolicyDocument } of Properties.Policies ?? []) add({ Ref: id }, PolicyDocument);
    }

    expect(above(awsFacts.rolePolicies.value, [...sizes])).toEqual([]);
  });

  it.each<[string, string, number, (properties: Properties) => number]>([
    [
      'environments',
      'AWS::Lambda::Function',
      awsFacts.functionEnvironmentBytes.value,
      ({ Environment }) => bytes(Environment?.Variables ?? {}),
    ],
    [
      'descriptions',
      'AWS::Lambda::Function',
      awsFacts.functionDescription.value,
      ({ Description = '' }) => Description.length,
    ],
    ['code', 'AWS::CloudFront::Function', awsFacts.edgeFunctionBytes.value, ({ FunctionCode }) => bytes(FunctionCode)],
    // AWS documents no number for comments: CDK's own
    ['comments', 'AWS::CloudFront::Function', 128, ({ FunctionConfig }) => FunctionConfig.Comment.length],
    ['comments', 'AWS::CloudFront::KeyValueStore', 128, ({ Comment = '' }) => Comment.length],
    [
      'added and removed headers',
      'AWS::CloudFront::ResponseHeadersPolicy',
      awsFacts.responseHeaders.value,
      ({ ResponseHeadersPolicyConfig: { CustomHeadersConfig: added, RemoveHeadersConfig: removed } }) =>
        Math.max(added?.Items.length ?? 0, removed?.Items.length ?? 0),
    ],
    ['names', 'AWS::CloudWatch::Alarm', awsFacts.alarmName.value, ({ AlarmName }) => AlarmName.length],
    [
      'descriptions',
      'AWS::CloudWatch::Alarm',
      awsFacts.alarmDescription.value,
      ({ AlarmDescription }) => AlarmDescription.length,
    ],
    [
      'policies',
      'AWS::SNS::TopicPolicy',
      awsFacts.topicPolicyBytes.value,
      ({ PolicyDocument }) => bytes(PolicyDocument),
    ],
    [
      'policies',
      'AWS::SQS::QueuePolicy',
      awsFacts.queuePolicyBytes.value,
      ({ PolicyDocument }) => bytes(PolicyDocument),
    ],
    [
      'policies',
      'AWS::S3::BucketPolicy',
      awsFacts.bucketPolicyBytes.value,
      ({ PolicyDocument }) => bytes(PolicyDocument),
    ],
  ])('the %s of %s: at most %d', (_what, type, limit, measure) => {
    const sizes = ofType(type).map(([id, properties]) => [id, measure(properties)] as const);

    expect(above(limit, sizes)).toEqual([]);
  });

  it('resource policies of logs', () => {
    const logs = ofType('AWS::Logs::ResourcePolicy').map(([id, one]) => [id, bytes(one.PolicyDocument)] as const);

    expect(logs.filter(([, size]) => size > awsFacts.logPolicy.value)).toEqual([]);
  });
});
