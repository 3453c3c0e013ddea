import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { administration } from '../../../admin/administration.ts';
import { type FunctionId, type FunctionSpec, functions } from '../../../lambdas/config/functions.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { startEmulators } from '../../../local/emulators.ts';
import { seedDeveloper } from '../../../local/seed.ts';
import { startFunction } from './deployed-function.ts';
import { unpackLayer } from './layer.ts';
import { installPacked, type PackedConstruct, synthesisePacked } from './packed-construct.ts';

/**
 * Starts what a deployment would make of the service, beside emulators of the cloud it runs in.
 *
 * @param deployed the functions that can be started.
 * @param values more that the functions' environments refer to.
 */
export const openBundledService = async (
  deployed: PackedConstruct['functions'],
  values: Readonly<Record<string, string>> = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'image-url-service-'));
  const modules = unpackLayer(join(dataDir, 'opt'));
  const cloud = await startEmulators(dataDir);
  Object.assign(process.env, cloud.environment);
  const empty = { Name: process.env.SIGNING_SECRET, SecretString: '{"formatVersion":0}' };
  await new SecretsManagerClient({}).send(new CreateSecretCommand(empty));
  const { apiKey } = await seedDeveloper(dataDir, administration().store, runtime);
  const all = {
    ...cloud.environment,
    IMAGE_URL: 'https://images.example.org',
    BASE_URL: 'https://api.example.org',
    ...values,
  };
  return {
    apiKey,
    start: (id: FunctionId) =>
      startFunction(deployed[id], all, (functions[id] as FunctionSpec).renders ? modules : '/nowhere'),
    close: async () => {
      await cloud.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type BundledService = Awaited<ReturnType<typeof openBundledService>>;

/** Builds the functions, and starts the emulators for them; for benchmarks. */
export const buildBundledService = async (): Promise<BundledService> => {
  const site = await mkdtemp(join(tmpdir(), 'image-url-site-'));
  await installPacked(site);
  const service = await openBundledService((await synthesisePacked(site)).functions);
  const close = async (): Promise<void> => {
    await service.close();
    await rm(site, { recursive: true, force: true });
  };
  return { ...service, close };
};

/** A REST API event; the body travels as text, as for an API without binary media types. */
export const apiEvent = (
  { method, path }: { readonly method: string; readonly path: string },
  apiKey: string,
  { body, ...more }: { readonly body?: unknown } = {},
): object => ({
  httpMethod: method,
  path,
  resource: path,
  headers: { Authorization: `Bearer ${apiKey}` },
  queryStringParameters: null,
  pathParameters: null,
  body: body === undefined ? null : JSON.stringify(body),
  isBase64Encoded: false,
  requestContext: { requestId: 'test-request', httpMethod: method, path, stage: 'test' },
  ...more,
});

/** What the image host's URL sends for the address of an image. */
export const imageEvent = ({ pathname: path, search }: URL): object => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: search.slice(1),
  headers: {},
  requestContext: { requestId: 'test-request', http: { method: 'GET', path } },
  isBase64Encoded: false,
});
