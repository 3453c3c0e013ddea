import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { DeployedFunction } from './packed-construct.ts';

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
) => {
  const declared = Object.entries(environment).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (values[name] ?? `unresolved ${name}`),
  ]);
  const cloud = Object.entries(values).filter(([name]) => name.startsWith('AWS_'));
  const child: ChildProcess = fork(resolve('test/infra/bundles/runtime.mjs'), [], {
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
  const ended = once(child, 'exit').then(([code]) => [{ error: `The function ended with ${code}. ${output}` }]);
  const next = async (): Promise<Record<string, unknown>> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    if (message.error) throw new Error(message.error);
    return message;
  };
  await next();
  return {
    pid: child.pid ?? 0,
    /** @throws Error with what the handler threw. */
    invoke: async (event: unknown) => {
      child.send({ event });
      return (await next()) as { readonly answer: Answer; readonly isStreamed?: boolean };
    },
    output: () => output,
    stop: () => void child.kill('SIGKILL'),
  };
};
export type RunningFunction = Awaited<ReturnType<typeof startFunction>>;
