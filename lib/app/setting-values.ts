import { CfnResource, Duration, Stack, Token } from 'aws-cdk-lib';
import { CfnCertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { limits } from 'image-url-contract/limits.ts';
import * as z from 'zod';
import { awsFacts } from '../../lambdas/config/aws-facts.ts';
import { edgeRegion } from './stack-name.ts';

/* Values of settings. What CDK has an object for, JSON writes as its ARN, or as the object's fields. */

const token = z.custom<never>((value) => Token.isUnresolved(value));
/** Accepts values that are unknown until the deployment as well. */
export const orToken = <T extends z.ZodType>(schema: T) => z.union([token, schema]);
/** Accepts a CDK object with a property, and the property itself as in JSON. Returns the property. */
const reference = <N extends string>(property: N, form: RegExp, error: string) =>
  z.preprocess((value) => Object(value)[property] ?? value, orToken(z.string({ error }).regex(form, { error })));

export const arnForm = (service: string, resource: string, region = '[\\w-]+'): RegExp =>
  new RegExp(`^arn:aws[\\w-]*:${service}:${region}:\\d{12}:${resource}$`);
const certificateIn = (region: string | undefined, error: string) =>
  reference('certificateArn', arnForm('acm', 'certificate/[\\w-]+', region), error);
const certificate = certificateIn(undefined, 'a certificate, or its ARN');
const edgeCertificate = certificateIn(
  edgeRegion,
  `a certificate in ${edgeRegion}, from which CloudFront takes them, or its ARN`,
);
export const topic = reference('topicArn', arnForm('sns', '[\\w-]+'), 'an SNS topic, or its ARN');
/** Returns whether a value is a certificate that a stack of another region creates, whose ARN is not known yet. */
const isMadeElsewhere = (value: unknown, region: string): boolean => {
  const made = value instanceof Construct ? value.node.defaultChild : undefined;
  if (!CfnResource.isCfnResource(made) || made.cfnResourceType !== CfnCertificate.CFN_RESOURCE_TYPE_NAME) return false;
  const { region: own } = Stack.of(made);
  return !Token.isUnresolved(own) && own !== region;
};
export const isInUsEast1 = (arn: string): boolean => Token.isUnresolved(arn) || arn.split(':')[3] === 'us-east-1';

/** Duration in whole days. JSON: `{ "days": 30 }`. */
export const days = (most: number) => {
  const error = `a duration of 1 to ${most} whole days: Duration.days(30), in JSON { "days": 30 }`;
  return z.preprocess(
    (value) => {
      if (!(value instanceof Duration) && !isDuration(value)) return Object(value).days;
      // a duration of hours need not be whole days
      return value.isUnresolved() ? value.toDays() : value.toDays({ integral: false });
    },
    orToken(z.int({ error }).min(1, { error }).max(most, { error })),
  );
};
/** Returns whether a value is a duration of another copy of aws-cdk-lib. */
const isDuration = (value: unknown): value is Duration => typeof Object(value).toDays === 'function';

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const host = { error: 'a host name such as img.example.com' };
/** Without lookahead, which Terraform's expressions do not have. */
const hostname = orToken(
  z
    .string(host)
    .max(253, host)
    .regex(new RegExp(`^${label}(?:\\.${label})+$`), host),
);
const zone = {
  error: 'a hosted zone, or its hostedZoneId and zoneName',
};
const hostedZone = z.preprocess(
  (value) => {
    const { hostedZoneId, zoneName } = Object(value);
    return typeof value === 'object' && hostedZoneId !== undefined ? { hostedZoneId, zoneName } : value;
  },
  z.object(
    { hostedZoneId: orToken(z.string(zone).regex(/^Z[A-Z0-9]+$/, zone)), zoneName: orToken(z.hostname(zone)) },
    zone,
  ),
);

const domainOf = <Certificate extends z.ZodType>(of: Certificate) =>
  z.strictObject({ domainName: hostname, certificate: of, hostedZone: hostedZone.optional() });
export const domain = domainOf(certificate);
const ofUsEast1 = { error: 'CloudFront takes certificates of us-east-1 only' };
export const imageDomain = domainOf(
  z.custom<unknown>((value) => !isMadeElsewhere(value, edgeRegion), ofUsEast1).pipe(edgeCertificate),
);
/** A custom domain. */
export type DomainSettings = z.output<typeof domain>;

export const region = z
  .string({ error: 'a region such as eu-west-1' })
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, { error: 'a region such as eu-west-1' });

const executions = z.int().min(1);
export const concurrency = z
  .strictObject({ reserved: executions.optional(), provisioned: executions.optional() })
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

/** Returns whether a model id is that of a cross-region inference profile. */
export const isProfile = (model: string): boolean => /^(us|eu|apac|jp|au|ca|us-gov|global)\./.test(model);

const isModelId = (model: string): boolean => /^[a-z0-9.:-]+$/.test(model) && !model.startsWith('arn:');
const applicationProfile = arnForm('bedrock', 'application-inference-profile/[a-z0-9]+');

/** Returns whether a model id is the ARN of an application inference profile, with which companies assign costs. */
export const isApplicationProfile = (model: string): boolean => applicationProfile.test(model);

/** Returns whether a model id is that of an inference profile for all regions. */
export const isGlobal = (model: string): boolean => model.startsWith('global.');

export const model = z
  .strictObject({
    modelId: z.string().refine((id) => isModelId(id) || isApplicationProfile(id), {
      error: 'it must be the id of a model or of an inference profile, or the ARN of an application inference profile',
    }),
    regions: z.array(region).min(1, { error: 'one region or more' }).optional(),
    rounds: z.int().min(1).max(limits.authorRounds).default(limits.authorRounds),
    maxTokens: z.int().min(1_024).max(16_384).default(limits.authorAnswerTokens),
    alarmTokens: z.int().min(1).default(10_000_000),
  })
  .refine(
    ({ modelId, regions }) =>
      (regions !== undefined) === isProfile(modelId) || isGlobal(modelId) || isApplicationProfile(modelId),
    { error: 'regions go with an inference profile, and only with one', path: ['regions'] },
  );

/** Both in any relation: AWS's own are 10,000 a second and a burst of 5,000. */
export const throttling = z.strictObject({ rateLimit: z.number().min(1), burstLimit: z.int().min(1) });

/** Units a second that a table serves at once; DynamoDB takes no less than what a new table has. */
export const warmThroughput = z.strictObject({
  reads: z.int().min(awsFacts.newTableReads.value),
  writes: z.int().min(awsFacts.newTableWrites.value),
});

const robots = {
  error: 'rules of X-Robots-Tag, such as "noindex" or "noindex, nofollow"',
};
/** Value of `X-Robots-Tag`. */
export const robotsRules = z
  .string(robots)
  .max(200, robots)
  .regex(/^[a-z][\w-]*(?:[:,] ?[\w-]+)*$/i, robots);

/** Accepts any object, which CDK checks itself. */
export const object = (what: string) =>
  z.custom<never>((value) => typeof value === 'object' && value !== null, `it must be ${what}`);
