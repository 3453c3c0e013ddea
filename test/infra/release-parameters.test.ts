import { describe, expect, it } from 'vitest';
import { StageError } from '../../lib/app/settings.ts';
import { readStage } from '../../lib/app/stage.ts';
import { releaseParameters, toCloudFormation } from '../../tools/release/parameters.ts';
import { parameterValues } from './parameter-values.ts';

/** Settings of a stage with the value of a parameter. */
const settingsOf: Readonly<Record<string, (value: string) => object>> = {
  ImageDomain: (domainName) => ({
    imageDomain: { domainName, certificate: `arn:aws:acm:us-east-1:111122223333:certificate/a` },
  }),
  ImageCertificate: (certificate) => ({ imageDomain: { domainName: 'img.example.com', certificate } }),
  ApiDomain: (domainName) => ({
    apiDomain: { domainName, certificate: 'arn:aws:acm:eu-west-1:111122223333:certificate/a' },
  }),
  ApiCertificate: (certificate) => ({ apiDomain: { domainName: 'api.example.com', certificate } }),
  AlarmEmail: (alarmEmail) => ({ alarmEmail }),
};

const isStage = (settings: object): boolean => {
  try {
    return readStage('prod', { prod: settings }).name === 'prod';
  } catch (error) {
    if (error instanceof StageError) return false;
    throw error;
  }
};

const parameters = new Map(releaseParameters.map((parameter) => [parameter.name, toCloudFormation(parameter)]));
/** Returns whether CloudFormation takes a text: its pattern must match the whole. */
const isTaken = (name: string, value: string): boolean => {
  const { AllowedPattern = '', MaxLength = Number.POSITIVE_INFINITY } = parameters.get(name) ?? {};
  return value.length <= MaxLength && new RegExp(`^(?:${AllowedPattern})$`).test(value);
};

describe.each(Object.keys(settingsOf))('the parameter %s', (name) => {
  const { accepted, refused } = parameterValues[name] ?? { accepted: [], refused: [] };

  it.each(accepted)('takes %s, as the setting does', (value) => {
    expect([isTaken(name, value), isStage(settingsOf[name]?.(value) ?? {})]).toEqual([true, true]);
  });

  it.each(refused)('refuses %j, as the setting does', (value) => {
    expect([isTaken(name, value), isStage(settingsOf[name]?.(value) ?? {})]).toEqual([false, false]);
  });

  it('may be empty, and says what it must be', () => {
    expect(isTaken(name, '')).toBe(true);
    expect(parameters.get(name)).toMatchObject({
      ConstraintDescription: expect.stringMatching(/^must be .+, or empty$/),
    });
  });

  it('has no expression that Java, CloudFormation’s language, or Go, Terraform’s, reads otherwise', () => {
    expect(parameters.get(name)).toMatchObject({ AllowedPattern: expect.not.stringMatching(/\(\?[^:]|\\[kpPbB1-9]/) });
  });
});

it('every text that may be anything has a form, and every other parameter a list or a range', () => {
  const free = [...parameters].filter(
    ([, parameter]) => !['AllowedPattern', 'AllowedValues', 'MinValue'].some((rule) => Object.hasOwn(parameter, rule)),
  );
  expect(free).toEqual([]);
  expect(Object.keys(parameterValues)).toEqual(Object.keys(settingsOf));
});
