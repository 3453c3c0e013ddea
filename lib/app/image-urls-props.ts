import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
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
  /** Model id, the id of a cross-region inference profile, or the ARN of an application inference profile. */
  readonly modelId: string;
  /**
   * Regions to which the inference profile routes.
   * @default none, for a model id or a global profile; all, for an application inference profile
   */
  readonly regions?: readonly string[];
  /** Maximum number of answers of the model for one template, 1 to 3. @default 3 */
  readonly rounds?: number;
  /** Maximum length of an answer in tokens, 1,024 to 16,384; the model has 70 s for it. @default 8192 */
  readonly maxTokens?: number;
  /**
   * Daily tokens above which an alarm is raised, weighted by price: an output token counts 5, a token from the model's
   * cache 0.1.
   * @default 10_000_000
   */
  readonly alarmTokens?: number;
}

/** A plan of accounts. */
export interface ImageUrlsPlan {
  /** Mints in a month; null for no limit. */
  readonly mints: number | null;
  /** AI generations in a month; null for no limit. */
  readonly generations: number | null;
  /** Stored templates. @default that of the plan it replaces, or of `scale` */
  readonly templates?: number;
  /** Bytes of stored images in a month. @default that of the plan it replaces, or of `scale` */
  readonly storedBytes?: number;
  /** Revocations, at most 1,000. @default that of the plan it replaces, or of `scale` */
  readonly revocations?: number;
}

/** Concurrent executions of functions. */
export interface ImageUrlsConcurrency {
  /** Maximum number, which other functions cannot use. @default none: those of the account */
  readonly reserved?: number;
  /** Number of instances that are always warm, and billed. @default none */
  readonly provisioned?: number;
}

/** Limits of requests to the API, for all callers together. */
export interface ImageUrlsThrottling {
  /** Requests a second, in the long run. */
  readonly rateLimit: number;
  /** Requests at once. */
  readonly burstLimit: number;
}

/** Request units a second that a table serves from its first second. */
export interface ImageUrlsWarmThroughput {
  /** At least 12,000. */
  readonly reads: number;
  /** At least 4,000. */
  readonly writes: number;
}

export interface ImageUrlsProps {
  /**
   * Name in metrics, logs and the path of the API, 1 to 16 lower-case letters and digits. Unique in an app.
   * @default a name derived from the path of the construct
   */
  readonly instanceName?: string;
  /**
   * Domain of image URLs. Choose one before you publish the first URL: URLs with the name of the distribution end with
   * it.
   * @default the domain name of the distribution
   */
  readonly imageDomain?: ImageUrlsDomain;
  /** Domain of the API. @default the address that API Gateway assigns */
  readonly apiDomain?: ImageUrlsDomain;
  /** Email address that receives the alarms. @default none */
  readonly alarmEmail?: string;
  /** Topic that receives the alarms instead of an email. @default none */
  readonly alarmTopic?: ITopic;
  /** Gigabytes that CloudFront sends in a day above which the alarm of `addEdgeAlarms` is raised. @default 1_000 */
  readonly alarmGigabytes?: number;
  /** Email address that receives usage events: 80% and 100% of a limit. @default none */
  readonly usageEmail?: string;
  /**
   * `RETAIN` keeps tables, buckets and keys when the stack is deleted, and protects them from deletion; `DESTROY` deletes
   * them.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
  /** Key for tables, buckets and secrets. The stack must have a region. @default keys that AWS owns */
  readonly encryptionKey?: IKey;
  /**
   * A second region, to which tables and the keyring that signs image URLs are replicated. The stack must have a region.
   * @default none
   */
  readonly replicaRegion?: string;
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
  /** Lowest level of log lines that functions and Lambda write. @default 'INFO' */
  readonly logLevel?: 'INFO' | 'WARN' | 'ERROR';
  /**
   * Share of API calls that X-Ray traces, 0 to 1. Image requests, whose share only Lambda decides, are traced at 1 only.
   * @default 0.05
   */
  readonly tracedShare?: number;
  /** Engine of templates that choose none. @default 'takumi' */
  readonly defaultEngine?: EngineName;
  /**
   * npm registry (`https://...`) from which font families outside the core are fetched when a template that names them
   * is saved; `false` for none: templates have the core families and uploaded fonts.
   * @default the public npm registry, https://registry.npmjs.org
   */
  readonly fontSource?: string | false;
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
  /**
   * Counts who fetched images, by template or by image as well, from CloudFront's access logs, which a bucket keeps for
   * seven days: fields without addresses and cookies of viewers. Logs come only after `addLogDelivery`.
   * @default false
   */
  readonly views?: false | 'templates' | 'images';
  /**
   * Name of the log delivery source that the distribution has in us-east-1, if you deliver its logs elsewhere as well: a
   * distribution can have only one.
   * @default one is created
   */
  readonly viewsDeliverySource?: string;
  /** Deploys the studio. @default false */
  readonly studio?: boolean;
  /** Puts AWS WAF in front of the API. @default false */
  readonly waf?: boolean;
  /** Limits of requests to the API. @default those of the account */
  readonly throttling?: ImageUrlsThrottling;
  /**
   * Warms the tables that count and deliver before a launch. A table on demand begins with 12,000 reads and 4,000 writes
   * a second and then serves twice its last peak. DynamoDB charges for warming once, and takes no lower value later.
   * @default what a new table has
   */
  readonly warmThroughput?: ImageUrlsWarmThroughput;
  /** Value of the header `X-Robots-Tag` of images, such as `noindex`. @default no such header */
  readonly robots?: string;
  /**
   * Sets the role with which API Gateway writes logs, one for the account and region, which replaces another that is set.
   * A deployment fails in an account that has none.
   * @default false
   */
  readonly apiGatewayLogRole?: boolean;
  /** Concurrent executions of each of the two minting functions. @default none */
  readonly mintConcurrency?: ImageUrlsConcurrency;
  /** Concurrent executions of the function that renders minted URLs. @default none */
  readonly renderConcurrency?: ImageUrlsConcurrency;
  /** Concurrent executions of each function that runs templates for the public. @default none */
  readonly onDemandConcurrency?: ImageUrlsConcurrency;
  /** Edge locations of CloudFront. @default PriceClass.PRICE_CLASS_ALL */
  readonly priceClass?: PriceClass;
  /** Region of CloudFront's Origin Shield. @default the one nearest to the region of the stack */
  readonly originShieldRegion?: string;
  /**
   * Shifts traffic of the functions that mint, render, check and create to a new version gradually, and back if an alarm
   * is raised.
   * @default all functions switch immediately
   */
  readonly gradualDeployment?:
    | 'canary10Percent5Minutes'
    | 'canary10Percent15Minutes'
    | 'linear10PercentEvery1Minute'
    | 'linear10PercentEvery3Minutes';
  /**
   * Address in front of minted URLs, such as `https://www.example.com/cards`, for images delivered by your own
   * distribution (`addBehavior`).
   * @default the image host of this construct
   */
  readonly imageUrl?: string;
  /**
   * Adds outputs with which the service's admin program finds the stack (`npm run admin -- --stack NAME`).
   * @default true
   */
  readonly operatorOutputs?: boolean;
  /** Folder, or zip file, of the render layer. @default the layer in the package `image-url-layer` */
  readonly layerPath?: string;
  /** Folder with the studio's page. @default the one in this package */
  readonly studioPath?: string;
}
