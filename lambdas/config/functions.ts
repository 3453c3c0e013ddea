import type { RouteId } from '../contract/routes.ts';
import type { Capability } from './capabilities.ts';

export interface FunctionSpec {
  readonly needs: readonly Capability[];
  /** Memory in MiB; Lambda gives CPU in proportion, one full vCPU at 1,769. */
  readonly memoryMib: number;
  /** Timeout in seconds; API Gateway's is 29 unless the response is streamed. */
  readonly timeoutSeconds: number;
  readonly streams?: boolean;
  /** Whether it renders images and needs the render layer. */
  readonly renders?: boolean;
  /** Workers that start while the rest of the function loads. */
  readonly warms?: readonly ('sandbox' | 'render-worker')[];
  /** Invoked by a table's stream: up to `records` changes at once, or those of `seconds`. */
  readonly fromStream?: { readonly records: number; readonly seconds: number; readonly tries: number };
  /** Invoked by a queue: `atOnce` messages in parallel, each delivered at most `tries` times. */
  readonly fromQueue?: { readonly atOnce: number; readonly tries: number };
}

const quick = { memoryMib: 512, timeoutSeconds: 15 } as const;
/** Evaluates templates: a second of CPU time takes a second only with a full vCPU (docs/decisions/0090). */
const evaluating = { memoryMib: 1_769, timeoutSeconds: 29, warms: ['sandbox'] } as const;
/** Renders images too; a render worker may use up to 1,400 MiB. */
const rendering = { ...evaluating, memoryMib: 2_048, renders: true } as const;

/** Generates templates: mostly waits for the model, and renders its answers. */
const writing = { ...rendering, timeoutSeconds: 180, streams: true } as const;

/** Capabilities for fonts: finding the families of a template and rendering with them. */
const fonts = ['fonts:read', 'fontFiles:read', 'fontPacks:read', 'fontPacks:write', 'fontSource:fetch'] as const;
/** Capabilities for storing the code of a template. */
const saving = [...fonts, 'sources:write', 'trees:write', 'budgets:consume'] as const;

/** Capabilities for minting one URL or a batch. */
const minting = {
  ...evaluating,
  needs: [
    'callersWithTemplates:read',
    'idempotency:write',
    'versions:read',
    'renderPlans:read',
    'fonts:read',
    'trees:write',
    'images:request',
    'prewarms:order',
    'keyring:read',
    'mints:spend',
    'budgets:consume',
  ],
} as const;

/** Capabilities for verifying an image URL and rendering its image. */
const delivering = [
  'keyring:verify',
  'denyList:read',
  'revocations:read',
  'trees:read',
  'trees:cacheRemoteImages',
  'cachedRemoteImages:read',
  'cachedRemoteImages:write',
  'fontFiles:read',
  'fontPacks:read',
  'renderLeases:acquire',
  'remoteImages:fetch',
] as const;

/** A function that delivers images. */
const delivery = {
  memoryMib: 2_048,
  // includes the largest image: beyond 6 MB Lambda streams 2 MB/s, so 64 MB take another half minute
  timeoutSeconds: 120,
  streams: true,
  renders: true,
} as const;

/** Renders on demand: evaluates templates for signed URLs, with its own concurrency (docs/decisions/0350). */
const onDemand = {
  ...delivery,
  warms: ['render-worker', 'sandbox'],
  needs: [
    ...delivering,
    'onDemand:freeze',
    'fallback:read',
    'renderFailures:add',
    'signingKeys:read',
    'owners:read',
    'versions:read',
    'renderPlans:read',
    'fonts:read',
    'trees:write',
    'mints:spend',
    'publishedImages:read',
    'publishedImages:write',
  ],
} as const;

