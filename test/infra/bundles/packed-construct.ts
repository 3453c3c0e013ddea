import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionId } from '../../../lambdas/config/functions.ts';
import { packPackage } from '../../../tools/packages/pack.ts';
import type { Template } from '../synthesise.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** What the app has beside the package. */
const beside = ['aws-cdk-lib', 'constructs', 'cdk-nag', 'cdk-preflight', 'esbuild'];
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };

const installedIn = (site: string): string => join(site, 'node_modules/image-url-cdk');

/** What a deployment would make of a function: its code's folder, and its environment with references unresolved. */
export interface DeployedFunction {
  readonly folder: string;
  readonly environment: Readonly<Record<string, unknown>>;
}

/** The package `image-url-cdk` as another app has it. */
export interface PackedConstruct {
  readonly installed: string;
  /** Size of the package as it is published, in bytes. */
  readonly tarballBytes: number;
  readonly assembly: string;
  readonly templates: readonly string[];
  readonly report: string;
  /** Functions of the instance that declares a key and templates. */
  readonly functions: Readonly<Record<FunctionId, DeployedFunction>>;
}

const readFunctions = (template: string): PackedConstruct['functions'] => {
  const { Resources } = JSON.parse(readFileSync(template, 'utf8')) as Template;
  const { files } = JSON.parse(readFileSync(template.replace(/template\.json$/, 'assets.json'), 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  const entries = Object.values(Resources).flatMap(({ Type, Properties }) => {
    if (Type !== 'AWS::Lambda::Function') return [];
    const { Code, Environment } = Properties as {
      Code: { S3Key: string };
      Environment?: { Variables: Record<string, unknown> };
    };
    const id = Environment?.Variables.FUNCTION_ID;
    const asset = files[Code.S3Key.replace(/\.zip$/, '')];
    if (typeof id !== 'string' || !asset) return [];
    const folder = resolve(template, '..', asset.source.path);
    return [[id, { folder, environment: Environment?.Variables ?? {} }] as const];
  });
  return Object.fromEntries(entries) as unknown as PackedConstruct['functions'];
};

/**
 * Packs the construct and installs it in a folder outside the repository, beside the CDK of this checkout, with an app
 * of two instances (`consumer`): one in a `Stage`, one behind a distribution that the app has.
 *
 * @throws Error with the output of the command that failed.
 */
export const installPacked = async (site: string): Promise<void> => {
  const installed = installedIn(site);
  const tarball = await packPackage(site, 'image-url-cdk');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['xzf', tarball, '-C', installed, '--strip-components=1'], { cwd: site });
  for (const name of beside) symlinkSync(join(root, 'node_modules', name), join(site, 'node_modules', name));
  cpSync(join(import.meta.dirname, 'consumer'), site, { recursive: true });
  writeFileSync(join(site, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(site, 'layer'));
  writeFileSync(join(site, 'layer/empty'), '');
};

/** Synthesises the app of `installPacked`. @throws Error with the output of the command that failed */
export const synthesisePacked = async (site: string): Promise<PackedConstruct> => {
  const { stderr: report } = await run('cdk', ['synth', '--quiet', '--strict', '--app', 'node app.mjs'], {
    cwd: site,
    env,
  });
  const assembly = join(site, 'cdk.out');
  const templates = readdirSync(assembly, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(assembly, name));
  const [inStage = ''] = templates.filter((name) => name.includes('Blog'));
  const [tarball = ''] = readdirSync(site).filter((name) => name.endsWith('.tgz'));
  const tarballBytes = statSync(join(site, tarball)).size;
  return { installed: installedIn(site), tarballBytes, assembly, templates, report, functions: readFunctions(inStage) };
};
