import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface ImageCacheProps {
  /** Days a rendered image is kept after it was written. */
  readonly keepDays: number;
}

/** Rendered images, so that a cold edge location need not draw. A lost one is drawn again. */
export class ImageCache extends Construct {
  readonly access: Pick<Access, 'IMAGES_BUCKET'>;

  constructor(scope: Construct, id: string, { keepDays }: ImageCacheProps) {
    super(scope, id);
    const bucket = new PrivateBucket(this, 'Images', { keepsData: false, expiresAfterDays: keepDays });
    this.access = { IMAGES_BUCKET: bucket.target };
  }
}