export const functions = {
  // freezes images of on-demand URLs too
  mintUrl: { ...minting, needs: [...minting.needs, 'onDemand:freeze'] },
  mintUrls: minting,
  listTemplates: { ...quick, needs: ['callers:read', 'templates:list', 'keyring:read', 'usage:read'] },
  createTemplate: { ...rendering, needs: ['callers:read', 'idempotency:write', ...saving, 'templates:create'] },
  checkTemplate: {
    ...rendering,
    needs: [
      'callersWithTemplates:read',
      'sources:read',
      ...fonts,
      'remoteImages:fetch',
      'budgets:consume',
      'usage:read',
    ],
  },
  generateTemplates: {
    ...writing,
    needs: [
      'callers:read',
      'idempotency:write',
      'author:ask',
      ...saving,
      'generations:spend',
      'templates:create',
      'budgets:read',
    ],
  },
  reviseTemplate: {
    ...writing,
    needs: [
      'callersWithTemplates:read',
      'idempotency:write',
      'author:ask',
      'sources:read',
      ...saving,
      'generations:spend',
      'templates:update',
      'budgets:read',
    ],
  },
  getTemplate: { ...quick, needs: ['callersWithTemplates:read', 'sources:read'] },
  updateTemplate: { ...rendering, needs: ['callersWithTemplates:read', ...saving, 'templates:update'] },
  deleteTemplate: {
    ...quick,
    needs: ['callersWithTemplates:read', 'audit:write', 'templates:delete', 'budgets:consume'],
  },
  listVersions: { ...quick, needs: ['callersWithTemplates:read', 'versions:list'] },
  getVersion: { ...quick, needs: ['callersWithTemplates:read', 'versions:read', 'sources:read'] },
  restoreVersion: {
    ...rendering,
    needs: ['callersWithTemplates:read', 'versions:read', 'sources:read', ...saving, 'templates:update'],
  },
  // a font is opened by a render worker
  createFont: {
    ...rendering,
    warms: ['render-worker'],
    needs: ['callers:read', 'fontFiles:write', 'fonts:add', 'budgets:consume', 'fonts:read'],
  },
  listFonts: { ...quick, needs: ['callers:read', 'fonts:read'] },
  deleteFont: { ...quick, needs: ['callers:read', 'fonts:delete'] },
  createRevocation: {
    ...quick,
    needs: [
      'callersWithTemplates:read',
      'audit:write',
      'templates:trace',
      'versions:read',
      'keyring:verify',
      'revocations:add',
      'edgeRevocations:add',
      'sites:read',
    ],
  },
  listRevocations: { ...quick, needs: ['callers:read', 'revocations:list', 'keyring:read'] },
  deleteRevocation: { ...quick, needs: ['callers:read', 'audit:write', 'revocations:lift', 'edgeRevocations:lift'] },
  createKey: {
    ...quick,
    needs: ['callersWithTemplates:read', 'audit:write', 'keys:create', 'keys:list', 'keys:delete'],
  },
  listKeys: { ...quick, needs: ['callers:read', 'keys:list', 'usage:read'] },
  deleteKey: { ...quick, needs: ['callers:read', 'audit:write', 'keys:read', 'keys:delete'] },
  createSigningKey: {
    ...quick,
    needs: [
      'callersWithTemplates:read',
      'audit:write',
      'keyring:read',
      'signingKeys:create',
      'signingKeys:read',
      'signingKeys:delete',
    ],
  },
  listSigningKeys: { ...quick, needs: ['callers:read', 'signingKeys:read'] },
  deleteSigningKey: {
    ...quick,
    needs: [
      'callers:read',
      'audit:write',
      'signingKeys:read',
      'signingKeys:delete',
      'revocations:add',
      'edgeRevocations:add',
    ],
  },
  createSite: {
    ...quick,
    needs: ['callersWithTemplates:read', 'audit:write', 'sites:create', 'sites:list', 'sites:delete'],
  },
  listSites: { ...quick, needs: ['callers:read', 'sites:list'] },
  updateSite: { ...quick, needs: ['callersWithTemplates:read', 'audit:write', 'sites:update'] },
  refreshSite: { ...quick, needs: ['callers:read', 'audit:write', 'sites:read', 'sitePages:refresh'] },
  deleteSite: { ...quick, needs: ['callers:read', 'audit:write', 'sites:read', 'sites:delete'] },
  putFallback: {
    ...evaluating,
    needs: [
      'callersWithTemplates:read',
      'renderPlans:read',
      'fonts:read',
      'trees:read',
      'trees:write',
      'usage:read',
      'images:request',
      'keyring:read',
      'budgets:consume',
      'fallback:write',
    ],
  },
  listRenderFailures: { ...quick, needs: ['callers:read', 'renderFailures:list'] },
  listAudit: { ...quick, needs: ['callers:read', 'audit:list'] },
  getUsage: { ...quick, needs: ['callers:read', 'usage:read', 'usageEvents:list'] },
  renderImage: { ...delivery, warms: ['render-worker'], needs: [...delivering, 'images:read', 'images:write'] },
  renderOnDemand: onDemand,
  /** Like `renderOnDemand` for pages of sites, which it fetches (docs/decisions/0361). */
  renderSiteImage: {
    ...onDemand,
    needs: [...onDemand.needs, 'sites:read', 'sitePages:write', 'pages:fetch', 'budgets:consume'],
  },
  // few at a time, so that the images it requests get the rest of the concurrency
  prewarmImage: { memoryMib: 256, timeoutSeconds: 60, fromQueue: { atOnce: 4, tries: 2 }, needs: ['images:request'] },
  reportUsage: {
    memoryMib: 256,
    timeoutSeconds: 60,
    fromStream: { records: 1_000, seconds: 20, tries: 20 },
    needs: ['accounts:read', 'keys:list', 'signingKeys:read', 'usage:read', 'usageEvents:list', 'usageEvents:send'],
  },
  resetQuotas: { memoryMib: 512, timeoutSeconds: 300, needs: ['accounts:roll'] },
  rotateSigningKey: {
    memoryMib: 512,
    // filling a new store at the edge takes one call per 50 entries
    timeoutSeconds: 600,
    needs: [
      'keyring:rotate',
      'edgeKeys:write',
      'denyList:list',
      'edgeDenyList:write',
      'revocations:walk',
      'edgeRevocations:write',
    ],
  },
  // at most two tries of four calls and a fetch each, and the pause between them
  runCanary: { memoryMib: 256, timeoutSeconds: 120, needs: ['service:call'] },
  /** Custom resources of the CDK construct. Deployed only for stacks that declare keys or templates. */
  deployResource: {
    memoryMib: 256,
    // it retries for half of this; CloudFormation waits longer
    timeoutSeconds: 300,
    needs: [
      'accounts:read',
      'accounts:write',
      'keys:create',
      'keys:list',
      'keys:end',
      'keys:delete',
      'keySecrets:write',
      'templateAssets:read',
      'templateSets:write',
      'api:call',
      'customResources:answer',
    ],
  },
} as const satisfies Record<
  RouteId | 'prewarmImage' | 'reportUsage' | 'resetQuotas' | 'rotateSigningKey' | 'runCanary' | 'deployResource',
  FunctionSpec
>;

export type FunctionId = keyof typeof functions;
