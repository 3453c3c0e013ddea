import type { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { EngineName } from 'image-url-engine/engine-names.ts';

/** A custom domain name. */
export interface ImageUrlsDomain {
  readonly domainName: string;
  /** In us-east-1 for the image host, in the region of the stack for the API. */
  readonly certificate: ICertificate;
  /** Hosted zone in which alias records are created. @default none: create the records yourself */
  readonly hostedZone?: IHostedZone;
}

/** The Amazon Bedrock model that generates templates. */
export interface ImageUrlsModel {
  /** Model id, or the id of a cross-region inference profile. */
  readonly modelId: string;
  /** Regions to which the inference profile routes. @default none, for a model id or a global profile */
  readonly regions?: readonly string[];
}

/** A plan of accounts. */
export interface ImageUrlsPlan {
  /** Mints in a month; null for no limit. */
  readonly mints: number | null;
  /** AI generations in a month; null for no limit. */
  readonly generations: number | null;
}

export interface ImageUrlsProps {
  /** Host name of image URLs. @default the domain name of the distribution */
  readonly domainName?: string;
  /** Certificate of `domainName`, in us-east-1. @default none */
  readonly certificate?: ICertificate;
  /** Hosted zone in which alias records of `domainName` are created. @default none: create the records yourself */
  readonly hostedZone?: IHostedZone;
  /** Domain of the API. @default the address that API Gateway assigns */
  readonly apiDomain?: ImageUrlsDomain;
  /**
   * Name in metrics, logs and the path of the API, 1 to 16 lower-case letters and digits.
   * @default a name derived from the path of the construct
   */
  readonly stageName?: string;
  /** Email address that receives the alarms. @default none */
  readonly alarmEmail?: string;
  /** Topic that receives the alarms instead of an email. @default none */
  readonly alarmTopic?: ITopic;
  /** Retains tables, buckets and keys when the stack is deleted, and protects them from deletion. @default true */
  readonly retainData?: boolean;
  /** Key for tables, buckets and secrets. The stack must have a region. @default keys that AWS owns */
  readonly encryptionKey?: IKey;
  /** Verifies URLs at the edge, before any cache and function. @default true */
  readonly verifyAtEdge?: boolean;
  /** Lifetime of minted URLs. @default Duration.days(1827) */
  readonly urlLifetime?: Duration;
  /** Time after which rendered images expire. @default as long as a URL of the image may be valid */
  readonly imageRetention?: Duration;
  /** Time between rotations of the signing key. @default Duration.days(180) */
  readonly keyRotation?: Duration;
  /** @default RetentionDays.THREE_MONTHS */
  readonly logRetention?: RetentionDays;
  /** Engine of templates that choose none. @default 'takumi' */
  readonly defaultEngine?: EngineName;
  /**
   * npm registry (`https://...`) from which font families outside the core are fetched when a template that names them
   * is saved.
   * @default none: templates have the core families and uploaded fonts
   */
  readonly fontSource?: string;
  /**
   * Plans that extend or replace the four default plans, by name.
   * @default { own: { mints: null, generations: null } }, a plan without limits
   */
  readonly plans?: Readonly<Record<string, ImageUrlsPlan>>;
  /**
   * Plan of the account that owns the keys and templates of the stack.
   * @default the first plan without limits
   */
  readonly accountPlan?: string;
  /** Model that generates templates. @default none: generation returns AI_NOT_CONFIGURED */
  readonly model?: ImageUrlsModel;
  /** Deploys the studio. @default false */
  readonly studio?: boolean;
  /** Puts AWS WAF in front of the API. @default false */
  readonly waf?: boolean;
  /** Sets the role with which API Gateway writes logs, one for the account and region. @default true */
  readonly apiGatewayLogRole?: boolean;
  /** Concurrent executions reserved for the function that renders on-demand URLs. @default none */
  readonly onDemandConcurrency?: number;
  /**
   * Address in front of minted URLs, such as `https://www.example.com/cards`, for images delivered by your own
   * distribution (`addBehaviours`).
   * @default the image host of this construct
   */
  readonly imageUrl?: string;
  /**
   * Adds outputs with which the service's admin program finds the stack (`npm run admin -- --stack NAME`).
   * @default true
   */
  readonly operatorOutputs?: boolean;
  /** Folder of the render layer. @default the layer in this package */
  readonly layerPath?: string;
  /** Folder with the studio's page. @default the one in this package */
  readonly studioPath?: string;
  /**
   * Settings of a stage as in `cdk.json`, for those without a prop: concurrency, tracing, log level, price class,
   * gradual deployments. Props take precedence.
   * @default {}
   */
  readonly settings?: Readonly<Record<string, unknown>>;
}
