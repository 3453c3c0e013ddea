import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Target } from './access.ts';
import { clearHelperLogs } from './helper-logs.ts';
import { Service } from './service.ts';
import type { Stage } from './stage.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  /** Folder with the render layer. @default where `npm run layer` leaves it */
  readonly layerFolder?: string | undefined;
  /** Folder with the studio's page. @default where `npm run studio` leaves it */
  readonly studioFolder?: string | undefined;
}

/** The stack of one stage of `cdk.json`: the construct, and the outputs by which programs find its resources. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, layerFolder, studioFolder, ...props }: ServiceStackProps) {
    super(scope, id, props);
    // `Default` adds nothing to logical ids
    const service = new Service(this, 'Default', { stage, layerFolder, studioFolder });
    this.addOutputs(service);
    clearHelperLogs(this, stage.settings.logRetentionDays as RetentionDays);
  }

  /** Outputs by which the admin program and the deployed tests find the stage's resources: `KeysTable` holds KEYS_TABLE. */
  private addOutputs({ stage, access, api, delivery, studio }: Service): void {
    const { name, settings } = stage;
    const output = (id: string, value: Target | string | undefined) => {
      const text = typeof value === 'object' ? value.value : value;
      // an output cannot be empty
      if (text) new CfnOutput(this, id, { value: text });
    };
    output('BaseUrl', api.url);
    output('ImageUrl', access.IMAGE_URL);
    output('DefaultEngine', settings.defaultEngine);
    output('FontSource', settings.fontSource);
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
    output('EdgeKeys', access.EDGE_KEYS);
    const isAnyUnlimited = Object.values(settings.plans).some(
      (plan) => plan.mints === null && plan.generations === null,
    );
    const firstRun = isAnyUnlimited ? 'setup' : 'account create --plan starter';
    output('AdminCommand', `npm run admin -- --stage ${name} ${firstRun}`);
    // where DNS records of own domains lead, and what the stack that watches the edge needs
    output('StudioUrl', studio?.origin);
    output('StudioBucket', studio?.bucketName);
    output('ApiDomainTarget', api.dnsTarget);
    output('ImageDomainTarget', settings.imageDomain && delivery.distribution.distributionDomainName);
    output('DistributionId', delivery.distribution.distributionId);
    output('EdgeFunction', delivery.verifierName);
  }
}
