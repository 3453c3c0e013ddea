import { RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Access } from '../api/access.ts';
import type { Protection } from '../data/protection.ts';
import { ScheduledCall } from './scheduled-call.ts';

/**
 * A function that mints and fetches an image, and checks, creates and deletes a template, every five minutes. The stack
 * creates its secret without an API key. The deployment adds one with the operator's permissions, so that no function
 * needs permission to create accounts.
 */
export class Canary extends Construct {
  readonly access: Pick<Access, 'CANARY_KEY'>;

  constructor(scope: Construct, id: string, { encryptionKey }: Pick<Protection, 'encryptionKey'> = {}) {
    super(scope, id);
    const { secretArn } = new Secret(this, 'Key', {
      description: 'API key of the canary’s account',
      ...(encryptionKey && { encryptionKey }),
      secretStringValue: SecretValue.unsafePlainText('{"formatVersion":0}'),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.access = { CANARY_KEY: { value: secretArn, arns: [secretArn] } };
  }

  /**
   * Schedules the function. A run consumes one mint, even with two tries: 8,928 in a month of 31 days, of 10,000 in the
   * account's plan.
   */
  run(looker: LambdaFunction): void {
    new ScheduledCall(this, 'Often', { callee: looker, expression: 'rate(5 minutes)' });
  }
}
