import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionId } from '../lambdas/config/functions.ts';
import type { Access, AccessOf, Target } from './access.ts';
import { AccountStore } from './account-store.ts';
import { acknowledgeFindings } from './acknowledgements.ts';
import { ApiFirewall } from './api-firewall.ts';
import { Canary } from './canary.ts';
import { DenyList } from './deny-list.ts';
import { onDemandVerifierFile, verifierFile } from './edge-verifier.ts';
import { GradualDeployment } from './gradual-deployment.ts';
import { clearHelperLogs } from './helper-logs.ts';
import { ImageCache } from './image-cache.ts';
import { ImageDelivery } from './image-delivery.ts';
import { Observability } from './observability.ts';
import { shieldRegionFor } from './origin-shield.ts';
import { PrewarmQueue } from './prewarm-queue.ts';
import { PublicApi } from './public-api.ts';
import { QuotaReset } from './quota-reset.ts';
import { RenderLayer } from './render-layer.ts';
import { ServiceFunction } from './service-function.ts';
import { SigningKey } from './signing-key.ts';
import type { Stage } from './stage.ts';
import { StageStudio } from './stage-studio.ts';
import { TemplateAuthor } from './template-author.ts';
import { TemplateStore } from './template-store.ts';
import { TreeStore } from './tree-store.ts';
import { UsageEvents } from './usage-events.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  /** Folder with the render layer. @default where `npm run layer` leaves it */
  readonly layerFolder?: string;
  /** Folder with the studio's page. @default where `npm run studio` leaves it */
  readonly studioFolder?: string;
}

