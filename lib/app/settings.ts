import { RemovalPolicy } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { limits } from 'image-url-contract/limits.ts';
import { customPlans } from 'image-url-contract/plans.ts';
import { engineNames, usualEngine } from 'image-url-engine/engine-names.ts';
import * as z from 'zod';
import { fontSource } from '../../lambdas/config/font-source.ts';
import { check, toSentence } from './describe-problems.ts';
import {
  concurrency,
  days,
  domain,
  gradualDeployments,
  imageDomain,
  model,
  object,
  orToken,
  region,
  robotsRules,
  throttling,
  topic,
  warmThroughput,
} from './setting-values.ts';

/* The settings of an instance: props of the construct, and a stage of `cdk.json`, which has the same in JSON. */

/** An error in settings, as one sentence for the operator. */
export class StageError extends Error {}

const retentions = Object.values(RetentionDays).filter((value) => typeof value === 'number');
export const email = orToken(z.email({ error: 'one email address' }));
const prefix = 'an address that begins with https:// and ends without a slash';

const deliverySource = 'the name of a log delivery source in us-east-1';
const name = 'a name of 1 to 16 lower-case letters and digits that begins with a letter';
export const instanceName = z.string({ error: name }).regex(/^[a-z][a-z0-9]{0,15}$/, { error: name });

/** Props of the construct that a stage of `cdk.json` has too. `ImageUrlsProps` documents them. */
export const sharedProps = {
  imageDomain: imageDomain.optional(),
  apiDomain: domain.optional(),
  alarmEmail: email.optional(),
  alarmTopic: topic.optional(),
  alarmGigabytes: z.int().min(1).default(1_000),
  usageEmail: email.optional(),
  removalPolicy: z
    .enum([RemovalPolicy.RETAIN, RemovalPolicy.DESTROY], {
      error: 'RemovalPolicy.RETAIN or RemovalPolicy.DESTROY, in JSON "retain" or "destroy"',
    })
    .default(RemovalPolicy.RETAIN),
  replicaRegion: region.optional(),
  verifyAtEdge: z.boolean().default(true),
  urlLifetime: days(limits.urlLifetimeDays).default(limits.urlLifetimeDays),
  imageRetention: days(3_650).optional(),
  keyRotation: days(1_000).default(180),
  logRetention: orToken(
    z.literal(retentions, {
      error: `a number of days that CloudWatch Logs has (${retentions.slice(0, 8).join(', ')}, ...)`,
    }),
  ).default(RetentionDays.THREE_MONTHS),
  logLevel: z.enum(['INFO', 'WARN', 'ERROR']).default('INFO'),
  tracedShare: z.number().min(0).max(1).default(0.05),
  defaultEngine: z.enum(engineNames).default(usualEngine),
  fontSource,
  plans: customPlans.default({ own: { mints: null, generations: null } }),
  model: model.optional(),
  views: z
    .union([z.literal(false), z.enum(['templates', 'images'])], { error: 'false, "templates" or "images"' })
    .default(false),
  viewsDeliverySource: z
    .string({ error: deliverySource })
    .regex(/^[\w-]{1,60}$/, { error: deliverySource })
    .optional(),
  studio: z.boolean().default(false),
  waf: z.boolean().default(false),
  throttling: throttling.optional(),
  warmThroughput: warmThroughput.optional(),
  robots: robotsRules.optional(),
  apiGatewayLogRole: z.boolean().default(false),
  mintConcurrency: concurrency.default({}),
  renderConcurrency: concurrency.default({}),
  onDemandConcurrency: concurrency.default({}),
  priceClass: z.enum(PriceClass).default(PriceClass.PRICE_CLASS_ALL),
  originShieldRegion: z.string().optional(),
  gradualDeployment: z.enum(gradualDeployments).optional(),
};

/** Props that only the construct has. */
const ofConstruct = {
  instanceName: instanceName.optional(),
  encryptionKey: object('a KMS key').optional(),
  accountPlan: orToken(z.string()).optional(),
  imageUrl: orToken(z.url({ protocol: /^https$/, error: prefix }).regex(/[^/]$/, { error: prefix })).optional(),
  operatorOutputs: z.boolean().default(true),
  layerPath: z.string().optional(),
  studioPath: z.string().optional(),
};

interface Rule {
  readonly field: string;
  readonly isBroken: (settings: Readonly<Record<string, unknown>>) => boolean;
  readonly problem: string;
}

