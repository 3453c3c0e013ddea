import { availableParallelism } from 'node:os';
import { usualEngine } from 'image-url-engine/engine-names.ts';
import {
  closeRenderWorkers,
  closeSandboxes,
  cpuBudget,
  resizeRenderWorkers,
  resizeSandboxes,
} from 'image-url-engine/workers.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from '../../../lambdas/contract/schemas/template.ts';
import { cachedRemoteImageFetcher } from '../../../lambdas/fetch/cached-fetcher.ts';
import { remoteImages } from '../../../lambdas/fetch/remote-images.ts';
import { openFontSource } from '../../../lambdas/fonts/source/font-source.ts';
import { getModulesFolders } from '../../../lambdas/fonts/source/installed-packages.ts';
import { getNpmRegistry } from '../../../lambdas/fonts/source/npm-registry.ts';
import { fontPackFolder } from '../../../lambdas/fonts/source/pack-folder.ts';
import { checkTemplate } from '../../../lambdas/templates/check-template.ts';
import type { Project } from './config.ts';
import type { Context } from './context.ts';
import { cacheFolder } from './credentials.ts';
import { exitCodes, Failure, hasCode } from './failure.ts';
import { openProjectFonts } from './project-fonts.ts';

/** Maximum number of render workers; more use more memory than they save time. */
const mostAtOnce = 4;

/** Processor time of one check, generous because a check that stops early misses warnings. */
const checkMs = 60_000;

/** The local part of the service: compiler, interpreter and engines, isolated like in the service. */
export interface LocalService {
  /** Number of checks that run in parallel. */
  readonly atOnce: number;
  /** Like `POST /v1/templates/check`. */
  check(request: CheckTemplateRequest): Promise<CheckTemplateResponse>;
  close(): Promise<void>;
}

/**
 * Starts the processes in which templates are parsed, run and rendered.
 *
 * @param context where packages of the project are resolved, and fonts are cached
 * @param getProject returns the project with fonts for templates; called for each check
 * @param settings `now`: the clock of templates; `hasLoopback`: whether templates may show images of this machine
 */
export const openLocalService = (
  context: Pick<Context, 'cwd' | 'environment'>,
  getProject?: () => Project | undefined,
  { now = () => new Date(), hasLoopback = false }: { now?: () => Date; hasLoopback?: boolean } = {},
): LocalService => {
  const atOnce = Math.min(availableParallelism(), mostAtOnce);
  resizeSandboxes(atOnce);
  resizeRenderWorkers(atOnce);
  const { cwd, environment } = context;
  const openFonts = openProjectFonts();
  const fonts = async () => {
    const project = getProject?.();
    return project ? openFonts(project) : [];
  };
  const packs = fontPackFolder(cacheFolder(environment, 'fonts'));
  const nothing = () => Promise.reject(new Error('Nothing is stored here.'));
  const remote = remoteImages({ hasLoopback });
  const ports = {
    'sources:read': { code: nothing },
    'fonts:read': { of: async () => (await fonts()).map(({ record }) => record) },
    'fontFiles:read': {
      read: async (_account: string, hash: string) =>
        (await fonts()).find(({ record }) => record.hash === hash)?.bytes ?? nothing(),
    },
    'fontPacks:read': packs,
    'fontPacks:write': packs,
    'fontSource:fetch': openFontSource({
      source: () => getNpmRegistry(environment),
      modules: getModulesFolders(cwd),
    }),
    'remoteImages:fetch': cachedRemoteImageFetcher({ fetch: (url) => remote.fetch(url) }),
  };
  const runtime = { now, defaultEngine: usualEngine, hasLoopback };
  return {
    atOnce,
    check: async (request) => {
      try {
        return await checkTemplate(ports, runtime, { accountId: 'local' }, undefined, request, cpuBudget(checkMs));
      } catch (error) {
        if (!hasCode(error, 'SERVICE_UNAVAILABLE')) throw error;
        const message = 'This machine is too busy to render: end something else, or try again later.';
        throw new Failure('TOO_BUSY', message, exitCodes.service, { cause: error });
      }
    },
    close: async () => {
      await Promise.all([closeSandboxes(), closeRenderWorkers()]);
    },
  };
};
