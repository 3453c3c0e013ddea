import { type Duration, Names, Stack, Token } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Distribution, IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { EngineName } from '../lambdas/contract/engine-names.ts';
import { stageOf } from './image-urls-settings.ts';
import { checkRegion } from './regions.ts';
import { Service } from './service.ts';

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
  /** Encrypts tables, buckets and secrets. @default keys that AWS owns */
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
  /** Plans beside or instead of the four default plans, by name. @default the default plans */
  readonly plans?: Readonly<Record<string, ImageUrlsPlan>>;
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
  /** Folder of the render layer. @default the layer that comes with the package */
  readonly layerPath?: string;
}

/**
 * A service that renders images from JSX templates and delivers them by signed URLs: API, functions, tables, image host,
 * signing key, alarms and dashboard. Several instances may share an app and a stack.
 *
 * @throws Error for props that do not fit together or that the region does not support.
 * @example
 * const images = new ImageUrls(this, 'Images', { domainName: 'img.example.com', certificate, alarmEmail: 'ops@example.com' });
 * new CfnOutput(this, 'ApiUrl', { value: images.apiUrl });
 */
export class ImageUrls extends Construct {
  /** Address of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Scheme and host of image URLs. */
  readonly imageUrl: string;
  /** Address of the studio; undefined when it is not deployed. */
  readonly studioUrl: string | undefined;
  readonly api: RestApi;
  readonly distribution: IDistribution;
  /** Tables by what they hold: `accounts`, `keys`, `templates`, ... */
  readonly tables: Readonly<Record<string, TableV2>>;
  /** Functions by name: `mintUrl`, `renderImage`, ... */
  readonly functions: Readonly<Record<string, IFunction>>;
  /** Alarms by their name in the runbook. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  private readonly service: Service;

  constructor(scope: Construct, id: string, props: ImageUrlsProps = {}) {
    super(scope, id);
    const stage = stageOf(props, defaultStageName(this));
    const { region } = Stack.of(this);
    if (!Token.isUnresolved(region)) checkRegion(region, stage.settings);
    const { encryptionKey, layerPath, imageUrl } = props;
    const service = new Service(this, 'Default', { stage, encryptionKey, imageUrl, layerFolder: layerPath });
    this.service = service;
    this.apiUrl = service.api.url;
    this.imageUrl = service.imageUrl;
    this.studioUrl = service.studio?.origin;
    this.api = service.api.api;
    this.distribution = service.delivery.distribution;
    this.tables = service.tables;
    this.functions = service.functions;
    this.alarms = service.observability.alarms;
  }

  /**
   * Delivers images from a distribution of your own too. The URL of an image there is the path of the pattern, then the path
   * of the image: `/cards/v1/i/...`. Set `imageUrl` so that minted URLs begin with it.
   *
   * @param pathPattern begins with `/` and ends with `/*`.
   * @throws Error for another pattern, and without `verifyAtEdge`.
   */
  addBehaviours(distribution: Distribution, pathPattern: string): void {
    this.service.delivery.addBehaviours(distribution, pathPattern);
  }
}

const defaultStageName = (scope: Construct): string =>
  Names.uniqueResourceName(scope, { maxLength: 15, allowedSpecialCharacters: '' })
    .toLowerCase()
    .replace(/^[^a-z]/, 'i');
