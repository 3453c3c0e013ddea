import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Credentials } from './credentials.ts';
import { startEmulators } from './emulators.ts';
import { resolveLoopbackNames } from './loopback-names.ts';
import { endpointsFile } from './service.ts';

const endpoints = z.object({ environment: z.record(z.string(), z.string()) });

/** The identity of the service that runs on some data, for emulators of other processes that it calls. */
export const getCredentials = async (dataDir: string): Promise<Credentials> => {
  const { environment } = endpoints.parse(JSON.parse(await readFile(endpointsFile(dataDir), 'utf8')));
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  return { accessKeyId, secretAccessKey };
};

/** The environment a service that runs on this data has written down; undefined when none runs. */
const runningEnvironment = async (dataDir: string): Promise<Record<string, string> | undefined> => {
  try {
    const { environment } = endpoints.parse(JSON.parse(await readFile(endpointsFile(dataDir), 'utf8')));
    // a service that was killed leaves its file behind
    await fetch(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    return environment;
  } catch {
    return undefined;
  }
};

/** Makes this process's AWS clients use the local data: through the running service's emulators, or through its own. */
export const useLocalCloud = async (dataDir: string): Promise<{ close(): Promise<void> }> => {
  const running = await runningEnvironment(dataDir);
  if (running) {
    Object.assign(process.env, running);
    // the edge's store has such a name
    resolveLoopbackNames();
    return { close: async () => undefined };
  }
  const cloud = await startEmulators(dataDir);
  Object.assign(process.env, cloud.environment);
  return cloud;
};
