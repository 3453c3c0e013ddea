import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { usualStage } from './synthesise.ts';

const { propertiesOf, ofType } = usualStage();
const tables = propertiesOf('AWS::DynamoDB::GlobalTable');
const [, section = ''] = /^## A table is lost\n([\s\S]*?)^## /m.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];

it('the runbook sets again on a restored table what the template sets, with the template’s values', () => {
  const attributes = tables.flatMap(({ TimeToLiveSpecification: ttl }) => (ttl ? [ttl.AttributeName] : []));
  const streaming = Object.entries(ofType('AWS::DynamoDB::GlobalTable')).flatMap(([id, { Properties }]) =>
    Properties.StreamSpecification
      ? [
          id
            .replace(/[0-9A-F]{8}$/, '')
            .replace(/^Accounts(?=.)/, '')
            .toLowerCase(),
        ]
      : [],
  );
  const recoverable = tables.filter(
    ({ Replicas: [replica] }) => replica.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled === true,
  );

  expect([...new Set(attributes)]).toEqual(['expires']);
  expect(section).toContain('update-time-to-live` with the attribute `expires`');
  expect(streaming.sort()).toEqual(['accounts', 'usage']);
  expect(section).toContain('--stream-specification` for `usage` and `accounts`');
  expect(recoverable).toHaveLength(tables.length);
  for (const command of ['update-continuous-backups', '--deletion-protection-enabled', 'tag-resource'])
    expect(section).toContain(command);
});

it('alarms of tables go by names that a table keeps when it is restored under its own', () => {
  const metrics = propertiesOf('AWS::CloudWatch::Alarm').flatMap(({ Metrics = [] }) => Metrics);
  const dimensions = metrics
    .flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
    .filter(({ Name }) => Name === 'TableName');

  expect(dimensions.length).toBeGreaterThan(2);
  for (const { Value } of dimensions) expect(Object.keys(Value)).toEqual(['Ref']);
});
