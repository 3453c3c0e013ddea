import type { FunctionId, functions } from '../functions.ts';
import type { TemplateAuthor } from './author.ts';
import type { BudgetReader, Budgets } from './budgets.ts';
import type { CallerReader } from './callers.ts';
import type { DenialList, DenialReader, EdgeDenials } from './denials.ts';
import type { FontAdder, FontDeleter, FontFileReader, FontFileWriter, FontLister } from './fonts.ts';
import type { IdempotencyKeeper } from './idempotency.ts';
import type { DrawingAttempts, ImageHost, ImageReader, ImageWriter, Prewarms, RemoteImages } from './images.ts';
import type { AccountRoller, Ledger, UsageReader } from './quotas.ts';
import type {
  EdgeRevocationAdder,
  EdgeRevocationKeeper,
  EdgeRevocationLifter,
  RevocationAdder,
  RevocationLifter,
  RevocationLister,
  RevocationReader,
  RevocationWalker,
} from './revocations.ts';
import type { ServiceClient } from './service.ts';
import type { EdgeKeys, KeyringKeeper, SigningKeys, VerifyingKeys } from './signing-keys.ts';
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
import type { PinnedImageReader, PinnedImageWriter, TreePinner, TreeReader, TreeWriter } from './trees.ts';

/** The port of each capability; a capability without one does not compile. */
export interface Ports {
  'callers:read': CallerReader;
  'callersWithTemplates:read': CallerReader;
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
  'trees:pin': TreePinner;
  'pinnedImages:read': PinnedImageReader;
  'pinnedImages:write': PinnedImageWriter;
  'fonts:read': FontLister;
  'fonts:add': FontAdder;
  'fonts:delete': FontDeleter;
  'fontFiles:read': FontFileReader;
  'fontFiles:write': FontFileWriter;
  'images:read': ImageReader;
  'images:write': ImageWriter;
  'images:request': ImageHost;
  'prewarms:order': Prewarms;
  'drawings:attempt': DrawingAttempts;
  'remoteImages:fetch': RemoteImages;
  'usage:read': UsageReader;
  'idempotency:keep': IdempotencyKeeper;
  'mints:spend': Ledger;
  'generations:spend': Ledger;
  'budgets:consume': Budgets;
  'budgets:read': BudgetReader;
  'signingKeys:read': SigningKeys;
  'signingKeys:verify': VerifyingKeys;
  'keyring:rotate': KeyringKeeper;
  'edgeKeys:write': EdgeKeys;
  'denials:read': DenialReader;
  'denials:list': DenialList;
  'edgeDenials:write': EdgeDenials;
  'revocations:read': RevocationReader;
  'revocations:list': RevocationLister;
  'revocations:add': RevocationAdder;
  'revocations:lift': RevocationLifter;
  'revocations:walk': RevocationWalker;
  'edgeRevocations:add': EdgeRevocationAdder;
  'edgeRevocations:lift': EdgeRevocationLifter;
  'edgeRevocations:keep': EdgeRevocationKeeper;
  'author:ask': TemplateAuthor;
  'accounts:roll': AccountRoller;
  'service:call': ServiceClient;
}

/** The ports one function receives: exactly what its row in the function table asks for. */
export type PortsOf<F extends FunctionId> = Pick<Ports, (typeof functions)[F]['needs'][number]>;
