import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadCard } from './card.ts';

const run = promisify(execFile);

/** A server that renders the card of the load with a peer and does nothing else. */
export interface BareServer {
  readonly title: string;
  /** Starts it on 127.0.0.1. @throws Error if it cannot be installed or does not start */
  readonly start: () => Promise<StartedServer>;
}

export interface StartedServer {
  /** Returns the address of an image that no other number has. */
  readonly toUrl: (number: number) => string;
  readonly stop: () => Promise<void>;
}

/** Resolves with the first address that a process prints. @throws Error if it ends before */
const readAddress = async (child: ChildProcess, title: string): Promise<string> => {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (!address) continue;
    child.stdout?.resume();
    return address;
  }
  throw new Error(`The server with ${title} did not start.`);
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.kill()) await once(child, 'exit');
};

const startPeer = (engine: 'vercel-og' | 'takumi'): BareServer => ({
  title: `${engine}, in the server's process`,
  start: async () => {
    const script = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
    const child = spawn(process.execPath, [script, engine], { stdio: ['pipe', 'pipe', 'inherit'] });
    const address = await readAddress(child, engine);
    return { toUrl: (number) => `${address}/?n=${number}`, stop: () => end(child) };
  },
});

const next: BareServer = {
  title: 'a route of Next with next/og',
  start: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'load-next-'));
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      await cp(new URL('../peers/next', import.meta.url), folder, { recursive: true });
      await writeFile(join(folder, 'app/image/card.jsx'), loadCard.source);
      const options = { cwd: folder, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } };
      await run('npm', ['ci', '--no-audit', '--no-fund'], options);
      await run('npm', ['run', 'build'], options);
      const program = join(folder, 'node_modules/next/dist/bin/next');
      const address = ['--hostname', '127.0.0.1', '--port', '0'];
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      const child = spawn(process.execPath, [program, 'start', ...address], { ...options, stdio: [...stdio] });
      const url = await readAddress(child, 'Next');
      const stop = () => end(child).then(remove);
      return { toUrl: (number) => `${url}/image?n=${number}`, stop };
    } catch (error) {
      await remove();
      throw error;
    }
  },
};

export const bareServers: readonly BareServer[] = [next, startPeer('vercel-og'), startPeer('takumi')];
