import { rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { limits } from 'image-url-contract/limits.ts';
import { type EngineName, usualEngine } from 'image-url-engine/engine-names.ts';
import { closeRenderWorkers, closeSandboxes, resizeRenderWorkers, resizeSandboxes } from 'image-url-engine/workers.ts';
import { createKeyring } from '../lambdas/aws/secrets-manager/keyring-store.ts';
import { type FunctionId, functions } from '../lambdas/config/functions.ts';
import { accessLogs } from './access-logs.ts';
import { type LocalCloud, startEmulators } from './emulators.ts';
import { apiHost } from './gateway.ts';
import { imageHost } from './image-host.ts';
import {
  getContext,
  type Handler,
  installLambdaGlobal,
  limitConcurrency,
  loadHandlers,
  settleInvocations,
} from './lambda-runtime.ts';
import { listen } from './listen.ts';
import { writeAtomically } from './write-atomically.ts';

export interface HostSettings {
  /** 0 for any free port. */
  readonly port: number;
  readonly imagePort: number;
  /** Id of the Bedrock model; '' for a service without AI. */
  readonly bedrockModel: string;
  /** Engine of templates that choose none. @default `usualEngine` */
  readonly defaultEngine?: EngineName | undefined;
  /** Whether the edge function runs in front of the image host. */
  readonly hasEdgeFunction: boolean;
  /** URL of an npm registry for font families that are not installed. @default none */
  readonly fontSource?: string | undefined;
  /** `node_modules` folders with fonts. @default those of the working directory and this project */
  readonly fontPackages?: readonly string[];
  /** Origin of a studio that calls the API from its page, like that of a stage. @default none */
  readonly studioOrigin?: string | undefined;
  /** Reserved concurrency of functions. @default none: no function is throttled */
  readonly reserved?: Readonly<Partial<Record<FunctionId, number>>>;
}

export interface ServiceSettings extends HostSettings {
  readonly dataDir: string;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly imageUrl: string;
  close(): Promise<void>;
}

const projectFolder = resolve(import.meta.dirname, '..');

/** Number of workers of each kind, for one developer with a few requests at once. */
const workers = 2;

/** Returns the file in which a running service stores its addresses; the admin program reads it. */
export const endpointsFile = (dataDir: string): string => join(dataDir, 'endpoints.json');

/**
 * Starts the deployed handlers, and the two public hosts in front of them, on a cloud. Sets the environment variables of
 * this process, like a deployment sets those of a function.
 *
 * @returns also the environment; closing leaves the cloud
 */
export const startHosts = async (
  cloud: LocalCloud,
  {
    port,
    imagePort,
    bedrockModel,
    defaultEngine = usualEngine,
    hasEdgeFunction,
    fontSource = '',
    fontPackages = [process.cwd(), projectFolder].map((folder) => join(folder, 'node_modules')),
    studioOrigin,
    reserved = {},
  }: HostSettings,
): Promise<RunningService & { readonly environment: Readonly<Record<string, string>> }> => {
  Object.assign(process.env, cloud.environment);
  await createKeyring(cloud.environment.SIGNING_SECRET ?? '');

  const fonts = { FONT_SOURCE: fontSource, FONT_PACKAGES: [...new Set(fontPackages)].join(delimiter) };

  // the hosts listen before the handlers load, because the handlers need the image host's address; they answer once the
  // edge has its keys, without which it would reject genuine URLs
  const started = Promise.withResolvers<Record<FunctionId, Handler>>();
  const logs = accessLogs(cloud.environment.LOGS_BUCKET ?? '', functions.readAccessLogs.fromQueue.tries);
  const [api, image] = await Promise.all([
    listen(apiHost(started.promise, studioOrigin), port),
    listen(
      imageHost(started.promise, hasEdgeFunction ? cloud.edgeKeys : undefined, cloud.invalidations, {
        ...{ logs, bucket: cloud.environment.IMAGES_BUCKET ?? '' },
      }),
      imagePort,
    ),
  ]);
  Object.assign(process.env, {
    BASE_URL: api.url,
    IMAGE_URL: image.url,
    URL_LIFETIME_DAYS: String(limits.urlLifetimeDays),
    BEDROCK_MODEL: bedrockModel,
    DEFAULT_ENGINE: defaultEngine,
    EDGE_FUNCTION: hasEdgeFunction ? 'on' : 'off',
    LOOPBACK_FETCHES: 'on',
    ...fonts,
    ...(studioOrigin !== undefined && { STUDIO_ORIGIN: studioOrigin }),
  });
  resizeRenderWorkers(workers);
  resizeSandboxes(workers);
  installLambdaGlobal();
  const handlers = limitConcurrency(await loadHandlers(), reserved);
  // like a deployment, before the distribution gets the edge function
  await handlers.rotateSigningKey({}, getContext('rotateSigningKey', 'deployment'));
  started.resolve(handlers);
  cloud.prewarms.feed((body) =>
    handlers.prewarmImage({ Records: [{ body }] }, getContext('prewarmImage', crypto.randomUUID())),
  );

  logs.feed((body) =>
    handlers.readAccessLogs({ Records: [{ body }] }, getContext('readAccessLogs', crypto.randomUUID())),
  );
  cloud.usageChanges.feed((event) => handlers.reportUsage(event, getContext('reportUsage', crypto.randomUUID())));

  const environment = {
    ...cloud.environment,
    ...fonts,
    BASE_URL: api.url,
    DEFAULT_ENGINE: defaultEngine,
    IMAGE_URL: image.url,
  };
  return {
    baseUrl: api.url,
    imageUrl: image.url,
    environment,
    close: async () => {
      await Promise.all([api.close(), image.close()]);
      await settleInvocations();
      await Promise.all([closeRenderWorkers(), closeSandboxes()]);
      await logs.close();
    },
  };
};

/** Starts the whole service on loopback: emulators for the cloud, and what runs on it. */
export const startService = async ({ dataDir, ...settings }: ServiceSettings): Promise<RunningService> => {
  const cloud = await startEmulators(dataDir);
  const { close, ...endpoints } = await startHosts(cloud, settings);
  await writeAtomically(endpointsFile(dataDir), JSON.stringify(endpoints, null, 2));
  return {
    ...endpoints,
    close: async () => {
      await rm(endpointsFile(dataDir), { force: true });
      await close();
      await cloud.close();
    },
  };
};
