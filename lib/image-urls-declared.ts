import type { RemovalPolicy } from 'aws-cdk-lib';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { KeyScope } from '../lambdas/contract/scopes.ts';

/** Options of `addApiKey`. */
export interface ImageUrlsApiKeyOptions {
  /** Name of the key in lists of keys, 1 to 120 characters. @default its id */
  readonly name?: string;
  /**
   * What the key may do. A key with other options is a new key in the same secret; the key before it works for another day,
   * for processes that have read it.
   *
   * @default ['mint']
   */
  readonly scopes?: readonly KeyScope[];
  /** Ids of the templates that the key is confined to, at most 50. @default every template of the account, and the starters */
  readonly templateIds?: readonly string[];
  /** Mints of the key in a billing month. @default no limit but that of the account */
  readonly monthlyMints?: number;
  /** Id of an existing account that the key belongs to. @default an account that the construct creates, one for all keys and templates */
  readonly accountId?: string;
}

/** An API key that is deployed with the stack. It ends when it is removed from the app. */
export interface ImageUrlsApiKey {
  /**
   * Secret whose whole text is the key. Its ARN stays when the key is replaced. Processes should read it again after some
   * minutes, as the parameters utility of Powertools and the Lambda extension do.
   */
  readonly secret: ISecret;
  /** Id of the key in lists of keys. */
  readonly keyId: string;
  /** Id of the account that the key belongs to. */
  readonly accountId: string;
  /** Variables for a process that mints: `IMAGE_URL_BASE_URL`, `IMAGE_URL_HOST`, `IMAGE_URL_API_KEY_SECRET_ARN`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lets a function, a task or a role read the key. */
  grantRead(grantee: IGrantable): Grant;
}

/** Options of `addTemplates`. */
export interface ImageUrlsTemplatesOptions {
  /** Folder that patterns are relative to. @default the working directory of the synthesis */
  readonly cwd?: string;
  /** Folder whose files templates may import. @default the nearest folder with a package.json */
  readonly root?: string;
  /** What happens to a template whose file is gone. Images that were rendered stay in any case. @default RemovalPolicy.DESTROY */
  readonly removalPolicy?: RemovalPolicy;
  /** Id of an existing account that the templates belong to. @default an account that the construct creates, one for all keys and templates */
  readonly accountId?: string;
}

/** Templates that are deployed with the stack. */
export interface ImageUrlsTemplates {
  /** Names of the templates: paths below the fixed part of the pattern, without endings. */
  readonly names: readonly string[];
  /** Ids by name, as tokens. */
  readonly templateIds: Readonly<Record<string, string>>;
  /** Id of the account that the templates belong to. */
  readonly accountId: string;
  /** Returns the id of a template, as a token. @throws Error that lists the names, when there is none of this name */
  templateId(name: string): string;
}
