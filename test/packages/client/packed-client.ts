import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Port on loopback that a process holds while it packs: it is free again when the process ends, however it ends. */
const lockPort = 48_791;

/** Returns a function that ends the lock of this process. */
const lock = async (): Promise<() => void> => {
  for (;;) {
    const server = createServer().listen(lockPort, '127.0.0.1');
    const isHeld = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isHeld) return () => void server.close();
    await setTimeout(100);
  }
};

/** Packs the client into a folder, one process at a time: a build replaces `dist`. @returns the name of the tarball */
export const packClient = async (folder: string): Promise<string> => {
  const unlock = await lock();
  try {
    const args = ['pack', '--silent', '--workspace=image-url-client', '--pack-destination', folder];
    return (await run('npm', args)).stdout.trim();
  } finally {
    unlock();
  }
};
