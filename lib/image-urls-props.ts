import type { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { EngineName } from '../lambdas/contract/engine-names.ts';

/** A domain name of your own. */
export interface ImageUrlsDomain {
  readonly domainName: string;
  /** In us-east-1 for the image host, in the region of the stack for the API. */
  readonly certificate: ICertificate;
  /** Zone that gets the alias records. @default none: create the records yourself */
  readonly hostedZone?: IHostedZone;
}

/** The Amazon Bedrock model that writes templates. */
export interface ImageUrlsModel {
  /** Model id, or the id of a cross-region inference profile. */
  readonly modelId: string;
  /** Regions that the inference profile chooses from. @default none, for a model id or a global profile */
  readonly regions?: readonly string[];
}

/** A plan of accounts. */
export interface ImageUrlsPlan {
  /** Mints in a month; null is unlimited. */
  readonly mints: number | null;
  /** AI generations in a month; null is unlimited. */
  readonly generations: number | null;
}

export interface ImageUrlsProps {
  /** Host name of image URLs. @default the domain name of the distribution */
  readonly domainName?: string;
  /** Certificate of `domainName`, in us-east-1. @default none */
  readonly certificate?: ICertificate;
  /** Zone that gets the alias records of `domainName`. @default none: create the records yourself */
  readonly hostedZone?: IHostedZone;
  /** Domain of the API. @default the address that API Gateway assigns */
  readonly apiDomain?: ImageUrlsDomain;
  /**
   * Name in metrics, logs and the path of the API, 1 to 16 lower-case letters and digits.
   * @default a name derived from the path of the construct
   */
  readonly stageName?: string;
  /** Receives an email for each alarm. @default none */
  readonly alarmEmail?: string;
  /** Receives the alarms instead of an email. @default none */
  readonly alarmTopic?: ITopic;
  /** Retains tables, buckets and keys when the stack is deleted, and protects them from deletion. @default true */
  readonly retainData?: boolean;
  /** Encrypts tables, buckets and secrets. The stack must have a region. @default keys that AWS owns */
  readonly encryptionKey?: IKey;
  /** Verifies URLs at the edge, before any cache and function. @default true */
  readonly verifyAtEdge?: boolean;
  /** Lifetime of minted URLs. @default Duration.days(1827) */
  readonly urlLifetime?: Duration;
  /** Time after which rendered images expire. @default as long as a URL of the image may live */
  readonly imageRetention?: Duration;
  /** Time between rotations of the signing key. @default Duration.days(180) */
  readonly keyRotation?: Duration;
  /** @default RetentionDays.THREE_MONTHS */
  readonly logRetention?: RetentionDays;
  /** Engine of templates that choose none. @default 'takumi' */
  readonly defaultEngine?: EngineName;
  /**
   * Registry of npm packages (`https://...`) from which font families outside the core are fetched when a template that
   * names them is saved.
   * @default none: templates have the core families and uploaded fonts
   */
  readonly fontSource?: string;
  /**
   * Plans beside or instead of the four default plans, by name.
   * @default { own: { mints: null, generations: null } }, a plan without limits beside the default plans
   */
  readonly plans?: Readonly<Record<string, ImageUrlsPlan>>;
  /**
   * Plan of the account that owns the keys and templates of the stack.
   * @default the first plan without limits
   */
  readonly accountPlan?: string;
  /** Model that writes templates. @default none: generation answers AI_NOT_CONFIGURED */
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
   * Address in front of minted URLs, such as `https://www.example.com/cards`, when a distribution of your own delivers the images
   * (`addBehaviours`).
   * @default the image host of this construct
   */
  readonly imageUrl?: string;
  /**
   * Adds outputs by which the admin program of the service finds the stack (`npm run admin -- --stack NAME`).
   * @default true
   */
  readonly operatorOutputs?: boolean;
  /** Folder of the render layer. @default the layer that comes with the package */
  readonly layerPath?: string;
  /** Folder with the studio's page. @default the one in this package */
  readonly studioPath?: string;
  /**
   * Settings of a stage as in `cdk.json`, for what has no prop: concurrency, tracing, log level, price class, gradual
   * deployments. Props go before them.
   * @default {}
   */
  readonly settings?: Readonly<Record<string, unknown>>;
}
