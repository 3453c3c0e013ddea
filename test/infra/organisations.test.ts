import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { everything, longestRegion, type Properties, type Synthesised, synthesise, usualStage } from './synthesise.ts';

const boundary = 'company-boundary';
const stage = synthesise(
  { ...everything, tags: { team: 'growth' } },
  { region: longestRegion, context: { '@aws-cdk/core:permissionsBoundary': { name: boundary } } },
);
const robots = 'noindex, nofollow';
const tuned = synthesise({
  ...{ warmThroughput: { reads: 40_000, writes: 20_000 }, robots },
  throttling: { rateLimit: 10_000, burstLimit: 5_000 },
});
const rolesOf = (): Properties[] => [stage, stage.edge].flatMap(({ propertiesOf }) => propertiesOf('AWS::IAM::Role'));

it('the context of a permissions boundary reaches every role, those of CDK’s helper functions included', () => {
  expect(rolesOf().length).toBeGreaterThanOrEqual(30);
  for (const { PermissionsBoundary } of rolesOf()) expect(JSON.stringify(PermissionsBoundary)).toContain(boundary);
});

it('the tags of a stage are tags of both stacks, which CloudFormation gives to CDK’s helper functions too', () => {
  const { artifacts } = JSON.parse(readFileSync(join(stage.folder, 'manifest.json'), 'utf8'));
  const functions = [stage, stage.edge].flatMap(({ propertiesOf }) => propertiesOf('AWS::Lambda::Function'));
  const own = functions.filter(({ Environment }) => Environment?.Variables.FUNCTION_ID);

  for (const { name } of [stage, stage.edge]) expect(artifacts[name].properties.tags).toMatchObject({ team: 'growth' });
  for (const { Tags } of own) expect(Tags).toContainEqual({ Key: 'team', Value: 'growth' });
});

it('tables that count and deliver are warmed, and no others', () => {
  const warm = tuned.ofType('AWS::DynamoDB::GlobalTable');
  const warmed = Object.entries(warm).flatMap(([id, { Properties }]) => (Properties.WarmThroughput ? [id] : []));

  expect(warmed.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
    'AccountsBudgets',
    'AccountsUsage',
    'Trees',
  ]);
  expect(Object.values(warm).find(({ Properties }) => Properties.WarmThroughput)?.Properties.WarmThroughput).toEqual({
    ReadUnitsPerSecond: 40_000,
    WriteUnitsPerSecond: 20_000,
  });
});

it('images have the robots header that a stage names, and none by default', () => {
  const headersOf = ({ propertiesOf }: Synthesised) =>
    propertiesOf('AWS::CloudFront::ResponseHeadersPolicy')
      .map(({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.CustomHeadersConfig?.Items ?? [])
      .map((items: { readonly Header: string }[]) => items.filter(({ Header }) => Header === 'X-Robots-Tag'));

  // rendered images, and pictures that accounts upload
  const header = [{ Header: 'X-Robots-Tag', Override: true, Value: robots }];
  expect(headersOf(tuned)).toEqual([header, header]);
  expect(headersOf(usualStage())).toEqual([[], []]);
});

it('throttling may be that of AWS itself, whose burst is below its rate', () => {
  const [deployed] = tuned.propertiesOf('AWS::ApiGateway::Stage');

  expect(deployed.MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 10_000, ThrottlingBurstLimit: 5_000 });
});

it.each([
  ['a profile of Canada', { modelId: 'ca.amazon.nova-lite-v1:0', regions: ['ca-central-1', 'ca-west-1'] }],
  [
    'an application inference profile',
    { modelId: `arn:aws:bedrock:${longestRegion}:111122223333:application-inference-profile/abc123def456` },
  ],
])('the functions that write templates may call the models of %s', (_what, model) => {
  const statements = synthesise({ model }, { region: longestRegion })
    .propertiesOf('AWS::IAM::Role')
    .flatMap(({ Policies = [] }) => Policies)
    .flatMap(({ PolicyDocument }: Properties) => PolicyDocument.Statement)
    .filter(({ Action }) => Action === 'bedrock:InvokeModel');

  expect(JSON.stringify(statements)).toContain(model.modelId);
  for (const { Resource, Condition } of statements)
    if (JSON.stringify(Resource).includes('foundation-model/*'))
      expect(Condition).toEqual({ StringEquals: { 'bedrock:InferenceProfileArn': model.modelId } });
});
