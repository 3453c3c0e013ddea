import { spawnSync } from 'node:child_process';
import { ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { expect, it } from 'vitest';
import { everyNth } from '../support/effort.ts';
import { declareResources } from './declare.ts';
import { everything, longestRegion, synthesiseChecked } from './synthesise.ts';

/** Settings that between them make every resource there is; first what makes most, because the checks load their rules by kind of resource. */
const variants = {
  'everything optional': { ...everything, replicaRegion: 'eu-west-1' },
  'another choice of everything': {
    tracedShare: 0,
    logLevel: 'WARN',
    priceClass: 'PriceClass_100',
    mintConcurrency: { reserved: 100, provisioned: 2 },
    renderConcurrency: { reserved: 200, provisioned: 1 },
    model: { modelId: 'arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/abc123' },
    warmThroughput: { reads: 40_000, writes: 20_000 },
    robots: 'noindex',
    throttling: { rateLimit: 10_000, burstLimit: 5_000 },
    alarmTopic: 'arn:aws:sns:us-east-1:111122223333:operators',
    edgeAlarmTopic: 'arn:aws:sns:us-east-1:111122223333:operators',
  },
  'a stage to throw away, without the edge function': { removalPolicy: 'destroy', verifyAtEdge: false },
};

/** Where rules depend on the region they see one; without any they say what every region refuses. */
const regions = [longestRegion, 'us-east-1', undefined];

const synthesised = Object.entries(variants).map(([title, settings], n) => {
  const declared = n === 0 && {
    change: declareResources,
    // of a company whose bootstrap has a qualifier of its own
    context: { '@aws-cdk/core:bootstrapQualifier': 'company' },
  };
  return [title, synthesiseChecked(settings, { region: regions[n % regions.length], ...declared })] as const;
});
const hasLinter = spawnSync('cfn-lint', ['--version']).status === 0;

it.each(synthesised)('%s: no unacknowledged finding and no warning', (_title, { findings, warnings }) => {
  expect(findings).toEqual([]);
  expect(warnings).toEqual([]);
});

// the others make little that the first does not
const linted = everyNth(synthesised, synthesised.length);

it.runIf(hasLinter)(`the linter has nothing to say of ${linted.map(([title]) => title).join(' and ')}`, () => {
  const message = spawnSync(
    'cfn-lint',
    ['-i', 'W3005', '--', ...linted.flatMap(([, { file, edge }]) => [file, edge.file])],
    { encoding: 'utf8' },
  );

  expect(message.stdout + message.stderr).toBe('');
});

it.each<[string, (stack: IConstruct) => unknown, string]>([
  ['a finding of security', (stack) => new Bucket(stack, 'Careless'), 'Careless'],
  [
    'what a deployment would refuse',
    (stack) => new ResponseHeadersPolicy(stack, 'Refused', { removeHeaders: ['x-amzn-requestid'] }),
    'x-amzn-requestid cannot be removed',
  ],
])('the checks stop a synth with %s', (_what, change, message) => {
  expect(() => synthesiseChecked({}, { change })).toThrow(message);
});
