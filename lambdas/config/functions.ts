import type { RouteId } from 'image-url-contract/routes.ts';
import type { Capability } from './capabilities.ts';

interface FunctionSettings {
  /** Memory in MiB; Lambda gives CPU in proportion, one full vCPU at 1,769. */
  readonly memoryMib: number;
  /** Timeout in seconds; API Gateway's is 29 unless the response is streamed. */
  readonly timeoutSeconds: number;
  /** Only for a function with a single route. */
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

type RouteNeeds = Readonly<Partial<Record<RouteId, readonly Capability[]>>>;
type NeedIn<L> = L extends readonly (infer C extends Capability)[] ? C : never;

export interface FunctionSpec extends FunctionSettings {
  /** Capabilities of the function: of all its routes. */
  readonly needs: readonly Capability[];
  /** Routes that it serves, with the capabilities of each. @default none: it is invoked by other means */
  readonly routes?: RouteNeeds;
}

/** Returns the row of a function that serves routes, with the capabilities of all of them. */
const serving = <const S extends FunctionSettings, const R extends RouteNeeds>(settings: S, routes: R) => ({
  ...settings,
  routes,
  needs: [...new Set(Object.values(routes).flat())] as readonly unknown[] as readonly NeedIn<R[keyof R]>[],
});

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
const saving = [...fonts, 'renderPlans:read', 'sources:write', 'trees:write', 'budgets:consume'] as const;

/** Capabilities for minting one URL or a batch. */
const minting = [
  'minters:read',
  'idempotency:write',
  'versions:read',
  'renderPlans:read',
  'trees:write',
  'images:request',
  'prewarms:order',
  'keyring:read',
  'settings:urls',
  'mints:spend',
  'budgets:consume',
] as const;

/** Capabilities for verifying an image URL and rendering its image. */
const delivering = [
  'keyring:read',
  'settings:edge',
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
  'closedAccounts:read',
  'renderFailures:add',
] as const;

/** Capabilities for evaluating a template for a signed URL or a page, and for rendering its image. */
const renderingOnDemand = [
  ...delivering,
  'onDemand:freeze',
  'fallback:read',
  'owners:read',
  'versions:read',
  'renderPlans:read',
  'trees:write',
  'mints:spend',
  'publishedImages:read',
  'publishedImages:write',
] as const;

/** A function that delivers images. */
const delivery = {
  memoryMib: 2_048,
  // includes the largest image: beyond 6 MB Lambda streams 2 MB/s, so 64 MB take another half minute
  timeoutSeconds: 120,
  streams: true,
  renders: true,
  warms: ['render-worker'],
} as const;
/** Evaluates templates too, for the public: with its own concurrency (docs/decisions/0350). */
const onDemand = { ...delivery, warms: ['render-worker', 'sandbox'] } as const;

/**
 * The functions. A mint, a template that is read or saved and each kind of image have a function of their own; other
 * routes share one for each resource, whose records they read and write together.
 */
export const functions = {
  // freezes images of on-demand URLs too
  mintUrl: serving(evaluating, { mintUrl: [...minting, 'onDemand:freeze'] }),
  mintUrls: serving(evaluating, { mintUrls: minting }),
  listTemplates: serving(quick, {
    listTemplates: [
      'callers:read',
      'templates:list',
      'renderPlans:read',
      'keyring:read',
      'settings:urls',
      'usage:read',
    ],
  }),
  createTemplate: serving(rendering, {
    createTemplate: ['callers:read', 'idempotency:write', ...saving, 'templates:create'],
  }),
  checkTemplate: serving(rendering, {
    checkTemplate: [
      'callersWithTemplates:read',
      'sources:read',
      ...fonts,
      'remoteImages:fetch',
      'budgets:consume',
      'usage:read',
    ],
  }),
  generateTemplates: serving(writing, {
    generateTemplates: [
      'callers:read',
      'idempotency:write',
      'author:ask',
      ...saving,
      'generations:spend',
      'generationProgress:write',
      'templates:create',
      'budgets:read',
    ],
  }),
  reviseTemplate: serving(writing, {
    reviseTemplate: [
      'callersWithTemplates:read',
      'idempotency:write',
      'author:ask',
      'sources:read',
      ...saving,
      'generations:spend',
      'generationProgress:write',
      'templates:update',
      'budgets:read',
    ],
  }),
  getTemplate: serving(quick, { getTemplate: ['callersWithTemplates:read', 'renderPlans:read', 'sources:read'] }),
  updateTemplate: serving(rendering, { updateTemplate: ['callersWithTemplates:read', ...saving, 'templates:update'] }),
  templateHistory: serving(rendering, {
    listVersions: ['callersWithTemplates:read', 'versions:list'],
    getVersion: ['callersWithTemplates:read', 'versions:read', 'renderPlans:read', 'sources:read'],
    restoreVersion: ['callersWithTemplates:read', 'versions:read', 'sources:read', ...saving, 'templates:update'],
    deleteTemplate: ['callersWithTemplates:read', 'audit:write', 'templates:delete', 'budgets:consume'],
  }),
  // fonts and assets are opened by a render worker
  uploads: serving(
    { ...rendering, warms: ['render-worker'] },
    {
      createFont: ['callers:read', 'fontFiles:write', 'fonts:add', 'budgets:consume', 'fonts:read'],
      listFonts: ['callers:read', 'fonts:read'],
      deleteFont: ['callers:read', 'fonts:delete'],
      createAsset: [
        'callers:read',
        'settings:urls',
        'budgets:consume',
        'assets:list',
        'assets:write',
        'assetFiles:write',
        'assetFiles:delete',
      ],
      listAssets: ['callers:read', 'settings:urls', 'assets:list'],
      deleteAsset: ['callers:read', 'assets:write', 'assetFiles:delete'],
    },
  ),
  revocations: serving(quick, {
    createRevocation: [
      'callersWithTemplates:read',
      'audit:write',
      'templates:trace',
      'versions:read',
      'keyring:read',
      'settings:edge',
      'revocations:add',
      'edgeRevocations:add',
      'sites:read',
    ],
    listRevocations: ['callers:read', 'revocations:list', 'keyring:read', 'settings:urls'],
    deleteRevocation: ['callers:read', 'audit:write', 'revocations:lift', 'edgeRevocations:lift'],
  }),
  keys: serving(quick, {
    createKey: ['callersWithTemplates:read', 'audit:write', 'keys:create', 'keys:list', 'keys:delete'],
    listKeys: ['callers:read', 'keys:list', 'usage:read'],
    getOwnKey: ['callers:read', 'usage:read'],
    deleteKey: ['callers:read', 'audit:write', 'keys:read', 'keys:delete'],
    createSigningKey: [
      'callersWithTemplates:read',
      'audit:write',
      'keyring:read',
      'signingKeys:create',
      'signingKeys:read',
      'signingKeys:delete',
    ],
    listSigningKeys: ['callers:read', 'signingKeys:read'],
    deleteSigningKey: [
      'callers:read',
      'audit:write',
      'signingKeys:read',
      'signingKeys:delete',
      'revocations:add',
      'edgeRevocations:add',
    ],
  }),
  sites: serving(quick, {
    createSite: [
      'callersWithTemplates:read',
      'audit:write',
      'sites:create',
      'sites:list',
      'sites:delete',
      'settings:urls',
    ],
    listSites: ['callers:read', 'sites:list'],
    updateSite: ['callersWithTemplates:read', 'audit:write', 'sites:update'],
    refreshSite: ['callers:read', 'budgets:consume', 'sites:read', 'sitePages:refresh'],
    deleteSite: ['callers:read', 'audit:write', 'sites:read', 'sites:delete'],
  }),
  putFallback: serving(evaluating, {
    putFallback: [
      'callersWithTemplates:read',
      'renderPlans:read',
      'fonts:read',
      'trees:read',
      'trees:write',
      'usage:read',
      'images:request',
      'keyring:read',
      'settings:urls',
      'budgets:consume',
      'fallback:write',
    ],
  }),
  usage: serving(quick, {
    getUsage: ['callers:read', 'usage:read', 'usageEvents:list'],
    listRenderFailures: ['callers:read', 'renderFailures:list', 'settings:urls'],
    listAudit: ['callers:read', 'audit:list'],
    getGeneration: ['callers:read', 'generationProgress:read'],
    cancelGeneration: ['callers:read', 'generationProgress:cancel'],
    getViews: ['callers:read', 'budgets:consume', 'views:read', 'sites:list', 'keyring:read', 'settings:urls'],
  }),
  renderImage: serving(delivery, { renderImage: [...delivering, 'images:read', 'images:write'] }),
  renderOnDemand: serving(onDemand, { renderOnDemand: renderingOnDemand }),
  /** Like `renderOnDemand` for pages of sites, which it fetches (docs/decisions/0361). */
  renderSiteImage: serving(onDemand, {
    renderSiteImage: [
      ...renderingOnDemand,
      'sitePages:write',
      'pages:fetch',
      'pageFailures:add',
      'siteBudgets:consume',
    ],
  }),
  // few at a time, so that the images it requests get the rest of the concurrency
  prewarmImage: {
    memoryMib: 256,
    timeoutSeconds: 60,
    // a delivery that Lambda throttles counts as a try
    fromQueue: { atOnce: 4, tries: 5 },
    needs: ['images:request'],
  },
  /** Counts views from access logs. Two at once, because files of one hour count in the same rows. */
  readAccessLogs: {
    memoryMib: 1_024,
    timeoutSeconds: 600,
    fromQueue: { atOnce: 2, tries: 5 },
    needs: ['logs:read', 'closedAccounts:read', 'views:count'],
  },
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
      'closedAccounts:read',
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
} as const satisfies Record<string, FunctionSpec>;

export type FunctionId = keyof typeof functions;

type RoutesOf<F extends FunctionId> = (typeof functions)[F] extends { readonly routes: infer R }
  ? R
  : Record<never, never>;
/** Functions that serve no route. */
export type JobId = { [F in FunctionId]: [keyof RoutesOf<F>] extends [never] ? F : never }[FunctionId];
/** What has a handler: a route, or a function without routes. */
export type HandlerId = RouteId | JobId;
/** The function that serves a route. */
export type FunctionOf<R extends RouteId> = {
  [F in FunctionId]: R extends keyof RoutesOf<F> ? F : never;
}[FunctionId];
type Unserved = Exclude<RouteId, { [F in FunctionId]: keyof RoutesOf<F> }[FunctionId]>;
/** Capabilities of a handler. */
export type NeedOf<H extends HandlerId> = {
  [F in FunctionId]: H extends keyof RoutesOf<F>
    ? NeedIn<RoutesOf<F>[H]>
    : H extends F & JobId
      ? NeedIn<(typeof functions)[F]['needs']>
      : never;
}[FunctionId];

const functionIds = Object.keys(functions) as FunctionId[];

/** Returns the handlers of a function: those of its routes, or its own. */
export const getHandlerIds = (id: FunctionId): readonly HandlerId[] => {
  const { routes }: FunctionSpec = functions[id];
  return routes ? (Object.keys(routes) as RouteId[]) : [id as JobId];
};

// does not compile if no function serves a route
true satisfies [Unserved] extends [never] ? true : Unserved;

/** The function of each route. */
export const functionOf = Object.fromEntries(
  functionIds.flatMap((id) => getHandlerIds(id).map((handler) => [handler, id])),
) as { readonly [R in RouteId]: FunctionOf<R> } & { readonly [J in JobId]: J };

/** Returns the capabilities of a handler. */
export const getNeeds = (id: HandlerId): readonly Capability[] => {
  const { routes, needs }: FunctionSpec = functions[functionOf[id]];
  return routes?.[id as RouteId] ?? needs;
};
