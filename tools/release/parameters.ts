import { limits } from 'image-url-contract/limits.ts';
import { viewsSettings } from 'image-url-contract/schemas/views.ts';
import * as z from 'zod';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { domain, imageDomain as imageDomainSetting } from '../../lib/app/setting-values.ts';
import { sharedProps } from '../../lib/app/settings.ts';

/** A parameter of the released templates that a stage has as a setting. */
export interface ReleaseParameter {
  readonly name: string;
  readonly description: string;
  readonly default: string | number;
  /** Schema of the setting, which a text that is not empty must match. */
  readonly schema?: z.ZodType;
  /** What a text must be. @default what the schema says */
  readonly meaning?: string;
  readonly allowed?: readonly (string | number)[];
  /** Smallest and largest number. */
  readonly range?: readonly [number, number];
}

export const imageDomain = {
  name: 'ImageDomain',
  description: 'Host name of image URLs; empty: one of CloudFront',
  default: '',
  schema: imageDomainSetting.shape.domainName,
} satisfies ReleaseParameter;
export const imageCertificate = {
  name: 'ImageCertificate',
  description: 'ARN of its certificate, in us-east-1',
  default: '',
  schema: imageDomainSetting.shape.certificate,
  meaning: 'the ARN of a certificate in us-east-1',
} satisfies ReleaseParameter;
export const apiDomain = {
  name: 'ApiDomain',
  description: 'Host name of the API; empty: one of API Gateway',
  default: '',
  schema: domain.shape.domainName,
} satisfies ReleaseParameter;
export const apiCertificate = {
  name: 'ApiCertificate',
  description: 'ARN of its certificate, in the region of the stack',
  default: '',
  schema: domain.shape.certificate,
  meaning: 'the ARN of a certificate',
} satisfies ReleaseParameter;
export const alarmEmail = {
  name: 'AlarmEmail',
  description: 'Address that receives alarms; empty: nobody',
  default: '',
  schema: sharedProps.alarmEmail,
} satisfies ReleaseParameter;
export const views = {
  name: 'Views',
  description: 'By what fetches of images are counted',
  default: 'templates',
  allowed: viewsSettings,
} satisfies ReleaseParameter;
export const logRetentionDays = {
  name: 'LogRetentionDays',
  description: 'Days that logs are kept',
  default: 90,
  allowed: [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731],
} satisfies ReleaseParameter;
export const urlLifetimeDays = {
  name: 'UrlLifetimeDays',
  description: 'Lifetime of an image URL in days',
  default: limits.urlLifetimeDays,
  range: [1, limits.urlLifetimeDays],
} satisfies ReleaseParameter;
export const defaultPlan = {
  name: 'DefaultPlan',
  description: 'Plan of the first account: own has no limits',
  default: 'own',
  allowed: ['own', ...Object.keys(plans)],
} satisfies ReleaseParameter;

/** All of them, in the order in which the Terraform module has them. */
export const releaseParameters: readonly ReleaseParameter[] = [
  ...[imageDomain, imageCertificate, apiDomain, apiCertificate, alarmEmail],
  ...[defaultPlan, logRetentionDays, urlLifetimeDays, views],
];

/** Form of a text: a regular expression that it matches whole, and what the expression means. */
export interface Form {
  readonly pattern: string;
  readonly maxLength: number | undefined;
  /** What it must be, after "must be". */
  readonly meaning: string;
}

/** The bucket, which no stage has. */
export const bucketForm: Form = {
  ...{ pattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]', maxLength: undefined },
  meaning: 'the name of a bucket in the region of the stack',
};

const jsonForm = z.object({ pattern: z.string(), maxLength: z.number().optional() });
const getMessage = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'invalid_union' ? getMessage(issue.errors.at(-1)?.[0]) : (issue?.message ?? '');

/** Returns the form of a parameter that is empty or matches its schema; undefined if it has none. */
export const getForm = ({ schema, meaning: own }: ReleaseParameter): Form | undefined => {
  if (!schema) return undefined;
  const { anyOf = [] } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  // a token, or a text: the text's branch is last
  const { pattern, maxLength } = jsonForm.parse(anyOf.at(-1));
  const meaning = own ?? getMessage(schema.safeParse('\n').error?.issues[0]);
  return { pattern: `(${pattern.replace(/^\^|\$$/g, '')})?`, maxLength, meaning: `${meaning}, or empty` };
};

/** Returns what CloudFormation checks of a text. */
const getConstraints = ({ pattern, maxLength, meaning }: Form) => ({
  AllowedPattern: pattern,
  ...(maxLength !== undefined && { MaxLength: maxLength }),
  ConstraintDescription: `must be ${meaning}`,
});

/** Returns a parameter as CloudFormation has it. */
export const toCloudFormation = (parameter: ReleaseParameter) => {
  const { description, default: Default, allowed, range } = parameter;
  const form = getForm(parameter);
  return {
    ...{ Type: typeof Default === 'number' ? 'Number' : 'String', Default, Description: description },
    ...(allowed && { AllowedValues: allowed }),
    ...(range && { MinValue: range[0], MaxValue: range[1] }),
    ...(form && getConstraints(form)),
  };
};
