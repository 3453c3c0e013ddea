/* One adapter per capability, exported under the capability's name. */

export { edgeSettings as 'settings:edge', urlSettings as 'settings:urls' } from '../config/settings.ts';
export { configuredFontSource as 'fontSource:fetch' } from '../fetch/configured-font-source.ts';
export { bedrockAuthor as 'author:ask' } from './bedrock/bedrock-author.ts';
export { budgetedPages as 'pages:fetch', budgetedRemoteImages as 'remoteImages:fetch' } from './budgeted-fetch.ts';
export { cloudFrontEdgeDenyList as 'edgeDenyList:write' } from './cloudfront/edge-deny-list.ts';
export { cloudFrontEdgeKeys as 'edgeKeys:write' } from './cloudfront/edge-keys.ts';
export {
  cloudFrontEdgeRevocationAdder as 'edgeRevocations:add',
  cloudFrontEdgeRevocationLifter as 'edgeRevocations:lift',
  cloudFrontEdgeRevocationStore as 'edgeRevocations:write',
} from './cloudfront/edge-revocations.ts';
export {
  dynamoDbAccountReader as 'accounts:read',
  dynamoDbAccountRoller as 'accounts:roll',
  dynamoDbAccountWriter as 'accounts:write',
} from './dynamodb/accounts.ts';
export { dynamoDbAssetLister as 'assets:list', dynamoDbAssetWriter as 'assets:write' } from './dynamodb/assets.ts';
export { dynamoDbAuditLister as 'audit:list', dynamoDbAuditWriter as 'audit:write' } from './dynamodb/audit.ts';
export {
  dynamoDbBudgetReader as 'budgets:read',
  dynamoDbBudgets as 'budgets:consume',
  dynamoDbBudgets as 'siteBudgets:consume',
} from './dynamodb/budgets.ts';
export {
  dynamoDbCallers as 'callers:read',
  dynamoDbCallersWithTemplates as 'callersWithTemplates:read',
  dynamoDbMinters as 'minters:read',
} from './dynamodb/callers.ts';
export { dynamoDbClosedAccounts as 'closedAccounts:read' } from './dynamodb/closed-accounts.ts';
export {
  dynamoDbDenyList as 'denyList:read',
  dynamoDbDenyListLister as 'denyList:list',
} from './dynamodb/deny-list.ts';
export {
  dynamoDbFontAdder as 'fonts:add',
  dynamoDbFontDeleter as 'fonts:delete',
  dynamoDbFontLister as 'fonts:read',
} from './dynamodb/fonts.ts';
export {
  dynamoDbGenerationCanceler as 'generationProgress:cancel',
  dynamoDbGenerationReader as 'generationProgress:read',
  dynamoDbGenerationWriter as 'generationProgress:write',
} from './dynamodb/generations.ts';
export { dynamoDbIdempotencyStore as 'idempotency:write' } from './dynamodb/idempotency.ts';
export {
  dynamoDbKeyCreator as 'keys:create',
  dynamoDbKeyDeleter as 'keys:delete',
  dynamoDbKeyEnder as 'keys:end',
  dynamoDbKeyLister as 'keys:list',
  dynamoDbKeyReader as 'keys:read',
  dynamoDbSigningKeyCreator as 'signingKeys:create',
  dynamoDbSigningKeyDeleter as 'signingKeys:delete',
  dynamoDbSigningKeyReader as 'signingKeys:read',
} from './dynamodb/keys.ts';
export {
  dynamoDbFallbackReader as 'fallback:read',
  dynamoDbFallbackWriter as 'fallback:write',
  dynamoDbFrozenImages as 'onDemand:freeze',
  dynamoDbOwners as 'owners:read',
  dynamoDbRenderFailureAdder as 'pageFailures:add',
  dynamoDbRenderFailureAdder as 'renderFailures:add',
  dynamoDbRenderFailureLister as 'renderFailures:list',
} from './dynamodb/on-demand.ts';
export {
  dynamoDbGenerationQuota as 'generations:spend',
  dynamoDbMintQuota as 'mints:spend',
} from './dynamodb/quota-store.ts';
export { dynamoDbRenderLeases as 'renderLeases:acquire' } from './dynamodb/render-leases.ts';
export {
  dynamoDbRevocationAdder as 'revocations:add',
  dynamoDbRevocationLifter as 'revocations:lift',
  dynamoDbRevocationLister as 'revocations:list',
  dynamoDbRevocations as 'revocations:read',
  dynamoDbRevocationWalker as 'revocations:walk',
} from './dynamodb/revocations.ts';
export {
  dynamoDbSiteCreator as 'sites:create',
  dynamoDbSiteDeleter as 'sites:delete',
  dynamoDbSiteLister as 'sites:list',
  dynamoDbSitePages as 'sitePages:write',
  dynamoDbSiteReader as 'sites:read',
  dynamoDbSiteRefresher as 'sitePages:refresh',
  dynamoDbSiteUpdater as 'sites:update',
} from './dynamodb/sites.ts';
export {
  dynamoDbTemplateCreator as 'templates:create',
  dynamoDbTemplateDeleter as 'templates:delete',
  dynamoDbTemplateLister as 'templates:list',
  dynamoDbTemplateTracer as 'templates:trace',
  dynamoDbTemplateUpdater as 'templates:update',
  dynamoDbVersionLister as 'versions:list',
  dynamoDbVersionReader as 'versions:read',
} from './dynamodb/templates.ts';
export {
  dynamoDbRemoteImageCache as 'trees:cacheRemoteImages',
  dynamoDbTreeReader as 'trees:read',
  dynamoDbTreeWriter as 'trees:write',
} from './dynamodb/trees.ts';
export {
  dynamoDbUsageEventLister as 'usageEvents:list',
  dynamoDbUsageReader as 'usage:read',
} from './dynamodb/usage.ts';
export { dynamoDbViewCounter as 'views:count' } from './dynamodb/view-counter.ts';
export { dynamoDbViewReader as 'views:read' } from './dynamodb/views.ts';
export { httpApiCaller as 'api:call' } from './http/api-caller.ts';
export { httpCustomResourceAnswers as 'customResources:answer' } from './http/custom-resource-answers.ts';
export { httpImageHost as 'images:request' } from './http/image-host.ts';
export { httpServiceClient as 'service:call' } from './http/service-client.ts';
export { s3AccessLogs as 'logs:read' } from './s3/access-logs.ts';
export { s3AssetFileDeleter as 'assetFiles:delete', s3AssetFileWriter as 'assetFiles:write' } from './s3/assets.ts';
export {
  s3ImageReader as 'images:read',
  s3ImageReader as 'publishedImages:read',
  s3ImageWriter as 'images:write',
  s3ImageWriter as 'publishedImages:write',
} from './s3/images.ts';
export {
  s3CachedRemoteImageReader as 'cachedRemoteImages:read',
  s3CachedRemoteImageWriter as 'cachedRemoteImages:write',
  s3FontFileReader as 'fontFiles:read',
  s3FontFileWriter as 'fontFiles:write',
  s3FontPackReader as 'fontPacks:read',
  s3FontPackStore as 'fontPacks:write',
  s3RenderPlanReader as 'renderPlans:read',
  s3SourceReader as 'sources:read',
  s3SourceWriter as 'sources:write',
  s3TemplateAssets as 'templateAssets:read',
  s3TemplateSets as 'templateSets:write',
} from './s3/sources.ts';
export { secretsManagerKeySecrets as 'keySecrets:write' } from './secrets-manager/key-secrets.ts';
export { secretsManagerKeyringReader as 'keyring:read' } from './secrets-manager/keyring.ts';
export { secretsManagerKeyringStore as 'keyring:rotate' } from './secrets-manager/keyring-store.ts';
export { sqsPrewarms as 'prewarms:order' } from './sqs/prewarms.ts';
export { sqsUsageEvents as 'usageEvents:send' } from './sqs/usage-events.ts';
