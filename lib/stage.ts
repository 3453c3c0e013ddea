import * as z from 'zod';
import { engineNames, usualEngine } from '../lambdas/contract/engine-names.ts';
import { limits } from '../lambdas/contract/limits.ts';
import { ownPlans } from '../lambdas/contract/plans.ts';

const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'no region');

const domain = z.strictObject({
  /** Host name, without a scheme. */
  name: z.hostname(),
  /** Certificate for it: of the stage's region for the API, of us-east-1 for the image host. */
  certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'no certificate ARN'),
  /** Route 53 zone that gets the alias records; without it the records are made by hand from the outputs. */
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
    /** Model id, or the id of a cross-region inference profile (`us.`, `eu.`, `apac.` or `global.` in front). */
    model: z.string().regex(/^[a-z0-9.:-]+$/),
    /** Regions a profile of one part of the world may choose from; a `global.` one chooses from all, a model is in one. */
    regions: z.array(region).min(1).optional(),
    /** Maximum number of answers of the model for one template. */
    rounds: z.int().min(1).max(limits.authorRounds).default(limits.authorRounds),
    /** Longest answer, in tokens; the model has 70 s for it. */
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

/** Whether a model id is that of a cross-region inference profile. */
export const isProfile = (model: string): boolean => /^(us|eu|apac|jp|au|us-gov|global)\./.test(model);

/** Returns whether a model id is that of an inference profile for all regions. */
export const isGlobal = (model: string): boolean => model.startsWith('global.');

/** Settings of one stage. */
export const stageSettings = z
  .strictObject({
    /** Retains tables, sources and keys when the stack is deleted, and protects them from deletion. */
    keepsData: z.boolean().default(true),
    /** Region of the stage; the one of the caller's AWS configuration when absent. */
    region: region.optional(),
    /** AWS account of the stage; programs refuse credentials of another one. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'an account id is 12 digits, in quotes')
      .optional(),
    /** Checks image URLs at the edge, before any cache and compute. */
    edgeFunction: z.boolean().default(true),
    /** Life of an image URL, in days. */
    urlLifetimeDays: z.int().min(1).max(limits.urlLifetimeDays).default(limits.urlLifetimeDays),
    /** Engine of templates that do not choose one. */
    defaultEngine: z.enum(engineNames).default(usualEngine),
    /** Registry of npm packages from which font families are fetched when a template that names them is saved. */
    fontSource: z.url({ protocol: /^https$/, error: 'an address that begins with https://' }).optional(),
    /** Days between rotations of the signing key. */
    keyRotationDays: z.int().min(1).max(1_000).default(180),
    /** Days after which rendered images expire; without it they stay as long as a URL of theirs may live. */
    imageCacheDays: z.int().min(1).optional(),
    logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(90),
    /** Lines below this level are not written, neither by functions nor by Lambda. */
    logLevel: z.enum(['INFO', 'WARN', 'ERROR']).default('INFO'),
    /** Share of API calls that X-Ray traces. Image requests, whose share Lambda alone decides, are traced at 1 only. */
    tracedShare: z.number().min(0).max(1).default(0.05),
    /** Concurrent executions of each of the two minting functions, and of the one that renders. */
    mintConcurrency: concurrency.default({}),
    drawConcurrency: concurrency.default({}),
    /** Of the function that renders on-demand URLs, which runs template code for the public. */
    onDemandConcurrency: concurrency.default({}),
    /** Edge locations that deliver images: all, all but the dearest (200), or those of North America, Europe and Israel (100). */
    priceClass: z.enum(['all', '200', '100']).default('all'),
    /** The model that writes templates; without it generation answers AI_NOT_CONFIGURED. */
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
    /** Plans beside the four every stage has, or in the place of one; null is no limit. */
    plans: ownPlans.default({}),
    /** Puts AWS WAF in front of the API. */
    waf: z.boolean().default(false),
    /**
     * Shifts traffic of the functions that mint, render, check and create to a new version gradually, and back if an
     * alarm is raised. Without it all functions switch immediately.
     */
    gradualDeployment: z.enum(gradualDeployments).optional(),
    /** Sets the role with which API Gateway writes logs: an account has one for all its APIs in a region. */
    apiGatewayLogRole: z.boolean().default(true),
    /** Region of CloudFront's Origin Shield; the one nearest to the stage's region. */
    originShieldRegion: z.string().optional(),
    /** Email address that receives the alarms. */
    alarmEmail: z.email().optional(),
    /** Gets a mail for each usage event: 80% and 100% of a limit. */
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
    ({ gradualDeployment, mintConcurrency, drawConcurrency: renderConcurrency, onDemandConcurrency }) =>
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
      // a record says what is wrong with a key inside
      const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
      return [...path, inner?.message ?? message].join(': ');
    })
    .join('; ');

/**
 * Reads one stage out of the stages of `cdk.json`.
 *
 * @throws StageError naming every setting at fault, or the stages there are.
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
