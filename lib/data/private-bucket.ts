import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Target } from '../api/access.ts';
import type { Protection } from './protection.ts';

/** With `keepsData`, deleted and overwritten objects are retained for 30 days. */
export interface PrivateBucketProps extends Protection {
  /** Additional lifecycle rules. @default none: objects do not expire */
  readonly rules?: readonly LifecycleRule[];
}

/** A private bucket: encrypted, no public access, TLS only. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { keepsData, encryptionKey, rules = [] }: PrivateBucketProps) {
    const unfinished: LifecycleRule = { abortIncompleteMultipartUploadAfter: Duration.days(1) };
    const versions = keepsData ? [{ noncurrentVersionExpiration: Duration.days(30) }] : [];
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: keepsData,
      lifecycleRules: [unfinished, ...rules, ...versions],
      removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }

  get target(): Target {
    return { value: this.bucketName, arns: [this.bucketArn] };
  }
}
