import * as z from 'zod';
import { usualEngine } from './contract/engine-names.ts';
import { limits } from './contract/limits.ts';
import { ownPlans } from './contract/plans.ts';
import { engineName } from './contract/schemas/render.ts';
import type { Capability } from './functions.ts';

const name = z.string().min(1);

/** Environment variables each capability brings: set by the stack, read by the handlers, named only here. */
export const environmentOf = {
  'callers:read': z.object({ KEYS_TABLE: name, ACCOUNTS_TABLE: name }),
  'callersWithTemplates:read': z.object({ KEYS_TABLE: name, ACCOUNTS_TABLE: name, TEMPLATES_TABLE: name }),
  'templates:list': z.object({ TEMPLATES_TABLE: name }),
  'templates:create': z.object({ TEMPLATES_TABLE: name }),
  'templates:update': z.object({ TEMPLATES_TABLE: name, VERSIONS_TABLE: name }),
  'templates:delete': z.object({ TEMPLATES_TABLE: name, VERSIONS_TABLE: name }),
  'templates:trace': z.object({ TEMPLATES_TABLE: name }),
  'versions:read': z.object({ VERSIONS_TABLE: name }),
  'versions:list': z.object({ VERSIONS_TABLE: name }),
  'sources:read': z.object({ SOURCES_BUCKET: name }),
  'sources:write': z.object({ SOURCES_BUCKET: name }),
  'renderPlans:read': z.object({ SOURCES_BUCKET: name }),
  'trees:write': z.object({ TREES_TABLE: name }),
  'trees:read': z.object({ TREES_TABLE: name }),
  'trees:pin': z.object({ TREES_TABLE: name }),
  'pinnedImages:read': z.object({ SOURCES_BUCKET: name }),
  'pinnedImages:write': z.object({ SOURCES_BUCKET: name }),
  'fonts:read': z.object({ FONTS_TABLE: name }),
  'fonts:add': z.object({ FONTS_TABLE: name }),
  'fonts:delete': z.object({ FONTS_TABLE: name }),
  'fontFiles:read': z.object({ SOURCES_BUCKET: name }),
  'fontFiles:write': z.object({ SOURCES_BUCKET: name }),
  'images:read': z.object({ IMAGES_BUCKET: name }),
  'images:write': z.object({ IMAGES_BUCKET: name }),
  'images:request': z.object({}),
  // URL of the queue
  'prewarms:order': z.object({ PREWARM_QUEUE: z.url() }),
  'drawings:attempt': z.object({ TREES_TABLE: name }),
  'remoteImages:fetch': z.object({}),
  'usage:read': z.object({ USAGE_TABLE: name }),
  'idempotency:keep': z.object({ IDEMPOTENCY_TABLE: name }),
  'mints:spend': z.object({ USAGE_TABLE: name, IDEMPOTENCY_TABLE: name }),
  'generations:spend': z.object({ USAGE_TABLE: name, IDEMPOTENCY_TABLE: name }),
  'budgets:consume': z.object({ USAGE_TABLE: name }),
  'budgets:read': z.object({ USAGE_TABLE: name }),
  'signingKeys:read': z.object({
    SIGNING_SECRET: name,
    IMAGE_URL: z.url(),
    URL_LIFETIME_DAYS: z.coerce.number().int().positive(),
  }),
  // without IMAGE_URL: the image host is made after the function it stands in front of
  'signingKeys:verify': z.object({ SIGNING_SECRET: name, EDGE_FUNCTION: z.enum(['on', 'off']) }),
  'keyring:rotate': z.object({ SIGNING_SECRET: name }),
  // ARN of the edge function's KeyValueStore; '' without an edge function
  'edgeKeys:write': z.object({ EDGE_KEYS: z.string() }),
  'denials:read': z.object({ DENIALS_TABLE: name }),
  'denials:list': z.object({ DENIALS_TABLE: name }),
  'edgeDenials:write': z.object({ EDGE_KEYS: z.string() }),
  'revocations:read': z.object({ REVOCATIONS_TABLE: name }),
  'revocations:list': z.object({ REVOCATIONS_TABLE: name }),
  'revocations:add': z.object({ REVOCATIONS_TABLE: name }),
  'revocations:lift': z.object({ REVOCATIONS_TABLE: name }),
  'revocations:walk': z.object({ REVOCATIONS_TABLE: name }),
  'edgeRevocations:add': z.object({ EDGE_KEYS: z.string() }),
  'edgeRevocations:lift': z.object({ EDGE_KEYS: z.string() }),
  'edgeRevocations:keep': z.object({ EDGE_KEYS: z.string() }),
  'author:ask': z.object({
    BEDROCK_MODEL: z.string(),
    AUTHOR_ROUNDS: z.coerce.number().int().positive().default(limits.authorRounds),
    AUTHOR_MAX_TOKENS: z.coerce.number().int().positive().default(limits.authorAnswerTokens),
  }),
  'accounts:roll': z.object({ ACCOUNTS_TABLE: name, USAGE_TABLE: name }),
  'service:call': z.object({ CANARY_KEY: name, BASE_URL: z.url() }),
} as const satisfies Record<Capability, z.ZodType>;

/** Variables of every deployed function; the first two are absent on a local machine. */
const ownEnvironment = z.object({
  STAGE: name.optional(),
  FUNCTION_ID: name.optional(),
  DEFAULT_ENGINE: engineName.default(usualEngine),
  /** JSON of the stage's own plans. */
  PLANS: z
    .string()
    .default('{}')
    .transform((text) => ownPlans.parse(JSON.parse(text))),
  /** Set where the stage has a studio. */
  STUDIO_ORIGIN: z.url().optional(),
});

export const readOwnEnvironment = (): z.output<typeof ownEnvironment> => ownEnvironment.parse(process.env);

export type EnvironmentOf<C extends Capability> = z.output<(typeof environmentOf)[C]>;

/**
 * Reads one capability's variables, refusing to start on a missing or empty one.
 *
 * @throws z.ZodError naming every variable at fault; raised while the function starts, never during a call.
 */
export const readEnvironment = <C extends Capability>(capability: C): EnvironmentOf<C> =>
  environmentOf[capability].parse(process.env) as EnvironmentOf<C>;
