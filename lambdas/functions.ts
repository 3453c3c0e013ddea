import type { RouteId } from './contract/routes.ts';

/** What a function may touch. Drives the ports it is given, its environment and its IAM grants. */
export const capabilities = [
  'callers:read',
  'callersWithTemplates:read',
  'templates:list',
  'templates:create',
  'templates:update',
  'templates:delete',
  'templates:trace',
  'versions:read',
  'versions:list',
  'sources:read',
  'sources:write',
  'renderPlans:read',
  'trees:write',
  'trees:read',
  'trees:pin',
  'pinnedImages:read',
  'pinnedImages:write',
  'fonts:read',
  'fonts:add',
  'fonts:delete',
  'fontFiles:read',
  'fontFiles:write',
  'images:read',
  'images:write',
  'images:request',
  'prewarms:order',
  'drawings:attempt',
  'remoteImages:fetch',
  'usage:read',
  'idempotency:keep',
  'mints:spend',
  'generations:spend',
  'budgets:consume',
  'budgets:read',
  'signingKeys:read',
  'signingKeys:verify',
  'keyring:rotate',
  'edgeKeys:write',
  'denials:read',
  'denials:list',
  'edgeDenials:write',
  'revocations:read',
  'revocations:list',
  'revocations:add',
  'revocations:lift',
  'revocations:walk',
  'edgeRevocations:add',
  'edgeRevocations:lift',
  'edgeRevocations:keep',
  'author:ask',
  'accounts:roll',
  'service:call',
] as const;
export type Capability = (typeof capabilities)[number];

export interface FunctionSpec {
  readonly needs: readonly Capability[];
  /** Memory in MiB; Lambda gives CPU in proportion, one full vCPU at 1,769. */
  readonly memoryMib: number;
  /** Hard limit in seconds; API Gateway gives up at 29 unless the answer is streamed. */
  readonly timeoutSeconds: number;
  /** Answers in parts: Lambda response streaming. */
  readonly streams?: boolean;
  /** Draws pictures: needs the render layer. */
  readonly draws?: boolean;
  /** Takes its work from a queue: so many pieces at once, each tried so often. */
  readonly fromQueue?: { readonly atOnce: number; readonly tries: number };
}

const quick = { memoryMib: 512, timeoutSeconds: 15 } as const;
/** Runs template code, whose second of processor time needs a full vCPU to be one (docs/decisions/0090). */
const evaluating = { memoryMib: 1_769, timeoutSeconds: 29 } as const;
/** Has what runs drawn as well, and a drawing process may grow to 1,400 MiB. */
const drawing = { ...evaluating, memoryMib: 2_048, draws: true } as const;

/** Has templates written by AI: waits for the model most of its time, and draws what it answers. */
const writing = { ...drawing, timeoutSeconds: 180, streams: true } as const;

/** One URL or a batch of them. */
const minting = {
  ...evaluating,
  needs: [
    'callersWithTemplates:read',
    'idempotency:keep',
    'versions:read',
    'renderPlans:read',
    'fonts:read',
    'trees:write',
    'images:request',
    'prewarms:order',
    'signingKeys:read',
    'mints:spend',
  ],
} as const;

