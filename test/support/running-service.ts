import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { useDeployedCloud } from '../../bin/deployed-cloud.ts';
import { startBedrock } from '../../local/bedrock.ts';
import { listen } from '../../local/listen.ts';
import { getCredentials } from '../../local/local-cloud.ts';
import { scriptedAuthor } from './scripted-author.ts';
import { ofThisRun, readStarted, type ServiceAddress, type Started } from './started.ts';

export type { ServiceAddress } from './started.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a run of the tests answers what it has started: `started.ts`. */
    service: string;
  }
}

/**
 * Starts the service as a user would, in a process of its own.
 *
 * @param dataDir an empty folder, or one that a service has used. An empty one gets the prepared data, where there are any.
 */
export const startDev = async (dataDir: string, environment: Record<string, string> = {}, imagePort = '0') => {
  const isNew = !existsSync(dataDir) || (await readdir(dataDir)).length === 0;
  const url = process.env[ofThisRun];
  const { prepared } = isNew && url !== undefined ? await readStarted(url) : {};
  if (prepared !== undefined) await cp(prepared, dataDir, { recursive: true });
  return start(dataDir, environment, imagePort);
};

const start = async (dataDir: string, environment: Record<string, string>, imagePort = '0') => {
  const args = [
    ...['--import', './test/support/patient-sockets.ts'],
    'bin/dev.ts',
    '--json',
    '--port',
    '0',
    '--image-port',
    imagePort,
    ...['--studio-port', '0', '--data', dataDir],
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // no font source: tests ask nothing of other machines
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'CRITICAL', FONT_SOURCE: '', ...environment },
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [string | number | null];
  if (typeof line !== 'string') throw new Error(`The service ended at its start with code ${line}.`);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return { address: JSON.parse(line) as ServiceAddress, pid: child.pid ?? 0, stop };
};

const startAll = async (): Promise<Started & { close(): Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'image-url-service-'));
  const prepared = await mkdtemp(join(tmpdir(), 'prepared-data-'));
  const bedrock = await startBedrock({ answer: scriptedAuthor, credentials: () => getCredentials(dataDir) });
  const { address, stop } = await start(dataDir, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url });
  // nobody uses the service yet, so its files are at rest
  await cp(dataDir, prepared, { recursive: true });
  await rm(join(prepared, 'endpoints.json'));
  return {
    ...{ address, prepared },
    close: async () => {
      await stop();
      await bedrock.close();
      await Promise.all([dataDir, prepared].map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
};

const useDeployed = async (stage: string): Promise<Started & { close(): Promise<void> }> => {
  await useDeployedCloud(stage);
  const { BASE_URL: baseUrl = '', IMAGE_URL: imageUrl = '' } = process.env;
  const unknown = { studioUrl: '', siteUrl: '', apiKey: '', accountId: '', dataDir: '' };
  return { address: { stage, baseUrl, imageUrl, ...unknown }, close: async () => undefined };
};

/** Vitest's global set-up of the files that talk to a running service. It starts while the first files run. */
export const setup = async ({ provide }: TestProject) => {
  const known = process.env[ofThisRun];
  if (known !== undefined) {
    provide('service', known);
    return undefined;
  }
  const stage = process.env.DEPLOYED_STAGE;
  const started = stage === undefined ? startAll() : useDeployed(stage);
  const server = createServer((_request, response) =>
    started.then(
      (what) => response.end(JSON.stringify(what)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    ),
  );
  const { url, close } = await listen(server);
  process.env[ofThisRun] = url;
  provide('service', url);
  return async () => {
    delete process.env[ofThisRun];
    await close();
    await (await started).close();
  };
};
