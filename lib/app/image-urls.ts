import { Names, Stack, Token } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution, IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IAlarm, IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { firstUnlimited } from 'image-url-contract/plans.ts';
import { ApiKey } from '../declared/api-key.ts';
import { DeclaredResources } from '../declared/declared-resources.ts';
import type {
  ImageUrlsApiKey,
  ImageUrlsApiKeyOptions,
  ImageUrlsTemplates,
  ImageUrlsTemplatesOptions,
} from '../declared/image-urls-declared.ts';
import { TemplateSet } from '../declared/template-set.ts';
import { EdgeAlarms } from '../watch/edge-alarms.ts';
import { withHelperLogs } from '../watch/helper-logs.ts';
import { LogDelivery } from '../watch/log-delivery.ts';
import { show } from './describe-problems.ts';
import { claimInstanceName } from './global-name.ts';
import type { ImageUrlsProps } from './image-urls-props.ts';
import type { ImageUrlsEdgeAlarmsOptions, ImageUrlsFunctions, ImageUrlsTables } from './image-urls-resources.ts';
import { apiKeyOptions, edgeAlarmsOptions, templatesOptions } from './method-options.ts';
import { checkRegion } from './regions.ts';
import { Service } from './service.ts';
import { addOutputs } from './service-outputs.ts';
import { checkOptions, readProps, StageError } from './settings.ts';
import { edgeRegion } from './stack-name.ts';

/**
 * A service that renders images from JSX templates and delivers them by signed URLs: API, functions, tables, image
 * host, signing key, alarms and dashboard. An app may contain several instances, each in its own stack: an instance has
 * at most 320 of the 500 resources that a stack may have.
 *
 * @throws Error for props that do not fit together or that the region does not support
 * @example
 * const images = new ImageUrls(this, 'Images', { imageDomain: { domainName: 'img.example.com', certificate } });
 * new CfnOutput(this, 'ApiUrl', { value: images.apiUrl });
 */
export class ImageUrls extends Construct {
  /** Name in metrics, logs and the path of the API. */
  readonly instanceName: string;
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** Scheme and host of image URLs. */
  readonly imageUrl: string;
  /** URL of the studio; undefined if it is not deployed. */
  readonly studioUrl: string | undefined;
  readonly api: RestApi;
  readonly distribution: IDistribution;
  /** Tables by their contents: `accounts`, `keys`, `templates`, ... */
  readonly tables: ImageUrlsTables;
  /** Functions by name: `mintUrl`, `renderImage`, ... */
  readonly functions: ImageUrlsFunctions;
  /** Alarms by their names in the runbook. */
  readonly alarms: ReadonlyMap<string, IAlarm>;
  /** @internal */
  readonly service: Service;
  private readonly props: ImageUrlsProps;
  private declared: DeclaredResources | undefined;

