import type { RemovalPolicy } from 'aws-cdk-lib';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { KeyScope } from 'image-url-contract/scopes.ts';

/** Options of `addApiKey`. */
export interface ImageUrlsApiKeyOptions {
  /** Name of the key in lists of keys, 1 to 120 characters. @default its id */
  readonly name?: string;
  /**
   * Scopes of the key. A key with other options is a new key in the same secret; the previous one works for another
   * day, for processes that have read it.
   *
   * @default ['mint']
   */
  readonly scopes?: readonly KeyScope[];
  /** Ids of the templates that the key may use, at most 50. @default all of the account, and the starters */
  readonly templateIds?: readonly string[];
  /** Limit of the key's mints in a billing month. @default only the limit of the account */
  readonly monthlyMints?: number;
  /** Id of an existing account that owns the key. @default the account that the construct creates */
  readonly accountId?: string;
}

/** An API key that is deployed with the stack. It stops working when it is removed from the app. */
export interface ImageUrlsApiKey {
  /**
   * Secret whose whole text is the key. Its ARN does not change when the key is replaced. Processes should read it
   * again every few minutes, as the parameters utility of Powertools and the Lambda extension do.
   */
  readonly secret: ISecret;
  /** Id of the key in lists of keys. */
  readonly keyId: string;
  /** Id of the account that owns the key. */
  readonly accountId: string;
  /** Variables for a process that mints: `IMAGE_URL_BASE_URL`, `IMAGE_URL_HOST`, `IMAGE_URL_API_KEY_SECRET_ARN`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Grants permission to read the key, for example to a function, a task or a role. */
  grantRead(grantee: IGrantable): Grant;
}

/** Options of `addTemplates`. */
export interface ImageUrlsTemplatesOptions {
  /** Folder that patterns are relative to. @default the working directory of the synthesis */
  readonly cwd?: string;
  /** Folder whose files templates may import. @default the nearest folder with a package.json */
  readonly root?: string;
  /** Id of the set, which several need. With another id it is another set, with other templates. @default 'Templates' */
  readonly id?: string;
  /** Policy for a template whose file was removed; its rendered images stay. @default RemovalPolicy.DESTROY */
  readonly removalPolicy?: RemovalPolicy;
  /** Id of an existing account that owns the templates. @default the account that the construct creates */
  readonly accountId?: string;
}

/** Templates that are deployed with the stack. */
export interface ImageUrlsTemplates {
  /** Names of the templates: paths below the fixed part of the pattern, without extensions. */
  readonly names: readonly string[];
  /** Ids by name, as tokens. */
  readonly templateIds: Readonly<Record<string, string>>;
  /** Id of the account that owns the templates. */
  readonly accountId: string;
  /** Returns the id of a template, as a token. @throws Error listing the names, when none matches */
  templateId(name: string): string;
}