export const functions = {
  mintUrl: minting,
  mintUrls: minting,
  listTemplates: { ...quick, needs: ['callers:read', 'templates:list', 'signingKeys:read', 'usage:read'] },
  createTemplate: {
    ...drawing,
    needs: [
      'callers:read',
      'idempotency:keep',
      'fonts:read',
      'fontFiles:read',
      'sources:write',
      'trees:write',
      'templates:create',
      'budgets:consume',
    ],
  },
  checkTemplate: {
    ...drawing,
    needs: [
      'callersWithTemplates:read',
      'sources:read',
      'fonts:read',
      'fontFiles:read',
      'remoteImages:fetch',
      'budgets:consume',
      'usage:read',
    ],
  },
  generateTemplates: {
    ...writing,
    needs: [
      'callers:read',
      'idempotency:keep',
      'author:ask',
      'fonts:read',
      'fontFiles:read',
      'sources:write',
      'trees:write',
      'generations:spend',
      'templates:create',
      'budgets:consume',
      'budgets:read',
    ],
  },
  reviseTemplate: {
    ...writing,
    needs: [
      'callersWithTemplates:read',
      'idempotency:keep',
      'author:ask',
      'fonts:read',
      'fontFiles:read',
      'sources:read',
      'sources:write',
      'trees:write',
      'generations:spend',
      'templates:update',
      'budgets:consume',
      'budgets:read',
    ],
  },
  getTemplate: { ...quick, needs: ['callersWithTemplates:read', 'sources:read'] },
  updateTemplate: {
    ...drawing,
    needs: [
      'callersWithTemplates:read',
      'fonts:read',
      'fontFiles:read',
      'sources:write',
      'trees:write',
      'templates:update',
      'budgets:consume',
    ],
  },
  deleteTemplate: { ...quick, needs: ['callersWithTemplates:read', 'templates:delete', 'budgets:consume'] },
  listVersions: { ...quick, needs: ['callersWithTemplates:read', 'versions:list'] },
  getVersion: { ...quick, needs: ['callersWithTemplates:read', 'versions:read', 'sources:read'] },
  restoreVersion: {
    ...drawing,
    needs: [
      'callersWithTemplates:read',
      'versions:read',
      'fonts:read',
      'fontFiles:read',
      'sources:read',
      'sources:write',
      'trees:write',
      'templates:update',
      'budgets:consume',
    ],
  },
  // a font is opened where pictures are drawn, and drawn with
  createFont: { ...drawing, needs: ['callers:read', 'fontFiles:write', 'fonts:add', 'budgets:consume', 'fonts:read'] },
  listFonts: { ...quick, needs: ['callers:read', 'fonts:read'] },
  deleteFont: { ...quick, needs: ['callers:read', 'fonts:delete'] },
  createRevocation: {
    ...quick,
    needs: [
      'callersWithTemplates:read',
      'templates:trace',
      'versions:read',
      'signingKeys:verify',
      'revocations:add',
      'edgeRevocations:add',
    ],
  },
  listRevocations: { ...quick, needs: ['callers:read', 'revocations:list', 'signingKeys:read'] },
  deleteRevocation: { ...quick, needs: ['callers:read', 'revocations:lift', 'edgeRevocations:lift'] },
  getUsage: { ...quick, needs: ['callers:read', 'usage:read'] },
  renderImage: {
    memoryMib: 2_048,
    // drawing the largest picture, and past 6 MB Lambda streams 2 MB a second: 64 MB take half a minute more
    timeoutSeconds: 120,
    streams: true,
    draws: true,
    needs: [
      'signingKeys:verify',
      'denials:read',
      'revocations:read',
      'images:read',
      'images:write',
      'trees:read',
      'trees:pin',
      'pinnedImages:read',
      'pinnedImages:write',
      'fontFiles:read',
      'drawings:attempt',
      'remoteImages:fetch',
    ],
  },
  // it waits for drawings, which have the rest of the concurrency to themselves
  prewarmImage: { memoryMib: 256, timeoutSeconds: 60, fromQueue: { atOnce: 4, tries: 2 }, needs: ['images:request'] },
  resetQuotas: { memoryMib: 512, timeoutSeconds: 300, needs: ['accounts:roll'] },
  rotateSigningKey: {
    memoryMib: 512,
    // a deployment may have to give a new store at the edge everything it holds, 50 entries at a time
    timeoutSeconds: 300,
    needs: [
      'keyring:rotate',
      'edgeKeys:write',
      'denials:list',
      'edgeDenials:write',
      'revocations:walk',
      'edgeRevocations:keep',
    ],
  },
  // two looks at most, each of four calls and a fetch, and the pause between them
  runCanary: { memoryMib: 256, timeoutSeconds: 120, needs: ['service:call'] },
} as const satisfies Record<RouteId | 'prewarmImage' | 'resetQuotas' | 'rotateSigningKey' | 'runCanary', FunctionSpec>;

export type FunctionId = keyof typeof functions;
