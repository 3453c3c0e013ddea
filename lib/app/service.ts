import { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { FunctionId } from '../../lambdas/config/functions.ts';
import type { TableVariable } from '../../lambdas/config/tables.ts';
import type { AccessOf, StageAccess, Target } from '../api/access.ts';
import { ApiFirewall } from '../api/api-firewall.ts';
import { type ApiFunctionId, apiFunctionIds } from '../api/api-functions.ts';
import { allowOrigin } from '../api/fixed-answers.ts';
import { GradualDeployment } from '../api/gradual-deployment.ts';
import { PublicApi } from '../api/public-api.ts';
import { ServiceFunction } from '../api/service-function.ts';
import { TemplateAuthor } from '../api/template-author.ts';
import type { DataTable } from '../data/data-table.ts';
import { addTables } from '../data/data-tables.ts';
import { ImageStore } from '../data/image-store.ts';
import { PrivateBucket } from '../data/private-bucket.ts';
import type { Protection } from '../data/protection.ts';
import { SigningKey } from '../data/signing-key.ts';
import { UsageEvents } from '../data/usage-events.ts';
import { ImageDelivery } from '../delivery/image-delivery.ts';
import { shieldRegionFor } from '../delivery/origin-shield.ts';
import { PrewarmQueue } from '../delivery/prewarm-queue.ts';
import { RenderLayer } from '../delivery/render-layer.ts';
import { StageStudio } from '../delivery/stage-studio.ts';
import { AccessLogs, getLogAccess } from '../watch/access-logs.ts';
import { Canary } from '../watch/canary.ts';
import { Observability } from '../watch/observability.ts';
import { addQuotaReset } from '../watch/scheduled-call.ts';
import { acknowledgeFindings } from './acknowledgements.ts';
import { nameInstance } from './global-name.ts';
import type { ImageUrlsFunction, ImageUrlsTable } from './image-urls-resources.ts';
import type { Instance } from './settings.ts';

export interface ServiceProps extends Pick<Protection, 'encryptionKey'> {
  readonly stage: Instance;
  /** Address in front of minted URLs. @default the image host's */
  readonly imageUrl?: string | undefined;
  /** Folder with the render layer. @default that of `npm run layer` */
  readonly layerFolder?: string | undefined;
  /** Folder with the studio's page. @default that of `npm run studio` */
  readonly studioFolder?: string | undefined;
}

type TableAccess = Readonly<Record<TableVariable, Target>>;

/** The whole service of one stage. It only connects constructs. */
export class Service extends Construct {
  readonly stage: Instance;
  readonly api: PublicApi;
  readonly delivery: ImageDelivery;
  readonly studio: StageStudio | undefined;
  readonly observability: Observability;
  /** Address in front of minted URLs, without a trailing slash. */
  readonly imageUrl: string;
  readonly functions: Readonly<Record<ImageUrlsFunction, ServiceFunction>>;
  readonly tables: Readonly<Record<ImageUrlsTable, DataTable>>;
  /** The resource behind each environment variable of the functions. */
  readonly access: StageAccess;
  private readonly layer: RenderLayer;
  private readonly encryptionKey: IKey | undefined;

  constructor(
    scope: Construct,
    id: string,
    { stage, encryptionKey, imageUrl, layerFolder, studioFolder }: ServiceProps,
  ) {
    super(scope, id);
    nameInstance(this);
    this.stage = stage;
    const { keepsData, verifyAtEdge, ...settings } = stage.settings;
    const { replicaRegion } = settings;
    const protection: Protection = { keepsData, encryptionKey, replicaRegion };

    const templates = new Construct(this, 'Templates');
    const tables = addTables(this, { ...protection, warmThroughput: settings.warmThroughput });
    // code, render plans, cached remote images and font files
    const sources = new PrivateBucket(templates, 'Sources', protection);
    const images = new ImageStore(this, 'ImageCache', { ...protection, retentionDays: settings.imageRetentionDays });
    const signing = new SigningKey(this, 'SigningKey', { ...protection, edgeFunction: verifyAtEdge });
    const prewarms = new PrewarmQueue(this, 'Prewarms');
    const usageEvents = new UsageEvents(this, 'UsageEvents', { email: settings.usageEmail });
    const logs = settings.views ? new AccessLogs(this, 'AccessLogs') : undefined;
    const author = new TemplateAuthor(this, 'Author', settings.model ? { model: settings.model } : {});
    this.encryptionKey = encryptionKey;
    this.layer = new RenderLayer(this, 'RenderLayer', layerFolder === undefined ? {} : { folder: layerFolder });
    const stores = {
      ...(Object.fromEntries(Object.entries(tables).map(([name, { target }]) => [name, target])) as TableAccess),
      SOURCES_BUCKET: sources.target,
      ...images.access,
      ...signing.access,
      ...prewarms.access,
      ...usageEvents.access,
      ...author.access,
      ...getLogAccess(settings.views, logs),
    };
    const make = <F extends FunctionId>(functionId: F, access: AccessOf<F>) => this.addFunction(functionId, access);

    const renderImage = make('renderImage', stores);
    const renderOnDemand = make('renderOnDemand', stores);
    const renderSiteImage = make('renderSiteImage', stores);
    const shieldRegion = settings.originShieldRegion ?? shieldRegionFor(Stack.of(this).region);
    const delivery = new ImageDelivery(this, 'Images', {
      renderer: renderImage.callee,
      onDemandRenderer: renderOnDemand.callee,
      siteRenderer: renderSiteImage.callee,
      assets: images.bucket,
      priceClass: settings.priceClass,
      robots: settings.robots,
      ...(signing.edgeKeys && { edgeKeys: signing.edgeKeys }),
      ...(shieldRegion !== undefined && { shieldRegion }),
      ...(settings.imageDomain && { domain: settings.imageDomain }),
    });
    this.imageUrl = imageUrl ?? delivery.url;
    const canary = new Canary(this, 'Canary', protection);
    const access: StageAccess = {
      ...stores,
      ...canary.access,
      IMAGE_URL: this.imageUrl,
      FONT_SOURCE: settings.fontSource,
      FONT_PACKAGES: '',
      URL_LIFETIME_DAYS: String(settings.urlLifetimeDays),
    };

    const behindApi = Object.fromEntries(apiFunctionIds.map((id) => [id, make(id, access)])) as unknown as {
      readonly [F in ApiFunctionId]: ServiceFunction;
    };
    const api = new PublicApi(this, 'PublicApi', {
      functions: behindApi,
      stage: stage.name,
      logRetention: settings.logRetention,
      tracedShare: settings.tracedShare,
      accountLogRole: settings.apiGatewayLogRole,
      ...(settings.apiDomain && { domain: settings.apiDomain }),
      throttling: settings.throttling,
    });
    if (settings.waf) new ApiFirewall(this, 'Firewall', { stageArn: api.api.deploymentStage.stageArn });

    if (settings.studio) {
      const studio = new StageStudio(this, 'Studio', {
        apiOrigin: api.origin,
        imageOrigin: delivery.url,
        priceClass: settings.priceClass,
        ...(studioFolder !== undefined && { folder: studioFolder }),
      });
      allowOrigin(api.api, studio.origin);
      for (const made of Object.values(behindApi)) made.addEnvironment('STUDIO_ORIGIN', studio.origin);
      studio.fill(api.url, settings.model !== undefined);
      this.studio = studio;
    }

    const counted = this.countViews(logs, access);
    const prewarmImage = make('prewarmImage', access);
    prewarms.feed(prewarmImage);
    const reportUsage = make('reportUsage', access);
    usageEvents.feed(reportUsage, tables.USAGE_TABLE, tables.ACCOUNTS_TABLE);
    const resetQuotas = make('resetQuotas', access);
    const undelivered = addQuotaReset(this, resetQuotas);
    const rotateSigningKey = make('rotateSigningKey', access);
    signing.rotateWith(rotateSigningKey, settings.keyRotationDays);

    const runCanary = make('runCanary', { ...access, BASE_URL: api.url });
    canary.run(runCanary);

    const functions = {
      ...behindApi,
      renderImage,
      renderOnDemand,
      renderSiteImage,
      prewarmImage,
      reportUsage,
      resetQuotas,
      rotateSigningKey,
      runCanary,
    };
    this.observability = new Observability(this, 'Observability', {
      stage: stage.name,
      api: api.api,
      functions: { ...functions, ...counted.functions },
      // all requests of an account write the same row of usage
      hotTables: { usage: tables.USAGE_TABLE, budgets: tables.BUDGETS_TABLE, trees: tables.TREES_TABLE },
      keyRotationDays: settings.keyRotationDays,
      undelivered: {
        resetQuotas: undelivered,
        prewarmImage: prewarms.undelivered,
        reportUsage: usageEvents.undelivered,
        ...counted.undelivered,
      },
      queues: [prewarms.queue, usageEvents.queue, ...(logs ? [logs.queue] : [])],
      hasEdgeStore: verifyAtEdge,
      alarms: { email: settings.alarmEmail, topicArn: settings.alarmTopic },
      authorTokensADay: settings.model?.alarmTokens,
    });
    if (settings.gradualDeployment)
      new GradualDeployment(this, 'GradualDeployment', {
        functions: Object.values(functions),
        configuration: settings.gradualDeployment,
        alarms: this.observability.alarms,
        ignoresAlarms: String(this.node.tryGetContext('ignoreAlarms')) === 'true',
      });
    this.functions = functions;
    this.tables = byContents(tables);
    this.api = api;
    this.delivery = delivery;
    this.access = access;
    acknowledgeFindings(this);
  }

  /** Adds the function that counts views from access logs, if there are any. Returns what is to be watched of it. */
  private countViews(logs: AccessLogs | undefined, access: AccessOf<'readAccessLogs'>) {
    if (!logs) return { functions: {}, undelivered: {} };
    const readAccessLogs = this.addFunction('readAccessLogs', access);
    logs.feed(readAccessLogs);
    return { functions: { readAccessLogs }, undelivered: { readAccessLogs: logs.undelivered } };
  }

  /** Adds a function with the settings of the stage. */
  addFunction<F extends FunctionId>(functionId: F, access: AccessOf<F>): ServiceFunction<F> {
    const constructId = functionId.charAt(0).toUpperCase() + functionId.slice(1);
    const { layer, stage } = this;
    const made = new ServiceFunction(this, constructId, { functionId, access, layer, stage });
    this.encryptionKey?.grantEncryptDecrypt(made);
    return made;
  }
}

type Lower<T extends string> = T extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<Lower<Rest>>}`
  : Lowercase<T>;
/** The name of the table behind `SIGNING_KEYS_TABLE` is `signingKeys`. */
type TableName = TableVariable extends `${infer Name}_TABLE` ? Lower<Name> : never;

// fails to compile when the names that users of the construct see are not all there are
null as unknown as Exclude<FunctionId, 'deployResource' | 'readAccessLogs'> satisfies ImageUrlsFunction;
null as unknown as TableName satisfies ImageUrlsTable;
null as unknown as ImageUrlsTable satisfies TableName;

const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns tables by their contents. */
const byContents = (tables: Readonly<Record<TableVariable, DataTable>>): Readonly<Record<ImageUrlsTable, DataTable>> =>
  Object.fromEntries(
    Object.entries(tables).map(([variable, table]) => [camelCase(variable.replace(/_TABLE$/, '')), table]),
  ) as Record<ImageUrlsTable, DataTable>;
