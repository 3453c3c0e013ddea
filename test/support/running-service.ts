import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { useDeployedCloud } from '../../bin/deployed-cloud.ts';
import { startBedrock } from '../../local/bedrock.ts';
import { getCredentials } from '../../local/local-cloud.ts';
import { scriptedAuthor } from './scripted-author.ts';

/** What `npm run dev -- --json` prints. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly imageUrl: string;
  readonly studioUrl: string;
  readonly siteUrl: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly dataDir: string;
  /** A deployed stage instead of a service on this machine. */
  readonly stage?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceAddress;
  }
}

/** Environment variable with a data folder as a first start leaves it; the processes of the tests inherit it. */
const prepared = 'PREPARED_DATA';

/** Publishing the starters takes most of a first start: it is done once for all services that a run of the tests starts. */
const prepareData = async (): Promise<() => Promise<void>> => {
  if (process.env[prepared] !== undefined) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'prepared-data-'));
  await (await startDev(folder)).stop();
  process.env[prepared] = folder;
  return async () => {
    delete process.env[prepared];
    await rm(folder, { recursive: true, force: true });
  };
};

/**
 * Starts the service as a user would, in a process of its own.
 *
 * @param dataDir an empty folder, or one that a service has used. An empty one gets the prepared data, where there are any.
 */
export const startDev = async (dataDir: string, environment: Record<string, string> = {}, imagePort = '0') => {
  const isNew = !existsSync(dataDir) || (await readdir(dataDir)).length === 0;
  if (isNew && process.env[prepared] !== undefined) await cp(process.env[prepared], dataDir, { recursive: true });
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

/** Vitest's global set-up of the folders that talk to a running service. */
export const setup = async ({ provide }: TestProject) => {
  const stage = process.env.DEPLOYED_STAGE;
  if (stage !== undefined) {
    await useDeployedCloud(stage);
    const { BASE_URL: baseUrl = '', IMAGE_URL: imageUrl = '' } = process.env;
    provide('service', {
      stage,
      baseUrl,
      imageUrl,
      studioUrl: '',
      siteUrl: '',
      apiKey: '',
      accountId: '',
      dataDir: '',
    });
    return undefined;
  }
  const removePrepared = await prepareData();
  const dataDir = await mkdtemp(join(tmpdir(), 'image-url-service-'));
  const bedrock = await startBedrock({ answer: scriptedAuthor, credentials: () => getCredentials(dataDir) });
  const { address, stop } = await startDev(dataDir, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url });
  provide('service', address);
  return async () => {
    await stop();
    await bedrock.close();
    await rm(dataDir, { recursive: true, force: true });
    await removePrepared();
  };
};
