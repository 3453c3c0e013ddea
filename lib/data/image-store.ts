import { Duration } from 'aws-cdk-lib';
import { type LifecycleRule, StorageClass } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { imageRetentionDays, previewRetentionDays } from 'image-url-contract/image-retention.ts';
import type { Access } from '../api/access.ts';
import { PrivateBucket } from './private-bucket.ts';
import type { Protection } from './protection.ts';

export interface ImageStoreProps extends Protection {
  /** Days after its last write at which a rendered image expires. @default as long as its URLs may be valid */
  readonly retentionDays?: number | undefined;
}

/**
 * Smallest object for which tiering pays, in bytes: other storage classes bill at least 128 KB, or charge more for
 * monitoring than they save (docs/deploying.md#what-it-costs).
 */
const worthTieringBytes = 256 << 10;

/**
 * Bucket of rendered images and assets. Images of published URLs are stored for the longest lifetime of a URL, those of
 * previews for a week, and assets until they are deleted.
 */
export class ImageStore extends Construct {
  readonly access: Pick<Access, 'IMAGES_BUCKET'>;
  readonly bucket: PrivateBucket;

  constructor(scope: Construct, id: string, { retentionDays = imageRetentionDays, ...protection }: ImageStoreProps) {
    super(scope, id);
    const createExpiryRule = (prefix: string, days: number): LifecycleRule => ({
      prefix,
      expiration: Duration.days(days),
    });
    const bucket = new PrivateBucket(this, 'Images', {
      ...protection,
      rules: [
        createExpiryRule('images/', retentionDays),
        createExpiryRule('previews/', Math.min(previewRetentionDays, retentionDays)),
        {
          prefix: 'images/',
          objectSizeGreaterThan: worthTieringBytes,
          transitions: [{ storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(0) }],
        },
        // expiry in a versioned bucket leaves a delete marker behind
        ...(protection.keepsData ? [{ expiredObjectDeleteMarker: true }] : []),
      ],
    });
    this.bucket = bucket;
    this.access = { IMAGES_BUCKET: bucket.target };
  }
}
