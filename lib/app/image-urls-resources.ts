import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** Tables by their contents. */
export type ImageUrlsTable =
  | 'accounts'
  | 'audit'
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
  | 'versions';

/** Functions by what they do: those of the API by the id of their operation in OpenAPI. */
export type ImageUrlsFunction =
  | 'checkTemplate'
  | 'createFont'
  | 'createKey'
  | 'createRevocation'
  | 'createSigningKey'
  | 'createSite'
  | 'createTemplate'
  | 'deleteFont'
  | 'deleteKey'
  | 'deleteRevocation'
  | 'deleteSigningKey'
  | 'deleteSite'
  | 'deleteTemplate'
  | 'generateTemplates'
  | 'getTemplate'
  | 'getUsage'
  | 'getVersion'
  | 'listAudit'
  | 'listFonts'
  | 'listKeys'
  | 'listRenderFailures'
  | 'listRevocations'
  | 'listSigningKeys'
  | 'listSites'
  | 'listTemplates'
  | 'listVersions'
  | 'mintUrl'
  | 'mintUrls'
  | 'prewarmImage'
  | 'putFallback'
  | 'refreshSite'
  | 'renderImage'
  | 'renderOnDemand'
  | 'renderSiteImage'
  | 'reportUsage'
  | 'resetQuotas'
  | 'restoreVersion'
  | 'reviseTemplate'
  | 'rotateSigningKey'
  | 'runCanary'
  | 'updateSite'
  | 'updateTemplate';

export type ImageUrlsTables = Readonly<Record<ImageUrlsTable, TableV2>>;
export type ImageUrlsFunctions = Readonly<Record<ImageUrlsFunction, IFunction>>;

/** Options of `addEdgeAlarms`. */
export interface ImageUrlsEdgeAlarmsOptions {
  /** Topic in us-east-1 that receives the alarms. @default none */
  readonly alarmTopic?: ITopic;
  /** Email address that receives the alarms. @default that of the instance, unless there is a topic */
  readonly alarmEmail?: string;
}