  constructor(scope: Construct, id: string, props: ImageUrlsProps = {}) {
    super(scope, id);
    const stage = readProps(props, `ImageUrls ${this.node.path}`, getDefaultName(this));
    claimInstanceName(this, stage.name);
    const { region } = Stack.of(this);
    if (!Token.isUnresolved(region)) checkRegion(region, stage.settings);
    const { encryptionKey, layerPath: layerFolder, studioPath: studioFolder, imageUrl } = props;
    const needing = encryptionKey ? 'encryptionKey' : stage.settings.replicaRegion && 'replicaRegion';
    if (needing && Token.isUnresolved(region))
      throw new StageError(`${needing} needs a stack with a region: set env.region.`);
    const service = withHelperLogs(
      this,
      stage.settings.logRetention,
      () => new Service(this, 'Default', { stage, encryptionKey, imageUrl, layerFolder, studioFolder }),
    );
    this.service = service;
    this.props = props;
    this.instanceName = stage.name;
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
   * Also delivers images from a distribution of yours, in the same stack. There, the URL of an image is the path of the
   * pattern followed by the path of the image: `/cards/v1/i/...`. Set `imageUrl` so that minted URLs begin with it.
   *
   * @param pathPattern begins with `/` and ends with `/*`
   * @throws Error for another pattern, without `verifyAtEdge`, for a distribution of another stack, and for one that has
   * the pattern already
   * @example
   * images.addBehavior('/cards/*', distribution);
   */
  addBehavior(pathPattern: string, distribution: Distribution): void {
    this.service.delivery.addBehavior(pathPattern, distribution);
  }

  /**
   * Adds the alarms of the edge, and log groups of the edge functions with a retention, to a stack in us-east-1, where
   * CloudFront writes its metrics and logs. If the instance is in another region, both stacks need
   * `crossRegionReferences: true`.
   *
   * @returns the alarms by their names in the runbook
   * @throws Error for a stack elsewhere, and if the region of the instance is not known
   * @example
   * images.addEdgeAlarms(new Stack(app, 'ImagesEdge', { env: { region: 'us-east-1' }, crossRegionReferences: true }));
   */
  addEdgeAlarms(scope: Construct, options: ImageUrlsEdgeAlarmsOptions = {}): ReadonlyMap<string, IAlarm> {
    requireScope('addEdgeAlarms', scope);
    checkOptions('addEdgeAlarms', edgeAlarmsOptions, options);
    const { region, stackName } = Stack.of(scope);
    if (region !== edgeRegion)
      throw new StageError(
        `addEdgeAlarms: expected a stack in ${edgeRegion}, where the metrics of CloudFront are; ${stackName} has ${Token.isUnresolved(region) ? 'no region' : `the region ${region}`} (env.region).`,
      );
    if (Token.isUnresolved(Stack.of(this).region))
      throw new StageError('addEdgeAlarms needs an instance in a stack with a region: set env.region.');
    const { stage, delivery } = this.service;
    const { alarmTopic = undefined, alarmEmail = alarmTopic ? undefined : stage.settings.alarmEmail } = options;
    return new EdgeAlarms(scope, `EdgeOf${Names.nodeUniqueId(this.node)}`, {
      stage: stage.name,
      distributionId: delivery.distribution.distributionId,
      functionNames: delivery.edgeFunctionNames,
      logRetention: stage.settings.logRetention,
      alarmGigabytes: stage.settings.alarmGigabytes,
      alarms: { email: alarmEmail, topicArn: alarmTopic?.topicArn },
      isNamed: true,
    }).alarms;
  }

  /**
   * Delivers CloudFront's access logs to the bucket of `views`, from a stack in us-east-1, where log delivery of
   * CloudFront is. If the instance is in another region, both stacks need `crossRegionReferences: true`.
   *
   * @throws Error for a stack elsewhere, and for an instance without `views`
   * @example
   * images.addLogDelivery(new Stack(app, 'ImagesEdge', { env: { region: 'us-east-1' }, crossRegionReferences: true }));
   */
  addLogDelivery(scope: Construct): void {
    requireScope('addLogDelivery', scope);
    const { stage, delivery, access } = this.service;
    if (Stack.of(scope).region !== edgeRegion)
      throw new StageError(`addLogDelivery: expected a stack in ${edgeRegion}, where log delivery of CloudFront is.`);
    if (!stage.settings.views) throw new StageError('addLogDelivery needs an instance with the prop views.');
    new LogDelivery(scope, `LogsOf${Names.nodeUniqueId(this.node)}`, {
      name: Names.uniqueResourceName(this, { maxLength: 50, separator: '-', allowedSpecialCharacters: '-_' }),
      distributionId: delivery.distribution.distributionId,
      bucketName: access.LOGS_BUCKET.value,
      source: stage.settings.viewsDeliverySource,
    });
  }

  /** Returns the number of mints: URLs that were minted, and first images of on-demand URLs and of pages. */
  metricMints(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.count('Mints', options);
  }

  /** Returns the number of images that were rendered. */
  metricRenders(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.count('Renders', options);
  }

  /** Returns the number of failed renders, of every cause. */
  metricFailedRenders(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.count('FailedRenders', options);
  }

  /** Returns the number of requests that were rejected because a quota was used up. */
  metricQuotaRefusals(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.count('QuotaRefusals', options);
  }

  /** Returns the number of image requests that the caches of CloudFront did not answer. */
  metricImageRequests(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.imageCount('UrlRequestCount', options);
  }

  /** Returns the number of image requests behind the caches of CloudFront that failed with a 5xx. */
  metricImageErrors(options?: MetricOptions): IMetric {
    return this.service.observability.metrics.imageCount('Url5xxCount', options);
  }

  /** Returns the failed tries of the canary in a run, at most two. */
  metricCanaryFailures(options: MetricOptions = {}): IMetric {
    return this.service.observability.metrics.canaryFailures.with(options);
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
    if (typeof id !== 'string' || id === '') throw new StageError("addApiKey: expected an id, such as 'site'.");
    checkOptions(`addApiKey ${id}`, apiKeyOptions, options);
    if (this.node.tryFindChild(id))
      throw new StageError(`addApiKey: there is another ${id} in ${this.node.path}; give each key an id of its own.`);
    const { apiUrl, imageUrl } = this;
    const { encryptionKey } = this.props;
    return new ApiKey(this, id, { ...options, declared: this.getDeclared(), encryptionKey, apiUrl, imageUrl });
  }

  /**
   * Adds templates that are deployed with the stack. Each file is a template, bundled with the project's files that it
   * imports. Synthesis fails if a file does not compile, and deployment if the service rejects it, with file, line and
   * column. A renamed file is another template. Each call is one custom resource, with at most 60 templates.
   *
   * @param patterns of files, from the working directory or absolute: `join(__dirname, 'cards/*.tsx')`
   * @throws Error for a pattern without files, two files of one name, and code that does not compile
   * @example
   * const cards = images.addTemplates('cards/*.tsx');
   * site.addEnvironment('ARTICLE_TEMPLATE', cards.templateId('article'));
   */
  addTemplates(patterns: string | readonly string[], options: ImageUrlsTemplatesOptions = {}): ImageUrlsTemplates {
    checkOptions('addTemplates', templatesOptions, options);
    const { id = 'Templates' } = options;
    const given = [patterns].flat();
    if (given.length === 0 || given.some((pattern) => typeof pattern !== 'string' || pattern === ''))
      throw new StageError(`addTemplates: expected a pattern of files such as cards/*.tsx, got ${show(patterns)}.`);
    if (this.node.tryFindChild(id))
      throw new StageError(
        `addTemplates: there is another ${id} in ${this.node.path}; give each set an id: { id: 'emails' }.`,
      );
    return new TemplateSet(this, id, { ...options, patterns: given, declared: this.getDeclared() });
  }

  private getDeclared(): DeclaredResources {
    const { service, props } = this;
    const plan = props.accountPlan ?? firstUnlimited(service.stage.settings.plans);
    if (plan === undefined) throw new StageError('accountPlan: none of the plans is without limits; name one of them.');
    this.declared ??= new DeclaredResources(this, 'Declared', { service, plan });
    return this.declared;
  }
}

/** @throws StageError for what is in no stack */
const requireScope = (method: string, scope: unknown): void => {
  if (!Construct.isConstruct(scope)) throw new StageError(`${method}: expected a stack in ${edgeRegion}.`);
};

/** Returns a name that is unique in the app and that does not change while the construct stays where it is. */
const getDefaultName = (scope: Construct): string =>
  Names.uniqueResourceName(scope, { maxLength: 15, allowedSpecialCharacters: '' })
    .toLowerCase()
    .replace(/^[^a-z]/, 'i');
