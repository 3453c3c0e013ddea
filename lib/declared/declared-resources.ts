import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { AccountProperties, CustomResourceType } from 'image-url-contract/custom-resources.ts';
import type { ServiceFunction } from '../api/service-function.ts';
import { acknowledgeAssets, acknowledgeFunction } from '../app/acknowledgements.ts';
import type { Service } from '../app/service.ts';

/** Lambda retries a failed asynchronous invocation twice: three times five minutes, and the pauses between. */
const serviceTimeout = Duration.minutes(25);

/**
 * Accounts, API keys and templates that an app declares, deployed by one function. The function can create accounts and
 * keys, so only stacks that declare resources have it.
 */
export class DeclaredResources extends Construct {
  private readonly deployer: ServiceFunction<'deployResource'>;
  private readonly plan: string;
  private readonly grantedBuckets = new Set<string>();
  private account: CustomResource | undefined;

  constructor(scope: Construct, id: string, { service, plan }: { readonly service: Service; readonly plan: string }) {
    super(scope, id);
    this.plan = plan;
    const { api, url, dnsTarget } = service.api;
    // access to secrets and buckets is granted as they are declared
    const none = { value: '', arns: [] };
    this.deployer = service.addFunction('deployResource', {
      ...service.access,
      BASE_URL: url,
      API_TARGET: dnsTarget ?? '',
      KEY_SECRETS: none,
      TEMPLATE_ASSETS: none,
      LOOPBACK_ANSWERS: 'off',
    });
    // templates are deployed through the API: they are created after it and deleted before it
    this.deployer.node.addDependency(api);
    acknowledgeFunction(this.deployer);
  }

  /** Id of the account that owns the stack's resources. */
  get accountId(): string {
    const properties: AccountProperties = { Plan: this.plan };
    this.account ??= this.declare(this, 'Account', 'Custom::ImageUrlAccount', properties);
    return this.account.getAttString('AccountId');
  }

  /** Declares a resource that the function deploys. */
  declare(scope: Construct, id: string, resourceType: CustomResourceType, properties: object): CustomResource {
    const { functionArn: serviceToken } = this.deployer;
    return new CustomResource(scope, id, { serviceToken, resourceType, properties: { ...properties }, serviceTimeout });
  }

  /** Grants the function access to a secret. */
  grantSecret({ secretArn }: ISecret): void {
    this.deployer.grantOn('KEY_SECRETS', secretArn);
  }

  /** Grants the function access to an asset's bucket. */
  grantAsset({ bucket: { bucketArn } }: Asset): void {
    if (this.grantedBuckets.has(bucketArn)) return;
    this.grantedBuckets.add(bucketArn);
    this.deployer.grantOn('TEMPLATE_ASSETS', bucketArn);
    acknowledgeAssets(this.deployer, bucketArn);
  }
}
