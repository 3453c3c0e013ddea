import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Credentials } from './credentials.ts';
import { startEmulators } from './emulators.ts';
import { resolveLoopbackNames } from './loopback-names.ts';
import { endpointsFile } from './service.ts';

const endpoints = z.object({ environment: z.record(z.string(), z.string()) });

/** Returns the identity of the service that runs on a data folder, for emulators of other processes that it calls. */
export const getCredentials = async (dataDir: string): Promise<Credentials> => {
  const { environment } = endpoints.parse(JSON.parse(await readFile(endpointsFile(dataDir), 'utf8')));
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  return { accessKeyId, secretAccessKey };
};

/** Returns the environment that a service running on this data has written; undefined if none runs. */
const findRunningEnvironment = async (dataDir: string): Promise<Record<string, string> | undefined> => {
  try {
    const { environment } = endpoints.parse(JSON.parse(await readFile(endpointsFile(dataDir), 'utf8')));
    // a service that was killed leaves its file behind
    await fetch(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    return environment;
  } catch {
    return undefined;
  }
};

/** Configures this process's AWS clients for the local data: with the running service's emulators, or its own. */
export const useLocalCloud = async (dataDir: string): Promise<{ close(): Promise<void> }> => {
  const running = await findRunningEnvironment(dataDir);
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
