import { Names, Stack, Token } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution, IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { firstUnlimited } from '../../lambdas/contract/plans.ts';
import { ApiKey } from '../declared/api-key.ts';
import { DeclaredResources } from '../declared/declared-resources.ts';
import type {
  ImageUrlsApiKey,
  ImageUrlsApiKeyOptions,
  ImageUrlsTemplates,
  ImageUrlsTemplatesOptions,
} from '../declared/image-urls-declared.ts';
import { templateSet } from '../declared/template-set.ts';
import { withHelperLogs } from '../watch/helper-logs.ts';
import type { ImageUrlsProps } from './image-urls-props.ts';
import { createStage } from './image-urls-settings.ts';
import { checkRegion } from './regions.ts';
import { Service } from './service.ts';
import { addOutputs } from './service-outputs.ts';
import { StageError } from './stage.ts';

/**
 * A service that renders images from JSX templates and delivers them by signed URLs: API, functions, tables, image
 * host, signing key, alarms and dashboard. An app may contain several instances, each in its own stack: an instance has
 * about 390 of the 500 resources that a stack may have.
 *
 * @throws Error for props that do not fit together or that the region does not support
 * @example
 * const images = new ImageUrls(this, 'Images', { domainName: 'img.example.com', certificate, alarmEmail: 'ops@example.com' });
 * new CfnOutput(this, 'ApiUrl', { value: images.apiUrl });
 */
export class ImageUrls extends Construct {
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** Scheme and host of image URLs. */
  readonly imageUrl: string;
  /** URL of the studio; undefined if it is not deployed. */
  readonly studioUrl: string | undefined;
  readonly api: RestApi;
  readonly distribution: IDistribution;
  /** Tables by their contents: `accounts`, `keys`, `templates`, ... */
  readonly tables: Readonly<Record<string, TableV2>>;
  /** Functions by name: `mintUrl`, `renderImage`, ... */
  readonly functions: Readonly<Record<string, IFunction>>;
  /** Alarms by their names in the runbook. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  /** @internal */
  readonly service: Service;
  private readonly props: ImageUrlsProps;
  private declared: DeclaredResources | undefined;

  constructor(scope: Construct, id: string, props: ImageUrlsProps = {}) {
    super(scope, id);
    const stage = createStage(props, getDefaultStageName(this));
    const { region } = Stack.of(this);
    if (!Token.isUnresolved(region)) checkRegion(region, stage.settings);
    const { encryptionKey, layerPath: layerFolder, studioPath: studioFolder, imageUrl } = props;
    if (encryptionKey && Token.isUnresolved(region))
      throw new StageError('encryptionKey needs a stack with a region: set env.region.');
    const service = withHelperLogs(
      this,
      stage.settings.logRetentionDays as RetentionDays,
      () => new Service(this, 'Default', { stage, encryptionKey, imageUrl, layerFolder, studioFolder }),
    );
    this.service = service;
    this.props = props;
    this.apiUrl = service.api.url;
    this.imageUrl = service.imageUrl;
    this.studioUrl = service.studio?.origin;
    this.api = service.api.api;
    this.distribution = service.delivery.distribution;
    this.tables = service.tables;
    this.functions = service.functions;
    this.alarms = service.observability.alarms;
    if (props.operatorOutputs ?? true)
      addOutputs(new Construct(this, 'Outputs'), service, `--stack ${Stack.of(this).stackName}`);
  }

  /**
   * Also delivers images from your own distribution. There, the URL of an image is the path of the pattern followed by
   * the path of the image: `/cards/v1/i/...`. Set `imageUrl` so that minted URLs begin with it.
   *
   * @param pathPattern begins with `/` and ends with `/*`
   * @throws Error for another pattern, and without `verifyAtEdge`
   */
  addBehaviours(distribution: Distribution, pathPattern: string): void {
    this.service.delivery.addBehaviours(distribution, pathPattern);
  }

  /**
   * Adds an API key that is deployed with the stack, in a secret. The key is not in the template, logs or outputs.
   *
   * @param id of a construct below this one; default of the key's name
   * @throws Error naming the invalid option
   * @example
   * const key = images.addApiKey('site', { scopes: ['mint'] });
   * const site = new NodejsFunction(this, 'Site', { environment: key.environment });
   * key.grantRead(site);
   */
  addApiKey(id: string, options: ImageUrlsApiKeyOptions = {}): ImageUrlsApiKey {
    const { apiUrl, imageUrl } = this;
    const { encryptionKey } = this.props;
    return new ApiKey(this, id, { ...options, declared: this.getDeclared(), encryptionKey, apiUrl, imageUrl });
  }

  /**
   * Adds templates that are deployed with the stack. Each file is a template, bundled with the project's files that it
   * imports. Synthesis fails if a file does not compile, and deployment if the service rejects it, with file, line and
   * column. A renamed file is another template.
   *
   * @param patterns of files, from the working directory or absolute: `join(__dirname, 'cards/*.tsx')`
   * @throws Error for a pattern without files, two files of one name, and code that does not compile
   * @example
   * const cards = images.addTemplates('cards/*.tsx');
   * site.addEnvironment('ARTICLE_TEMPLATE', cards.templateId('article'));
   */
  addTemplates(patterns: string | readonly string[], options: ImageUrlsTemplatesOptions = {}): ImageUrlsTemplates {
    const scope = this.node.tryFindChild('TemplateFiles') ?? new Construct(this, 'TemplateFiles');
    return templateSet(scope as Construct, { ...options, patterns: [patterns].flat(), declared: this.getDeclared() });
  }

  private getDeclared(): DeclaredResources {
    const { service, props } = this;
    const plan = props.accountPlan ?? firstUnlimited(service.stage.settings.plans);
    if (plan === undefined) throw new StageError('accountPlan: none of the plans is without limits; name one of them.');
    this.declared ??= new DeclaredResources(this, 'Declared', { service, plan });
    return this.declared;
  }
}

const getDefaultStageName = (scope: Construct): string =>
  Names.uniqueResourceName(scope, { maxLength: 15, allowedSpecialCharacters: '' })
    .toLowerCase()
    .replace(/^[^a-z]/, 'i');
