import { createHash } from 'node:crypto';
import { type CustomResource, RemovalPolicy, SecretValue, Stack, Token } from 'aws-cdk-lib';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type ApiKeyProperties, apiKeyProperties } from 'image-url-contract/custom-resources.ts';
import { acknowledgeApiKey } from '../app/acknowledgements.ts';
import { StageError } from '../app/settings.ts';
import type { DeclaredResources } from './declared-resources.ts';
import type { ImageUrlsApiKey, ImageUrlsApiKeyOptions } from './image-urls-declared.ts';

export interface ApiKeyProps extends ImageUrlsApiKeyOptions {
  readonly declared: DeclaredResources;
  readonly encryptionKey?: IKey | undefined;
  readonly apiUrl: string;
  readonly imageUrl: string;
}

/** Returns a placeholder for values that are unknown until deployment. */
const replaceToken = <T extends string>(value: T): T | 'token' => (Token.isUnresolved(value) ? 'token' : value);

/** @throws Error naming the invalid option */
const check = (id: string, properties: ApiKeyProperties): void => {
  const { success, error } = apiKeyProperties.safeParse({
    ...properties,
    Secret: 'secret',
    AccountId: replaceToken(properties.AccountId),
    ...(properties.TemplateIds && { TemplateIds: properties.TemplateIds.map(replaceToken) }),
  });
  if (success) return;
  const [issue] = error.issues;
  const [first, ...rest] = (issue?.path ?? []).map(String);
  const option = first && first.charAt(0).toLowerCase() + first.slice(1);
  throw new StageError(`addApiKey ${id}: ${[option, ...rest].join('.')}: ${issue?.message}.`);
};

/** An API key in a secret. */
export class ApiKey extends Construct implements ImageUrlsApiKey {
  readonly secret: ISecret;
  readonly accountId: string;
  readonly environment: Readonly<Record<string, string>>;
  private readonly key: CustomResource;

  constructor(scope: Construct, id: string, { declared, encryptionKey, apiUrl, imageUrl, ...options }: ApiKeyProps) {
    super(scope, id);
    const { name = id, scopes = ['mint'], templateIds, monthlyMints, accountId = declared.accountId } = options;
    const secret = new Secret(this, 'Secret', {
      description: `API key ${name} of the image URL service`,
      ...(encryptionKey && { encryptionKey }),
      // replaced during the deployment, so that the template contains no key
      secretStringValue: SecretValue.unsafePlainText('{"formatVersion":0}'),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // CDK's types of a secret differ in optional properties
    this.secret = secret as ISecret;
    this.accountId = accountId;
    this.environment = {
      IMAGE_URL_BASE_URL: apiUrl,
      IMAGE_URL_HOST: imageUrl,
      IMAGE_URL_API_KEY_SECRET_ARN: this.secret.secretArn,
    };
    const limits = {
      ...{ AccountId: accountId, Name: name, Scopes: [...new Set(scopes)].sort() },
      ...(templateIds && { TemplateIds: [...templateIds] }),
      ...(monthlyMints !== undefined && { MonthlyMints: monthlyMints }),
    };
    const properties = { ...limits, Secret: this.secret.secretArn };
    check(id, properties);
    declared.grantSecret(this.secret);
    // other limits replace the resource: the new key is created before the old one is deleted, or removed by a rollback
    const version = createHash('sha256')
      .update(JSON.stringify(Stack.of(this).resolve(limits)))
      .digest('hex')
      .slice(0, 8);
    this.key = declared.declare(this, `Key${version}`, 'Custom::ImageUrlApiKey', properties);
    acknowledgeApiKey(this.secret);
  }

  get keyId(): string {
    return this.key.getAttString('KeyId');
  }

  grantRead(grantee: IGrantable): Grant {
    return this.secret.grantRead(grantee);
  }
}
