import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import {
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { contentSecurityPolicy, fixedHeaders, pageDocument } from 'image-url-studio/server/page-document.ts';
import { buildHint, studioFolder } from '../app/assets.ts';
import { globalName, instanceName } from '../app/global-name.ts';
import { StageError } from '../app/settings.ts';
import { PrivateBucket } from '../data/private-bucket.ts';

export interface StageStudioProps {
  /** Origin of the API. Its functions need the studio's origin, so the API's URL is set later (`fill`). */
  readonly apiOrigin: string;
  readonly imageOrigin: string;
  readonly priceClass: PriceClass;
  /** Folder with the page. @default that of `npm run studio` */
  readonly folder?: string;
}

/**
 * The studio of a stage: static files in a bucket behind CloudFront. The page calls the API with an API key that the
 * user enters.
 */
export class StageStudio extends Construct {
  /** Scheme and host, as browsers send them. */
  readonly origin: string;
  private readonly bucket: PrivateBucket;
  private readonly distribution: Distribution;
  private readonly folder: string;
  private readonly imageOrigin: string;
  /**
   * CSP nonce of the styles that the editor adds to the document. Static files have the same nonce for every load, so a
   * page with injected markup could add styles. Scripts have no nonce and load only from this origin.
   */
  private readonly nonce: string;

  constructor(scope: Construct, id: string, { apiOrigin, imageOrigin, priceClass, folder }: StageStudioProps) {
    super(scope, id);
    this.folder = folder ?? studioFolder;
    this.imageOrigin = imageOrigin;
    if (!existsSync(this.folder))
      throw new StageError(`studioPath: there is no studio at ${this.folder}. ${buildHint.studio}`);
    this.nonce = createHash('sha256').update(this.read('main.js')).digest('base64url').slice(0, 22);
    this.bucket = new PrivateBucket(this, 'Files', { keepsData: false });
    const policy = contentSecurityPolicy({ nonce: this.nonce, apiOrigin, imageOrigin });
    this.distribution = new Distribution(this, 'Edge', {
      comment: 'Studio',
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
          originAccessControl: new S3OriginAccessControl(this, 'Access', {
            originAccessControlName: globalName(this, 'StudioFiles'),
          }),
        }),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.responseHeadersPolicy(policy),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      },
      priceClass,
      httpVersion: HttpVersion.HTTP2_AND_3,
    });
    this.origin = `https://${this.distribution.distributionDomainName}`;
  }

  get bucketName(): string {
    return this.bucket.bucketName;
  }

  /** Uploads the page with the URL of the API. */
  fill(apiUrl: string, canGenerate: boolean): void {
    const document = pageDocument(this.read('index.html'), {
      ...{ nonce: this.nonce, apiUrl, canGenerate, imageHost: this.imageOrigin },
    });
    new BucketDeployment(this, 'Upload', {
      sources: [Source.asset(this.folder, { exclude: ['index.html'] }), Source.data('index.html', document)],
      destinationBucket: this.bucket as IBucket,
      // revalidated on every visit
      cacheControl: [CacheControl.noCache()],
      distribution: this.distribution,
      // only an empty bucket can be deleted
      retainOnDelete: false,
      memoryLimit: 512,
    });
  }

  private read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  private responseHeadersPolicy(policy: string): ResponseHeadersPolicy {
    const { 'Cross-Origin-Opener-Policy': opener, 'Cross-Origin-Resource-Policy': resource } = fixedHeaders;
    const custom = { 'Cross-Origin-Opener-Policy': opener, 'Cross-Origin-Resource-Policy': resource };
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: globalName(this, 'Studio'),
      comment: `Studio of ${instanceName(this)}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: policy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(custom).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }
}
