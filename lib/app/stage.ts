import { engineNames, usualEngine } from 'image-url-engine/engine-names.ts';
import * as z from 'zod';
import { limits } from '../../lambdas/contract/limits.ts';
import { customPlans } from '../../lambdas/contract/plans.ts';

const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'no region');

const domain = z.strictObject({
  /** Host name, without a scheme. */
  name: z.hostname(),
  /** Its certificate: in the stage's region for the API, in us-east-1 for the image host. */
  certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'no certificate ARN'),
  /** Route 53 zone in which alias records are created; without it, create them yourself from the outputs. */
  hostedZone: z.strictObject({ id: z.string().regex(/^Z[A-Z0-9]+$/), name: z.hostname() }).optional(),
});

const concurrency = z
  .strictObject({
    /** Reserved concurrency: the maximum number of concurrent executions, which other functions cannot use. */
    reserved: z.int().min(1).optional(),
    /** Provisioned concurrency: the number of instances that are always warm, and billed. */
    provisioned: z.int().min(1).optional(),
  })
  .refine(({ reserved = Number.POSITIVE_INFINITY, provisioned = 0 }) => provisioned <= reserved, {
    error: 'no more can be provisioned than are reserved',
    path: ['provisioned'],
  });
export type Concurrency = z.output<typeof concurrency>;

/** Deployment configurations of CodeDeploy: 10% first and the rest after some minutes, or 10% every few minutes. */
export const gradualDeployments = [
  'canary10Percent5Minutes',
  'canary10Percent15Minutes',
  'linear10PercentEvery1Minute',
  'linear10PercentEvery3Minutes',
] as const;

const topicArn = z.string().regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+$/, 'no ARN of an SNS topic');

const ai = z
  .strictObject({
    /** Model id, or the id of a cross-region inference profile (prefix `us.`, `eu.`, `apac.` or `global.`). */
    model: z.string().regex(/^[a-z0-9.:-]+$/),
    /** Regions of a geographic inference profile. Not for a `global.` profile or a model. */
    regions: z.array(region).min(1).optional(),
    /** Maximum number of answers of the model for one template. */
    rounds: z.int().min(1).max(limits.authorRounds).default(limits.authorRounds),
    /** Maximum length of an answer in tokens; the model has 70 s for it. */
    maxTokens: z.int().min(1_024).max(16_384).default(limits.authorAnswerTokens),
    /**
     * Daily tokens above which an alarm is raised, weighted by price: an output token counts 5, a token from the
     * model's cache 0.1.
     */
    alarmTokens: z.int().min(1).default(10_000_000),
  })
  .refine(({ model, regions }) => (regions !== undefined) === isProfile(model) || isGlobal(model), {
    error: 'regions go with an inference profile, and only with one',
    path: ['regions'],
  });

/** Returns whether a model id is that of a cross-region inference profile. */
export const isProfile = (model: string): boolean => /^(us|eu|apac|jp|au|us-gov|global)\./.test(model);

/** Returns whether a model id is that of an inference profile for all regions. */
export const isGlobal = (model: string): boolean => model.startsWith('global.');

