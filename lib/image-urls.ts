import { Names, Stack, Token } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution, IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ImageUrlsProps } from './image-urls-props.ts';
import { stageOf } from './image-urls-settings.ts';
import { checkRegion } from './regions.ts';
import { Service } from './service.ts';
import { StageError } from './stage.ts';

/**
 * A service that renders images from JSX templates and delivers them by signed URLs: API, functions, tables, image host,
 * signing key, alarms and dashboard. An app may hold several instances, each in a stack of its own: an instance has about 340 of the 500 resources that a
 * stack may have.
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
    if (encryptionKey && Token.isUnresolved(region))
      throw new StageError('encryptionKey needs a stack with a region: set env.region.');
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
