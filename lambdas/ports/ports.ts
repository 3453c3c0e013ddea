import type { FunctionId, functions } from '../config/functions.ts';
import type { TemplateAuthor } from './author.ts';
import type { BudgetReader, Budgets } from './budgets.ts';
import type { CallerReader } from './callers.ts';
import type { DenyListLister, DenyListReader, EdgeDenyList } from './deny-list.ts';
import type {
  FontAdder,
  FontDeleter,
  FontFileReader,
  FontFileWriter,
  FontLister,
  FontPackReader,
  FontPackStore,
  FontSource,
} from './fonts.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { ImageHost, ImageReader, ImageWriter, Prewarms, RemoteImages, RenderLeases } from './images.ts';
import type {
  KeyCreator,
  KeyDeleter,
  KeyLister,
  SigningKeyCreator,
  SigningKeyDeleter,
  SigningKeyReader,
} from './keys.ts';
import type {
  FallbackReader,
  FallbackWriter,
  FrozenImages,
  OwnerReader,
  RenderFailureAdder,
  RenderFailureLister,
} from './on-demand.ts';
import type { AccountRoller, QuotaStore, UsageReader } from './quotas.ts';
import type {
  EdgeRevocationAdder,
  EdgeRevocationLifter,
  EdgeRevocationStore,
  RevocationAdder,
  RevocationLifter,
  RevocationLister,
  RevocationReader,
  RevocationWalker,
} from './revocations.ts';
import type { ServiceClient } from './service.ts';
import type { EdgeKeys, KeyringStore, SigningKeys, VerifyingKeys } from './signing-keys.ts';
import type { PageFetcher, SiteCreator, SiteDeleter, SiteLister, SitePages, SiteReader, SiteUpdater } from './sites.ts';
import type {
  RenderPlanReader,
  SourceReader,
  SourceWriter,
  TemplateCreator,
  TemplateDeleter,
  TemplateLister,
  TemplateTracer,
  TemplateUpdater,
  VersionLister,
  VersionReader,
} from './templates.ts';
import type {
  CachedRemoteImageReader,
  CachedRemoteImageWriter,
  TreeImageRecorder,
  TreeReader,
  TreeWriter,
} from './trees.ts';
import type { AccountReader, UsageEventLister, UsageEventSender } from './usage-events.ts';

/** The port of each capability; a capability without one does not compile. */
export interface Ports {
  'callers:read': CallerReader;
  'callersWithTemplates:read': CallerReader;
  'keys:create': KeyCreator;
  'keys:list': KeyLister;
  'keys:delete': KeyDeleter;
  'accountKeys:create': SigningKeyCreator;
  'accountKeys:read': SigningKeyReader;
  'accountKeys:delete': SigningKeyDeleter;
  'owners:read': OwnerReader;
  'onDemand:freeze': FrozenImages;
  'fallback:read': FallbackReader;
  'fallback:write': FallbackWriter;
  'renderFailures:add': RenderFailureAdder;
  'renderFailures:list': RenderFailureLister;
  'templates:list': TemplateLister;
  'templates:create': TemplateCreator;
  'templates:update': TemplateUpdater;
  'templates:delete': TemplateDeleter;
  'templates:trace': TemplateTracer;
  'versions:read': VersionReader;
  'versions:list': VersionLister;
  'sources:read': SourceReader;
  'sources:write': SourceWriter;
  'renderPlans:read': RenderPlanReader;
  'trees:write': TreeWriter;
  'trees:read': TreeReader;
  'trees:cacheRemoteImages': TreeImageRecorder;
  'cachedRemoteImages:read': CachedRemoteImageReader;
  'cachedRemoteImages:write': CachedRemoteImageWriter;
  'fonts:read': FontLister;
  'fonts:add': FontAdder;
  'fonts:delete': FontDeleter;
  'fontFiles:read': FontFileReader;
  'fontFiles:write': FontFileWriter;
  'fontPacks:read': FontPackReader;
  'fontPacks:write': FontPackStore;
  'fontSource:fetch': FontSource;
  'images:read': ImageReader;
  'images:write': ImageWriter;
  'publishedImages:read': ImageReader;
  'publishedImages:write': ImageWriter;
  'images:request': ImageHost;
  'prewarms:order': Prewarms;
  'renderLeases:acquire': RenderLeases;
  'remoteImages:fetch': RemoteImages;
  'usage:read': UsageReader;
  'usageEvents:list': UsageEventLister;
  'usageEvents:send': UsageEventSender;
  'idempotency:write': IdempotencyStore;
  'mints:spend': QuotaStore;
  'generations:spend': QuotaStore;
  'budgets:consume': Budgets;
  'budgets:read': BudgetReader;
  'signingKeys:read': SigningKeys;
  'signingKeys:verify': VerifyingKeys;
  'keyring:rotate': KeyringStore;
  'edgeKeys:write': EdgeKeys;
  'denyList:read': DenyListReader;
  'denyList:list': DenyListLister;
  'edgeDenyList:write': EdgeDenyList;
  'revocations:read': RevocationReader;
  'revocations:list': RevocationLister;
  'revocations:add': RevocationAdder;
  'revocations:lift': RevocationLifter;
  'revocations:walk': RevocationWalker;
  'edgeRevocations:add': EdgeRevocationAdder;
  'edgeRevocations:lift': EdgeRevocationLifter;
  'edgeRevocations:write': EdgeRevocationStore;
  'author:ask': TemplateAuthor;
  'accounts:read': AccountReader;
  'accounts:roll': AccountRoller;
  'sites:read': SiteReader;
  'sites:create': SiteCreator;
  'sites:update': SiteUpdater;
  'sites:delete': SiteDeleter;
  'sites:list': SiteLister;
  'sitePages:write': SitePages;
  'pages:fetch': PageFetcher;
  'service:call': ServiceClient;
}

/** The ports one function receives: exactly what its row in the function table asks for. */
export type PortsOf<F extends FunctionId> = Pick<Ports, (typeof functions)[F]['needs'][number]>;