export const stageSettings = z
  .strictObject({
    /** Retains tables, sources and keys when the stack is deleted, and protects them from deletion. */
    keepsData: z.boolean().default(true),
    /** Region of the stage. Default: that of the caller's AWS configuration. */
    region: region.optional(),
    /** AWS account of the stage; programs reject credentials of another one. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'an account id is 12 digits, in quotes')
      .optional(),
    /** Verifies image URLs at the edge, before any cache and function. */
    edgeFunction: z.boolean().default(true),
    /** Lifetime of an image URL, in days. */
    urlLifetimeDays: z.int().min(1).max(limits.urlLifetimeDays).default(limits.urlLifetimeDays),
    /** Engine of templates that do not choose one. */
    defaultEngine: z.enum(engineNames).default(usualEngine),
    /** npm registry from which font families are fetched when a template that names them is saved. */
    fontSource: z.url({ protocol: /^https$/, error: 'an address that begins with https://' }).optional(),
    /** Days between rotations of the signing key. */
    keyRotationDays: z.int().min(1).max(1_000).default(180),
    /** Days after which rendered images expire. Default: as long as their URLs may be valid. */
    imageCacheDays: z.int().min(1).optional(),
    logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(90),
    /** Lowest level of log lines that functions and Lambda write. */
    logLevel: z.enum(['INFO', 'WARN', 'ERROR']).default('INFO'),
    /** Share of API calls that X-Ray traces. Image requests, whose share only Lambda decides, are traced at 1 only. */
    tracedShare: z.number().min(0).max(1).default(0.05),
    /** Concurrent executions of each of the two minting functions, and of the one that renders. */
    mintConcurrency: concurrency.default({}),
    renderConcurrency: concurrency.default({}),
    /** Concurrent executions of the function that renders on-demand URLs and runs template code for the public. */
    onDemandConcurrency: concurrency.default({}),
    /** Edge locations: all, all but the most expensive (200), or North America, Europe and Israel (100). */
    priceClass: z.enum(['all', '200', '100']).default('all'),
    /** The model that generates templates. Default: none, and generation returns AI_NOT_CONFIGURED. */
    ai: ai.optional(),
    apiDomain: domain.optional(),
    imageDomain: domain
      .refine(
        ({ certificateArn }) => certificateArn.includes(':us-east-1:'),
        'CloudFront takes certificates of us-east-1',
      )
      .optional(),
    /** Hosts the studio, where users sign in with an API key. */
    studio: z.boolean().default(false),
    /** Plans that extend or replace the four default plans; null is no limit. */
    plans: customPlans.default({}),
    /** Puts AWS WAF in front of the API. */
    waf: z.boolean().default(false),
    /**
     * Shifts traffic of the functions that mint, render, check and create to a new version gradually, and back if an
     * alarm is raised. Without it all functions switch immediately.
     */
    gradualDeployment: z.enum(gradualDeployments).optional(),
    /** Sets the role with which API Gateway writes logs: an account has one for all its APIs in a region. */
    apiGatewayLogRole: z.boolean().default(true),
    /** Region of CloudFront's Origin Shield. Default: the one nearest to the stage's region. */
    originShieldRegion: z.string().optional(),
    /** Email address that receives the alarms. */
    alarmEmail: z.email().optional(),
    /** Email address that receives usage events: 80% and 100% of a limit. */
    usageEmail: z.email().optional(),
    /**
     * ARNs of existing topics that receive the alarms instead: one in the stage's region, and one in us-east-1 for
     * alarms of the edge.
     */
    alarmTopicArn: topicArn.optional(),
    edgeAlarmTopicArn: topicArn
      .refine((arn) => arn.includes(':us-east-1:'), 'alarms of the edge stand in us-east-1')
      .optional(),
  })
  .refine(
    ({ alarmTopicArn, edgeAlarmTopicArn }) => (alarmTopicArn === undefined) === (edgeAlarmTopicArn === undefined),
    {
      error: 'alarms of the edge stand in us-east-1 and need a topic there too',
      path: ['edgeAlarmTopicArn'],
    },
  )
  .refine(
    ({ gradualDeployment, mintConcurrency, renderConcurrency, onDemandConcurrency }) =>
      gradualDeployment === undefined ||
      [mintConcurrency, renderConcurrency, onDemandConcurrency].every(({ provisioned }) => provisioned === undefined),
    {
      error: 'Lambda refuses to split the calls of an alias that has provisioned concurrency; choose one of the two',
      path: ['gradualDeployment'],
    },
  )
  .refine(({ alarmTopicArn, alarmEmail }) => alarmTopicArn === undefined || alarmEmail === undefined, {
    error: 'a topic of your own takes the place of the mail; subscribe the address to it',
    path: ['alarmEmail'],
  });

export type StageSettings = z.output<typeof stageSettings>;

export const stageName = z
  .string()
  .regex(/^[a-z][a-z0-9]{0,15}$/, 'a stage is named by 1 to 16 lower-case letters and digits');

/** An error in a stage's settings, as one sentence for the operator. */
export class StageError extends Error {}

/** A stage's name and settings. */
export interface Stage {
  readonly name: string;
  readonly settings: StageSettings;
}

/** Returns all validation errors in one sentence. */
const getProblems = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message, ...issue }) => {
      // the issue of a record contains that of its key
      const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
      return [...path, inner?.message ?? message].join(': ');
    })
    .join('; ');

/**
 * Parses one stage of the stages in `cdk.json`.
 *
 * @throws StageError naming every invalid setting, or the existing stages
 */
export const readStage = (name: unknown, stages: unknown): Stage => {
  const read = <T>(schema: z.ZodType<T>, value: unknown, what: string): T => {
    const { success, data, error } = schema.safeParse(value);
    if (!success) throw new StageError(`${what}: ${getProblems(error)}.`);
    return data;
  };
  const known = read(z.record(stageName, z.unknown()), stages, 'The stages in cdk.json');
  const wanted = read(stageName, name, `Stage ${name}`);
  if (!Object.hasOwn(known, wanted)) {
    throw new StageError(`There is no stage ${wanted} in cdk.json; there are ${Object.keys(known).join(', ')}.`);
  }
  return { name: wanted, settings: read(stageSettings, known[wanted], `Stage ${wanted} in cdk.json`) };
};
