import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Order } from './engine-process.ts';
import type { EngineName } from './engines/index.ts';

/** An engine in its own process. */
export interface HostedEngine {
  readonly label: string;
  readonly render: (order: Order) => Promise<Answer>;
  readonly stop: () => Promise<void>;
  readonly child: ChildProcess;
}

const script = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** @returns the reason if its package is not installed */
export const hostEngine = async (
  name: EngineName,
  { label = name as string, root = projectRoot } = {},
): Promise<HostedEngine | string> => {
  const child = fork(script, [name, root], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [hello] = (await once(child, 'message')) as [{ absent?: string }];
  if (hello.absent !== undefined) return hello.absent;
  return {
    label,
    child,
    render: async (order) => {
      const answered = once(child, 'message') as Promise<[Answer]>;
      child.send(order);
      const [answer] = await answered;
      return answer;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
