import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { disconnect, nextMessage } from './child-messages.ts';
import type { Answer, Order } from './engine-process.ts';
import type { EngineName } from './engines/index.ts';
import { getAllImages } from './images.ts';
import { projectRoot } from './project-root.ts';

/** An engine in its own process. */
export interface HostedEngine {
  readonly label: string;
  readonly render: (order: Order) => Promise<Answer>;
  readonly stop: () => Promise<void>;
  readonly child: ChildProcess;
}

const script = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** Starts an engine. @throws Error if it cannot be opened, for example because its package is not installed */
export const hostEngine = async (
  name: EngineName,
  { label = name as string, root = projectRoot } = {},
): Promise<HostedEngine> => {
  const child = fork(script, [name, root], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const opened = nextMessage<{ failed?: string }>(child, label);
  // made once, not by each engine
  child.send(await getAllImages());
  const { failed } = await opened;
  if (failed !== undefined) throw new Error(`${label}: ${failed}`);
  return {
    label,
    child,
    render: async (order) => {
      const answered = nextMessage<Answer>(child, label);
      child.send(order);
      const answer = await answered;
      if (answer.error !== undefined) throw new Error(`${label}, ${order.card}: ${answer.error}`);
      return answer;
    },
    stop: () => disconnect(child),
  };
};
