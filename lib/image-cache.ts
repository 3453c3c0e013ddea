import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface ImageCacheProps {
  /** Days a rendered image is kept after it was written. @default 30 */
  readonly keepDays?: number;
}

/** Rendered images, so that a cold edge location costs no render. Losing one costs a render and nothing else. */
export class ImageCache extends Construct {
  readonly bucket: PrivateBucket;
  readonly access: Pick<Access, 'IMAGES_BUCKET'>;

  constructor(scope: Construct, id: string, { keepDays = 30 }: ImageCacheProps = {}) {
    super(scope, id);
    this.bucket = new PrivateBucket(this, 'Images', { keepsData: false, expiresAfterDays: keepDays });
    this.access = { IMAGES_BUCKET: this.bucket.target };
  }
}
