import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { type ServiceAppProps, serviceApp, uncheckedApp } from '../../lib/app/service-app.ts';
import { edgeStackName, stackName } from '../../lib/app/stack-name.ts';
import { withoutTraces } from '../../tools/release/synthesise.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes; each test says what it expects
export type Properties = any;

export interface Resource {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
}

export interface Template {
  readonly Parameters?: Record<string, unknown>;
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, { readonly Value: unknown }>;
}

export interface SynthesisedStack {
  readonly name: string;
  readonly file: string;
  readonly template: Template;
  readonly ofType: (type: string) => Record<string, Resource>;
  readonly propertiesOf: (type: string) => Properties[];
}

/** A stage's stack, and the one that watches its edge. */
export interface Synthesised extends SynthesisedStack {
  readonly folder: string;
  readonly edge: SynthesisedStack;
  /** What `cdk synth --strict` fails on. */
  readonly warnings: readonly string[];
}

const readStack = (folder: string, name: string): SynthesisedStack => {
  const file = join(folder, `${name}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  const ofType = (type: string) =>
    Object.fromEntries(Object.entries(template.Resources).filter(([, resource]) => resource.Type === type));
  const propertiesOf = (type: string) => Object.values(ofType(type)).map(({ Properties }) => Properties);
  return { name, file, template, ofType, propertiesOf };
};

export const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));

export const longestRegion = 'ap-southeast-2';
const domain = (name: string, region: string) => ({
  domainName: name,
  certificate: `arn:aws:acm:${region}:111122223333:certificate/11111111-2222-3333-4444-555555555555`,
  hostedZone: { hostedZoneId: 'Z0123456789', zoneName: 'example.org' },
});
/** Settings of a stage that has everything, in `longestRegion`. */
export const everything = {
  ...{ waf: true, alarmEmail: 'operator@example.org', usageEmail: 'billing@example.org' },
  model: { modelId: 'us.example.model-v1:0', regions: ['us-east-1', 'us-east-2', 'us-west-2'] },
  apiDomain: domain('api.example.org', longestRegion),
  imageDomain: domain('images.example.org', 'us-east-1'),
  views: 'images',
  ...{ studio: true, gradualDeployment: 'canary10Percent5Minutes', apiGatewayLogRole: true },
  mintConcurrency: { reserved: 100 },
  renderConcurrency: { reserved: 200 },
};

interface Report {
  readonly pluginReports: readonly {
    readonly violations?: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath?: string }[];
    }[];
  }[];
}

/** Unacknowledged findings of a synthesis into a folder, as `rule at construct`. */
export const findDiagnostics = (folder: string): string[] => {
  const file = join(folder, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return pluginReports
    .flatMap(({ violations = [] }) => violations)
    .flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
};

export interface SynthesisOptions {
  /** Where the stage goes. @default wherever it is deployed from */
  readonly region?: string | undefined;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly change?: (stack: IConstruct) => void;
}

/** Synthesises one stage with the given settings, without bundling code and without the checks. */
export const synthesise = (settings: Record<string, unknown> = {}, options: SynthesisOptions = {}): Synthesised =>
  synthesised(uncheckedApp, settings, options);

let usual: Synthesised | undefined;
/** A stage that says nothing, synthesised once. */
export const usualStage = (): Synthesised => {
  usual ??= synthesise();
  return usual;
};

/**
 * The same with the checks of a deployment, whose rules take seconds to load.
 *
 * @returns also the unacknowledged findings, as `rule at construct`: warnings.
 * @throws when that is an error.
 */
export const synthesiseChecked = (
  settings: Record<string, unknown>,
  options: SynthesisOptions = {},
): Synthesised & { readonly findings: readonly string[] } => {
  const checked = synthesised(serviceApp, settings, options);
  return { ...checked, findings: findDiagnostics(checked.folder) };
};

const synthesised = (
  appOf: (props: ServiceAppProps) => App,
  settings: Record<string, unknown>,
  { region, context: more, change }: SynthesisOptions,
): Synthesised => {
  const stage = 'test';
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  const outdir = join(folder, 'out');
  const app = appOf({
    ...withoutTraces,
    outdir,
    ...emptyAssets(folder),
    ...(region !== undefined && { env: { account: '111122223333', region } }),
    context: { ...context, stage, stages: { [stage]: settings }, ...unbundled, ...more },
  });
  change?.(app.node.findChild(stackName(stage)));
  const { stacks } = app.synth();
  return {
    ...readStack(outdir, stackName(stage)),
    folder: outdir,
    warnings: stacks.flatMap(({ messages }) => messages.map(({ id, entry }) => `${id}: ${String(entry.data)}`)),
    edge: readStack(outdir, edgeStackName(stage, region)),
  };
};
