import { spawnSync } from 'node:child_process';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { synthesise } from './synthesise.ts';

const certificate = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/11111111-2222-3333-4444-555555555555`;

/** Settings that between them make every resource there is. */
const variants = {
  'a stage to throw away': { keepsData: false },
  'a stage that keeps its data': { keepsData: true },
  'no edge function': { edgeFunction: false },
  'everything optional': {
    waf: true,
    alarmEmail: 'operator@example.org',
    ai: { model: 'us.example.model-v1:0', regions: ['us-east-1', 'us-west-2'] },
    apiDomain: {
      name: 'api.example.org',
      certificateArn: certificate('eu-west-1'),
      hostedZone: { id: 'Z0123456789', name: 'example.org' },
    },
    imageDomain: {
      name: 'images.example.org',
      certificateArn: certificate('us-east-1'),
      hostedZone: { id: 'Z0123456789', name: 'example.org' },
    },
  },
};

const hasLinter = spawnSync('cfn-lint', ['--version']).status === 0;

describe.each(Object.entries(variants))('the template of %s', (_title, settings) => {
  const { findings, file } = synthesise(settings);

  it('has no finding of the security checks that nobody acknowledged', () => {
    expect(findings).toEqual([]);
  });

  it.runIf(hasLinter)('has nothing for the linter to say', () => {
    const said = spawnSync('cfn-lint', ['-i', 'W3005', '--', file], { encoding: 'utf8' });

    expect(said.stdout + said.stderr).toBe('');
  });
});

describe('the security checks', () => {
  it('stop a synth with a finding', () => {
    const addCarelessly = (stack: IConstruct) => new Bucket(stack, 'Careless');

    expect(() => synthesise({}, addCarelessly)).toThrow('Careless');
  });
});