/** The whole service of one stage. Joins the constructs and decides nothing else. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, layerFolder, studioFolder, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const { keepsData, edgeFunction, ...settings } = stage.settings;
    const logRetention = settings.logRetentionDays as RetentionDays;

    const accounts = new AccountStore(this, 'Accounts', { keepsData });
    const templates = new TemplateStore(this, 'Templates', { keepsData });
    const trees = new TreeStore(this, 'Trees', { keepsData });
    const denyList = new DenyList(this, 'DenyList', { keepsData });
    const images = new ImageCache(this, 'ImageCache', { keepsData, retentionDays: settings.imageCacheDays });
    const signing = new SigningKey(this, 'SigningKey', { keepsData, edgeFunction });
    const prewarms = new PrewarmQueue(this, 'Prewarms');
    const usageEvents = new UsageEvents(this, 'UsageEvents', { email: settings.usageEmail });
    const author = new TemplateAuthor(this, 'Author', settings.ai ? { ai: settings.ai } : {});
    const layer = new RenderLayer(this, 'RenderLayer', layerFolder === undefined ? {} : { folder: layerFolder });
    const stores = {
      ...accounts.access,
      ...templates.access,
      ...trees.access,
      ...denyList.access,
      ...images.access,
      ...signing.access,
      ...prewarms.access,
      ...usageEvents.access,
      ...author.access,
    };
    const make = <F extends FunctionId>(functionId: F, access: AccessOf<F>): ServiceFunction<F> => {
      const constructId = functionId.charAt(0).toUpperCase() + functionId.slice(1);
      return new ServiceFunction(this, constructId, { functionId, access, layer, stage });
    };

    const renderImage = make('renderImage', stores);
    const renderOnDemand = make('renderOnDemand', stores);
    const shieldRegion = settings.originShieldRegion ?? shieldRegionFor(this.region);
    const delivery = new ImageDelivery(this, 'Images', {
      renderer: renderImage.callee,
      onDemandRenderer: renderOnDemand.callee,
      priceClass: settings.priceClass,
      ...(signing.edgeKeys && {
        edge: { file: verifierFile, onDemandFile: onDemandVerifierFile, keys: signing.edgeKeys },
      }),
      ...(shieldRegion !== undefined && { shieldRegion }),
      ...(settings.imageDomain && { domain: settings.imageDomain }),
    });
    const canary = new Canary(this, 'Canary');
    const access: Omit<Access, 'BASE_URL'> = {
      ...stores,
      ...canary.access,
      IMAGE_URL: delivery.url,
      URL_LIFETIME_DAYS: String(settings.urlLifetimeDays),
    };

    const behindApi = {
      mintUrl: make('mintUrl', access),
      mintUrls: make('mintUrls', access),
      listTemplates: make('listTemplates', access),
      createTemplate: make('createTemplate', access),
      checkTemplate: make('checkTemplate', access),
      generateTemplates: make('generateTemplates', access),
      reviseTemplate: make('reviseTemplate', access),
      getTemplate: make('getTemplate', access),
      updateTemplate: make('updateTemplate', access),
      deleteTemplate: make('deleteTemplate', access),
      listVersions: make('listVersions', access),
      getVersion: make('getVersion', access),
      restoreVersion: make('restoreVersion', access),
      createFont: make('createFont', access),
      listFonts: make('listFonts', access),
      deleteFont: make('deleteFont', access),
      createRevocation: make('createRevocation', access),
      listRevocations: make('listRevocations', access),
      deleteRevocation: make('deleteRevocation', access),
      createKey: make('createKey', access),
      listKeys: make('listKeys', access),
      deleteKey: make('deleteKey', access),
      createSigningKey: make('createSigningKey', access),
      listSigningKeys: make('listSigningKeys', access),
      deleteSigningKey: make('deleteSigningKey', access),
      putFallback: make('putFallback', access),
      listRenderFailures: make('listRenderFailures', access),
      getUsage: make('getUsage', access),
    };
    const api = new PublicApi(this, 'PublicApi', {
      functions: behindApi,
      stage: stage.name,
      logRetention,
      tracedShare: settings.tracedShare,
      accountLogRole: settings.apiGatewayLogRole,
      ...(settings.apiDomain && { domain: settings.apiDomain }),
    });
    if (settings.waf) new ApiFirewall(this, 'Firewall', { stageArn: api.api.deploymentStage.stageArn });

    if (settings.studio) {
      const studio = new StageStudio(this, 'Studio', {
        apiOrigin: api.origin,
        imageOrigin: delivery.url,
        priceClass: settings.priceClass,
        ...(studioFolder !== undefined && { folder: studioFolder }),
      });
      api.allowOrigin(studio.origin);
      for (const made of Object.values(behindApi)) made.addEnvironment('STUDIO_ORIGIN', studio.origin);
      studio.fill(api.url, settings.ai !== undefined);
      this.addOptionalOutputs({ StudioUrl: studio.origin, StudioBucket: studio.bucketName });
    }

    const prewarmImage = make('prewarmImage', access);
    prewarms.feed(prewarmImage);
    const reportUsage = make('reportUsage', access);
    usageEvents.feed(reportUsage, accounts.changing);
    const resetQuotas = make('resetQuotas', access);
    const reset = new QuotaReset(this, 'QuotaReset', { resetter: resetQuotas });
    const rotateSigningKey = make('rotateSigningKey', access);
    signing.rotateWith(rotateSigningKey, settings.keyRotationDays);

    const runCanary = make('runCanary', { ...access, BASE_URL: api.url });
    canary.run(runCanary);

    const functions = {
      ...behindApi,
      renderImage,
      renderOnDemand,
      prewarmImage,
      reportUsage,
      resetQuotas,
      rotateSigningKey,
      runCanary,
    };
    const { alarms } = new Observability(this, 'Observability', {
      stage: stage.name,
      api: api.api,
      functions,
      hotTables: { ...accounts.hotTables, trees: trees.table },
      keyRotationDays: settings.keyRotationDays,
      undelivered: reset.undelivered,
      undeliveredPrewarms: prewarms.undelivered,
      undeliveredUsage: usageEvents.undelivered,
      alarms: { email: settings.alarmEmail, topicArn: settings.alarmTopicArn },
      authorTokensADay: settings.ai?.alarmTokens,
    });
    if (settings.gradualDeployment)
      new GradualDeployment(this, 'GradualDeployment', {
        functions: Object.values(functions),
        configuration: settings.gradualDeployment,
        alarms,
        ignoresAlarms: String(this.node.tryGetContext('ignoreAlarms')) === 'true',
      });
    this.addOutputs(stage, access, api.url);
    this.addOptionalOutputs({
      ApiDomainTarget: api.dnsTarget,
      ImageDomainTarget: settings.imageDomain && delivery.distribution.distributionDomainName,
      DistributionId: delivery.distribution.distributionId,
      EdgeFunction: delivery.verifierName,
    });
    clearHelperLogs(this, logRetention);
    acknowledgeFindings(this);
  }

  /** Where DNS records of one's own domains lead, and what the stack that watches the edge is told. */
  private addOptionalOutputs(outputs: Readonly<Record<string, string | undefined>>): void {
    for (const [id, value] of Object.entries(outputs)) if (value !== undefined) new CfnOutput(this, id, { value });
  }

  /** Outputs by which the admin program and the deployed tests find the stage's resources: `KeysTable` carries KEYS_TABLE. */
  private addOutputs({ name, settings }: Stage, access: Omit<Access, 'BASE_URL'>, baseUrl: string): void {
    const output = (id: string, value: Target | string) =>
      new CfnOutput(this, id, { value: typeof value === 'string' ? value : value.value });
    output('BaseUrl', baseUrl);
    output('ImageUrl', access.IMAGE_URL);
    output('DefaultEngine', settings.defaultEngine);
    output('Plans', JSON.stringify(settings.plans));
    output('KeysTable', access.KEYS_TABLE);
    output('KeyUsesTable', access.KEY_USES_TABLE);
    output('SigningKeysTable', access.SIGNING_KEYS_TABLE);
    output('AccountsTable', access.ACCOUNTS_TABLE);
    output('UsageTable', access.USAGE_TABLE);
    output('IdempotencyTable', access.IDEMPOTENCY_TABLE);
    output('TemplatesTable', access.TEMPLATES_TABLE);
    output('VersionsTable', access.VERSIONS_TABLE);
    output('FontsTable', access.FONTS_TABLE);
    output('TreesTable', access.TREES_TABLE);
    output('DenialsTable', access.DENIALS_TABLE);
    output('RevocationsTable', access.REVOCATIONS_TABLE);
    output('SourcesBucket', access.SOURCES_BUCKET);
    output('ImagesBucket', access.IMAGES_BUCKET);
    output('SigningSecret', access.SIGNING_SECRET);
    output('CanaryKey', access.CANARY_KEY);
    // an output cannot be empty
    if (access.EDGE_KEYS.value !== '') output('EdgeKeys', access.EDGE_KEYS);
    const isAnyUnlimited = Object.values(settings.plans).some(
      (plan) => plan.mints === null && plan.generations === null,
    );
    const firstRun = isAnyUnlimited ? 'setup' : 'account create --plan starter';
    output('AdminCommand', `npm run admin -- --stage ${name} ${firstRun}`);
  }
}
