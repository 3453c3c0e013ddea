import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnParameter, DefaultStackSynthesizer, type IReusableStackSynthesizer, Stack } from 'aws-cdk-lib';
import { type ServiceAppProps, uncheckedApp } from '../../lib/app/service-app.ts';
import { DataTable } from '../../lib/data/data-table.ts';
import { type CloudFormationTemplate, mergeVariants } from './merge-variants.ts';
import {
  alarmEmail,
  apiCertificate,
  apiDomain,
  bucketForm,
  defaultPlan,
  imageCertificate,
  imageDomain,
  logRetentionDays,
  type ReleaseParameter,
  toCloudFormation,
  urlLifetimeDays,
  views,
} from './parameters.ts';

/** A file of a template, with its key in the bucket. */
export interface Asset {
  readonly key: string;
  /** The file, or the folder to zip. */
  readonly source: string;
  readonly isFolder: boolean;
}

export interface ReleasedStack {
  readonly name: string;
  /** The template, as JSON. */
  readonly template: string;
  readonly assets: readonly Asset[];
}

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string; readonly packaging: 'file' | 'zip' };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** Adds parameters for the bucket, and for protecting the tables once they exist. */
const addParameters = (stack: Stack): void => {
  const tables = stack.node.findAll().filter((construct) => construct instanceof DataTable);
  // the stack in us-east-1 has neither tables nor files
  if (tables.length === 0) return;
  new CfnParameter(stack, 'AssetsBucket', {
    description: 'Bucket in the region of the stack, with the files of the release',
    allowedPattern: bucketForm.pattern,
    constraintDescription: `must be ${bucketForm.meaning}`,
  });
  const { valueAsString } = new CfnParameter(stack, 'DeletionProtection', {
    description: 'true once the stack exists: what a failed creation leaves behind must be deletable',
    allowedValues: ['true', 'false'],
    default: 'false',
  });
  for (const table of tables) table.protect(valueAsString);
};

/** An option of the released template: what is synthesised for it, and the parameters of its values. */
interface Option {
  readonly condition: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Settings without it. @default those of the stage */
  readonly otherwise?: Readonly<Record<string, unknown>>;
  /** Value of the first parameter without it. @default '' */
  readonly off?: string;
  readonly parameters: readonly [ReleaseParameter, ...ReleaseParameter[]];
}

const certificateOf = (region: string, name: string): string =>
  `arn:aws:acm:${region}:000000000000:certificate/${name}`;
/** Texts that stand for parameters in what is synthesised. */
const texts = {
  [imageDomain.name]: 'image-domain.parameter.example',
  [imageCertificate.name]: certificateOf('us-east-1', 'image-certificate'),
  [apiDomain.name]: 'api-domain.parameter.example',
  [apiCertificate.name]: certificateOf('us-east-2', 'api-certificate'),
  [alarmEmail.name]: 'alarm-email@parameter.example',
} as const;

const options: readonly Option[] = [
  {
    condition: 'HasImageDomain',
    settings: { imageDomain: { domainName: texts.ImageDomain, certificate: texts.ImageCertificate } },
    parameters: [imageDomain, imageCertificate],
  },
  {
    condition: 'HasApiDomain',
    settings: { apiDomain: { domainName: texts.ApiDomain, certificate: texts.ApiCertificate } },
    parameters: [apiDomain, apiCertificate],
  },
  { condition: 'HasAlarmEmail', settings: { alarmEmail: texts.AlarmEmail }, parameters: [alarmEmail] },
  {
    condition: 'HasViews',
    settings: { views: 'templates' },
    otherwise: { views: false },
    off: 'off',
    parameters: [views],
  },
];

const names: ReadonlyMap<string, string> = new Map(Object.entries(texts).map(([name, text]) => [text, name]));
const placeholder = new RegExp(
  `(${[...names.keys()].map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`,
);

/** Replaces the texts that stand for parameters by references. */
const refer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(refer);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, refer(inner)]));
  if (typeof value !== 'string' || !placeholder.test(value)) return value;
  const parts = value.split(placeholder).filter((part) => part !== '');
  const references = parts.map((part) => (names.has(part) ? { Ref: names.get(part) } : part));
  return references.length === 1 ? references[0] : { 'Fn::Join': ['', references] };
};

/** Adds the parameters whose values are in every variant: retention, lifetime, plan. Sets that of views. */
const addValues = (template: CloudFormationTemplate, isService: boolean): CloudFormationTemplate => {
  const days = { Ref: 'LogRetentionDays' };
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    const properties = Properties as Record<string, never>;
    if (Type === 'AWS::Logs::LogGroup') Object.assign(properties, { RetentionInDays: days });
    const { Variables = {} } = Object(properties.Environment) as { readonly Variables?: Record<string, unknown> };
    if ('VIEWS' in Variables) Variables.VIEWS = { Ref: 'Views' };
    if ('URL_LIFETIME_DAYS' in Variables) Variables.URL_LIFETIME_DAYS = { Ref: 'UrlLifetimeDays' };
  }
  const LogRetentionDays = toCloudFormation(logRetentionDays);
  if (!isService) return { ...template, Parameters: { ...template.Parameters, LogRetentionDays } };
  const command = 'npm run admin -- --stage prod';
  const { AdminCommand } = template.Outputs ?? {};
  Object.assign(AdminCommand ?? {}, {
    Value: {
      'Fn::If': ['HasNoLimits', `${command} setup`, { 'Fn::Sub': `${command} account create --plan \${DefaultPlan}` }],
    },
  });
  return {
    ...template,
    Parameters: {
      ...template.Parameters,
      LogRetentionDays,
      UrlLifetimeDays: toCloudFormation(urlLifetimeDays),
      DefaultPlan: toCloudFormation(defaultPlan),
    },
    Conditions: { ...template.Conditions, HasNoLimits: { 'Fn::Equals': [{ Ref: 'DefaultPlan' }, 'own'] } },
  };
};

