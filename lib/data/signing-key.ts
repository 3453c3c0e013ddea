import { Aws, Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { KeyValueStore } from 'aws-cdk-lib/aws-cloudfront';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { functions } from '../../lambdas/config/functions.ts';
import type { Access } from '../api/access.ts';
import { globalName } from '../app/global-name.ts';
import { ScheduledCall } from '../watch/scheduled-call.ts';
import type { Protection } from './protection.ts';

export interface SigningKeyProps extends Protection {
  /** Whether the edge function verifies URLs, with keys from its own store. */
  readonly edgeFunction: boolean;
}

/**
 * The keyring that signs image URLs: one secret, and a copy of its keys for the edge function. Neither the
 * CloudFormation template nor an asset contains a key; the rotation function creates the first one during the
 * deployment.
 */
export class SigningKey extends Construct {
  readonly access: Pick<Access, 'SIGNING_SECRET' | 'EDGE_KEYS' | 'EDGE_FUNCTION'>;
  /** The edge function's keys; undefined without an edge function. */
  readonly edgeKeys: KeyValueStore | undefined;
  private readonly secret: Secret;

  constructor(
    scope: Construct,
    id: string,
    { keepsData, encryptionKey, edgeFunction, replicaRegion }: SigningKeyProps,
  ) {
    super(scope, id);
    this.secret = new Secret(this, 'Keyring', {
      description: 'Keys that sign and verify image URLs',
      ...(encryptionKey && { encryptionKey }),
      ...(replicaRegion !== undefined && { replicaRegions: [{ region: replicaRegion }] }),
      // no keyring yet; the first rotation replaces it
      secretStringValue: SecretValue.unsafePlainText('{"formatVersion":0}'),
      removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.edgeKeys = edgeFunction
      ? new KeyValueStore(this, 'EdgeKeys', { keyValueStoreName: globalName(this, 'EdgeKeys') })
      : undefined;
    const arn = this.edgeKeys?.keyValueStoreArn;
    this.access = {
      SIGNING_SECRET: { value: this.secret.secretArn, arns: [this.secret.secretArn] },
      EDGE_KEYS: arn === undefined ? { value: '', arns: [] } : { value: arn, arns: [arn] },
      EDGE_FUNCTION: edgeFunction ? 'on' : 'off',
    };
  }

  /**
   * Schedules rotations of the keyring. The function also updates the edge's store once a day, and at each deployment
   * that changes the function or the store. The first keyring is created before the rotation is scheduled.
   */
  rotateWith(rotator: LambdaFunction, everyDays: number): void {
    rotator.addPermission('Rotation', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceAccount: Aws.ACCOUNT_ID,
    });
    const schedule = new CfnRotationSchedule(this, 'Rotation', {
      secretId: this.secret.secretArn,
      rotationLambdaArn: rotator.functionArn,
      rotationRules: { automaticallyAfterDays: everyDays },
      rotateImmediatelyOnUpdate: false,
    });
    schedule.node.addDependency(rotator);
    const fill = new Trigger(this, 'Fill', {
      handler: rotator,
      timeout: Duration.seconds(functions.rotateSigningKey.timeoutSeconds),
      executeAfter: [this.secret, ...(this.edgeKeys ? [this.edgeKeys] : [])],
    });
    // Secrets Manager tests a new schedule immediately, with the label that creating the first keyring needs
    schedule.node.addDependency(fill);
    // removes expired entries from the edge, completes interrupted calls, and records the age of the newest key
    new ScheduledCall(this, 'Daily', { callee: rotator, expression: 'cron(35 3 * * ? *)' });
  }
}
