import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnParameter, DefaultStackSynthesizer, type IReusableStackSynthesizer, Stack } from 'aws-cdk-lib';
import { type ServiceAppProps, uncheckedApp } from '../../lib/app/service-app.ts';
import { DataTable } from '../../lib/data/data-table.ts';

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
  new CfnParameter(stack, 'AssetsBucket', {
    description: 'Bucket in the region of the stack, with the files of the release',
    allowedPattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]',
  });
  const tables = stack.node.findAll().filter((construct) => construct instanceof DataTable);
  if (tables.length === 0) return;
  const { valueAsString } = new CfnParameter(stack, 'DeletionProtection', {
    description: 'true once the stack exists: what a failed creation leaves behind must be deletable',
    allowedValues: ['true', 'false'],
    default: 'false',
  });
  for (const table of tables) table.protect(valueAsString);
};

/**
 * Synthesises the stage `prod` of `cdk.json` for deployment by CloudFormation alone: its files come from a bucket that
 * is a parameter, below `image-url/VERSION/`, and no CDK bootstrap is needed.
 *
 * @returns the service, and the stack in us-east-1 that monitors its edge
 */
export const synthesiseRelease = (
  version: string,
  { context: more, ...props }: ServiceAppProps = {},
): ReleasedStack[] => {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = uncheckedApp({
    context: { ...context, stage: 'prod', ...more },
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
  return stacks.map(({ stackName, templateFile }) => {
    const { files }: AssetManifest = JSON.parse(readFileSync(join(directory, `${stackName}.assets.json`), 'utf8'));
    const assets = Object.values(files)
      .filter(({ source }) => source.path !== templateFile)
      .map(({ source, destinations }) => ({
        key: Object.values(destinations)[0]?.objectKey ?? '',
        source: join(directory, source.path),
        isFolder: source.packaging === 'zip',
      }));
    return { name: stackName, template: readFileSync(join(directory, templateFile), 'utf8'), assets };
  });
};
