import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { AccountProperties, CustomResourceType } from '../lambdas/contract/custom-resources.ts';
import { acknowledgeAssets, acknowledgeFunction } from './acknowledgements.ts';
import type { Service } from './service.ts';
import type { ServiceFunction } from './service-function.ts';

/** Lambda calls a function again that ends without an answer: three times five minutes, and the pauses between. */
const serviceTimeout = Duration.minutes(25);

/**
 * What an app declares of the service's own resources: accounts, API keys, templates. One function deploys all of them. It
 * can create accounts and keys, so only a stack that declares some has it.
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
    // secrets and buckets are granted as they are declared
    const none = { value: '', arns: [] };
    this.deployer = service.addFunction('deployResource', {
      ...service.access,
      BASE_URL: url,
      API_TARGET: dnsTarget ?? '',
      KEY_SECRETS: none,
      TEMPLATE_ASSETS: none,
      LOOPBACK_ANSWERS: 'off',
    });
    // templates are deployed through the API: it is there before them, and goes after them
    this.deployer.node.addDependency(api);
    acknowledgeFunction(this.deployer);
  }

  /** Id of the account that owns what the stack declares. */
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

  /** Lets the function fill a secret. */
  grantSecret({ secretArn }: ISecret): void {
    this.deployer.grantOn('KEY_SECRETS', secretArn);
  }

  /** Lets the function read what the synthesis publishes to the bucket of an asset. */
  grantAsset({ bucket: { bucketArn } }: Asset): void {
    if (this.grantedBuckets.has(bucketArn)) return;
    this.grantedBuckets.add(bucketArn);
    this.deployer.grantOn('TEMPLATE_ASSETS', bucketArn);
    acknowledgeAssets(this.deployer, bucketArn);
  }
}
