import { RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Access } from './access.ts';
import type { Protection } from './protection.ts';
import { ScheduledCall } from './scheduled-call.ts';

/**
 * A client of the service's own, which every five minutes mints and fetches an image, and checks, creates and deletes a template. Its API key is in a secret that the stack
 * makes without one; the deployment enrols it, with the operator's rights, so that no function may make accounts.
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

  /** A run consumes one mint however often it looks: 8,928 in a long month, of its account's 10,000. */
  run(looker: IFunction): void {
    new ScheduledCall(this, 'Often', { callee: looker, expression: 'rate(5 minutes)' });
  }
}
