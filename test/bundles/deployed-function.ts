import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FunctionId } from '../../lambdas/config/functions.ts';
import { uncheckedApp } from '../../lib/service-app.ts';
import { declareResources } from '../infra/declare.ts';
import type { Template } from '../infra/synthesise.ts';

/** What a deployment would make of a function: its code's folder, and its environment with references unresolved. */
export interface DeployedFunction {
  readonly folder: string;
  readonly environment: Readonly<Record<string, unknown>>;
}

/** Bundles and synthesises a stage as a deployment does, in a folder of its own. */
export const synthesiseFunctions = (folder: string): Record<FunctionId, DeployedFunction> => {
  const layerFolder = join(folder, 'layer');
  mkdirSync(layerFolder, { recursive: true });
  writeFileSync(join(layerFolder, 'empty'), '');
  const outdir = join(folder, 'out');
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = uncheckedApp({
    outdir,
    layerFolder,
    context: { ...context, stage: 'test', stages: { test: { ai: { model: 'local.stand-in' } } } },
  });
  declareResources(app);
  app.synth();

  const read = (name: string) => JSON.parse(readFileSync(join(outdir, `ImageUrlService-test.${name}.json`), 'utf8'));
  const { Resources } = read('template') as Template;
  const { files } = read('assets') as { files: Record<string, { source: { path: string } }> };
  const entries = Object.values(Resources).flatMap(({ Type, Properties }) => {
    if (Type !== 'AWS::Lambda::Function') return [];
    const { Code, Environment } = Properties as {
      Code: { S3Key: string };
      Environment?: { Variables: Record<string, unknown> };
    };
    const id = Environment?.Variables.FUNCTION_ID;
    const asset = files[Code.S3Key.replace(/\.zip$/, '')];
    if (typeof id !== 'string' || !asset) return [];
    return [[id, { folder: join(outdir, asset.source.path), environment: Environment?.Variables ?? {} }] as const];
  });
  return Object.fromEntries(entries) as unknown as Record<FunctionId, DeployedFunction>;
};

export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RunningFunction {
  readonly pid: number;
  /** @throws Error with what the handler threw. */
  invoke(event: unknown): Promise<{ readonly answer: Answer; readonly isStreamed?: boolean }>;
  /** What it has written so far. */
  output(): string;
  stop(): void;
}

/**
 * Starts a bundle in its own folder, with the environment its function declares and nothing else of this process.
 *
 * @param values what the references in the environment stand for, and where the cloud is.
 * @param modules the layer's modules, for functions that have the layer.
 */
export const startFunction = async (
  { folder, environment }: DeployedFunction,
  values: Readonly<Record<string, string>>,
  modules: string,
): Promise<RunningFunction> => {
  const declared = Object.entries(environment).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (values[name] ?? `unresolved ${name}`),
  ]);
  const cloud = Object.entries(values).filter(([name]) => name.startsWith('AWS_'));
  const child: ChildProcess = fork(resolve('test/bundles/runtime.mjs'), [], {
    cwd: folder,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(cloud),
      ...Object.fromEntries(declared),
      LAMBDA_TASK_ROOT: folder,
      AWS_LAMBDA_FUNCTION_NAME: String(environment.FUNCTION_ID),
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      TZ: ':UTC',
      NODE_PATH: `/opt/nodejs/node24/node_modules:${modules}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const next = async (): Promise<Record<string, unknown>> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => [{ error: `The function ended with ${code}. ${output}` }]),
    ]);
    if (message.error) throw new Error(message.error);
    return message;
  };
  await next();
  return {
    pid: child.pid ?? 0,
    invoke: async (event) => {
      child.send({ event });
      return (await next()) as { answer: Answer };
    },
    output: () => output,
    stop: () => void child.kill('SIGKILL'),
  };
};
