import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** Tables by their contents. */
export type ImageUrlsTable =
  | 'accounts'
  | 'audit'
  | 'budgets'
  | 'denials'
  | 'fonts'
  | 'idempotency'
  | 'keyUses'
  | 'keys'
  | 'revocations'
  | 'signingKeys'
  | 'templates'
  | 'trees'
  | 'usage'
  | 'versions'
  | 'views';

/** Functions by what they do: those with an operation of the API to themselves by its id in OpenAPI. */
export type ImageUrlsFunction =
  | 'checkTemplate'
  | 'createTemplate'
  | 'generateTemplates'
  | 'getTemplate'
  | 'keys'
  | 'listTemplates'
  | 'mintUrl'
  | 'mintUrls'
  | 'prewarmImage'
  | 'putFallback'
  | 'renderImage'
  | 'renderOnDemand'
  | 'renderSiteImage'
  | 'reportUsage'
  | 'resetQuotas'
  | 'reviseTemplate'
  | 'revocations'
  | 'rotateSigningKey'
  | 'runCanary'
  | 'sites'
  | 'templateHistory'
  | 'updateTemplate'
  | 'uploads'
  | 'usage';

export type ImageUrlsTables = Readonly<Record<ImageUrlsTable, TableV2>>;
export type ImageUrlsFunctions = Readonly<Record<ImageUrlsFunction, IFunction>>;

/** Options of `addEdgeAlarms`. */
export interface ImageUrlsEdgeAlarmsOptions {
  /** Topic in us-east-1 that receives the alarms. @default none */
  readonly alarmTopic?: ITopic;
  /** Email address that receives the alarms. @default that of the instance, unless there is a topic */
  readonly alarmEmail?: string;
}