export const isGiven = (value: unknown): boolean => value !== undefined;
const hasProvisioned = (value: unknown): boolean => isGiven(Object(value).provisioned);
const rules: readonly Rule[] = [
  {
    field: 'replicaRegion',
    isBroken: ({ replicaRegion, encryptionKey }) => isGiven(replicaRegion) && isGiven(encryptionKey),
    problem: 'replicas are encrypted with keys that AWS owns, not with encryptionKey; choose one of the two',
  },
  {
    field: 'viewsDeliverySource',
    isBroken: ({ views, viewsDeliverySource: of }) => isGiven(of) && views === false,
    problem: 'without views no logs are delivered; set views',
  },
  {
    field: 'gradualDeployment',
    isBroken: ({ gradualDeployment, mintConcurrency, renderConcurrency, onDemandConcurrency }) =>
      isGiven(gradualDeployment) && [mintConcurrency, renderConcurrency, onDemandConcurrency].some(hasProvisioned),
    problem: 'Lambda refuses to split the calls of an alias that has provisioned concurrency; choose one of the two',
  },
  {
    field: 'alarmEmail',
    isBroken: ({ alarmTopic, alarmEmail }) => isGiven(alarmTopic) && isGiven(alarmEmail),
    problem: 'a topic of your own takes the place of the mail; subscribe the address to it',
  },
];

/** Reports settings that do not fit together, at the field to change. */
export const checkTogether = (settings: object, context: z.RefinementCtx): void => {
  for (const { field, isBroken, problem } of rules)
    if (isBroken(settings as Readonly<Record<string, unknown>>))
      context.addIssue({ code: 'custom', path: [field], message: problem });
};

const propsSchema = z.strictObject({ ...sharedProps, ...ofConstruct }).superRefine(checkTogether);
type Shared = Omit<z.output<typeof propsSchema>, keyof typeof ofConstruct>;

/** Settings of an instance with their defaults. */
export type Settings = Omit<Shared, 'removalPolicy' | 'urlLifetime' | 'imageRetention' | 'keyRotation'> & {
  /** Whether data is retained when the stack is deleted, and protected from deletion. */
  readonly keepsData: boolean;
  readonly urlLifetimeDays: number;
  /** Days after which rendered images expire; undefined: as long as their URLs may be valid. */
  readonly imageRetentionDays: number | undefined;
  readonly keyRotationDays: number;
};

export const toSettings = (read: Shared): Settings => ({
  ...read,
  keepsData: read.removalPolicy !== RemovalPolicy.DESTROY,
  urlLifetimeDays: read.urlLifetime,
  imageRetentionDays: read.imageRetention,
  keyRotationDays: read.keyRotation,
});

/** Returns a function that returns the names of the fields at a path of settings. */
export const fieldsOf =
  (shape: Readonly<Record<string, z.ZodType>>) =>
  ([first]: readonly PropertyKey[]): readonly string[] =>
    first === undefined ? Object.keys(shape) : (nested[String(first)] ?? []);
const nested: Readonly<Record<string, readonly string[]>> = {
  imageDomain: Object.keys(imageDomain.shape),
  apiDomain: Object.keys(domain.shape),
  model: Object.keys(model.shape),
  throttling: Object.keys(throttling.shape),
  warmThroughput: Object.keys(warmThroughput.shape),
  mintConcurrency: Object.keys(concurrency.shape),
  renderConcurrency: Object.keys(concurrency.shape),
  onDemandConcurrency: Object.keys(concurrency.shape),
};

/** An instance of the service: its name, and its settings. */
export interface Instance {
  /** Name in metrics, logs and the path of the API, unique in an account and region. */
  readonly name: string;
  readonly settings: Settings;
}

/**
 * Returns the instance that props of the construct describe.
 *
 * @param where path of the construct, for errors
 * @throws StageError naming every invalid prop
 */
export const readProps = (props: unknown, where: string, defaultName: string): Instance => {
  const read = check(propsSchema, props, fieldsOf(propsSchema.shape));
  if ('problems' in read) throw new StageError(toSentence(where, read.problems));
  const { instanceName: name = defaultName, ...rest } = read.data;
  return { name, settings: toSettings(rest) };
};

/**
 * Checks the names of a method's options, and values for which there is a schema.
 *
 * @throws StageError naming every invalid option
 */
export const checkOptions = (method: string, shape: Readonly<Record<string, z.ZodType>>, options: unknown): void => {
  const read = check(z.strictObject(shape), options, (path) => (path.length === 0 ? Object.keys(shape) : []));
  if ('problems' in read) throw new StageError(toSentence(method, read.problems));
};
