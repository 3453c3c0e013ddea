import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns the next message of a process. @throws Error if it ends before */
export const nextMessage = async <Message>(child: ChildProcess, label: string): Promise<Message> => {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${label}: its process ended.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    ended.catch(() => undefined);
    controller.abort();
  }
};

/** Closes the channel of a process, which then ends. */
export const disconnect = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
};