/** Adds the parameters of options that a template uses, and requires that those of one option are given together. */
const addOptions = (template: CloudFormationTemplate): CloudFormationTemplate => {
  const text = JSON.stringify(template);
  const used = options.filter(({ condition }) => text.includes(`"${condition}"`));
  const parameters = used.flatMap(({ parameters: of }) => of.map((one) => [one.name, toCloudFormation(one)]));
  const rules = used.flatMap(({ parameters: of }) => {
    const [first, second] = of.map(({ name }) => ({ 'Fn::Equals': [{ Ref: name }, ''] }));
    if (!second) return [];
    const together = { 'Fn::Or': [{ 'Fn::And': [first, second] }, { 'Fn::Not': [{ 'Fn::Or': [first, second] }] }] };
    const [domain, certificate] = of.map(({ name }) => name);
    const Assertions = [{ Assert: together, AssertDescription: `${domain} and ${certificate} belong together` }];
    return [[`${domain}AndCertificate`, { Assertions }] as const];
  });
  return {
    ...template,
    Parameters: { ...template.Parameters, ...Object.fromEntries(parameters) },
    ...(rules.length > 0 && { Rules: Object.fromEntries(rules) }),
  };
};

/** The stacks of a synthesis, by their position. */
interface Synthesis {
  readonly templates: readonly CloudFormationTemplate[];
  readonly stacks: readonly Omit<ReleasedStack, 'template'>[];
}

/** For a synthesis of which the template alone is used: it takes a fifth less time. */
export const withoutTraces = { stackTraces: false, treeMetadata: false, analyticsReporting: false };

const synthesise = (
  version: string,
  settings: Readonly<Record<string, unknown>>,
  { context: more, ...props }: ServiceAppProps,
): Synthesis => {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = uncheckedApp({
    ...withoutTraces,
    context: { ...context, stage: 'prod', ...more, stages: { prod: { ...context.stages.prod, ...settings } } },
    defaultStackSynthesizer: new DefaultStackSynthesizer({
      // the synthesizer puts the parameter into Fn::Sub
      fileAssetsBucketName: `\${AssetsBucket}`,
      bucketPrefix: `image-url/${version}/`,
      generateBootstrapVersionRule: false,
    }) as IReusableStackSynthesizer,
    ...props,
  });
  for (const child of app.node.children) if (Stack.isStack(child)) addParameters(child);
  const { directory, stacks } = app.synth();
  const templates = stacks.map(({ templateFile }) => JSON.parse(readFileSync(join(directory, templateFile), 'utf8')));
  return {
    templates: templates.map((template) => refer(template) as CloudFormationTemplate),
    stacks: stacks.map(({ stackName, templateFile }) => {
      const { files }: AssetManifest = JSON.parse(readFileSync(join(directory, `${stackName}.assets.json`), 'utf8'));
      const assets = Object.values(files)
        .filter(({ source }) => source.path !== templateFile)
        .map(({ source, destinations }) => ({
          key: Object.values(destinations)[0]?.objectKey ?? '',
          source: join(directory, source.path),
          isFolder: source.packaging === 'zip',
        }));
      return { name: stackName, assets };
    }),
  };
};

/**
 * Synthesises the stage `prod` of `cdk.json` for deployment by CloudFormation alone: its files come from a bucket that
 * is a parameter, below `image-url/VERSION/`, and no CDK bootstrap is needed. Domains, alarms, views, retention, lifetime
 * and plan are parameters too: each combination of options is synthesised, and all are merged into one template.
 *
 * @returns the service, and the stack in us-east-1 that monitors its edge
 */
export const synthesiseRelease = (version: string, props: ServiceAppProps = {}): ReleasedStack[] => {
  const mergeFrom = (left: readonly Option[], settings: Readonly<Record<string, unknown>>): Synthesis => {
    const [option, ...rest] = left;
    if (!option) return synthesise(version, settings, props);
    const chosen = mergeFrom(rest, { ...settings, ...option.settings });
    const other = mergeFrom(rest, { ...settings, ...option.otherwise });
    const [{ name }] = option.parameters;
    const isChosen = { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: name }, option.off ?? ''] }] };
    const templates = chosen.templates.map((template, n) => {
      const without = other.templates[n] as CloudFormationTemplate;
      const isDifferent = JSON.stringify(template) !== JSON.stringify(without);
      return isDifferent ? mergeVariants(option.condition, isChosen, template, without) : template;
    });
    return { templates, stacks: chosen.stacks };
  };
  const { templates, stacks } = mergeFrom(options, {});
  return stacks.map((stack, n) => {
    const template = addOptions(addValues(templates[n] as CloudFormationTemplate, n === 0));
    return { ...stack, template: JSON.stringify(template, null, 1) };
  });
};
