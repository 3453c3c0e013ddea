import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Name of something that an account has once for all regions: with the region, so that a stage can stand in a second one. */
export const globalName = (scope: Construct, what: string): string => {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${what}-${region}`;
};
