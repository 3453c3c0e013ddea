import { availableParallelism } from 'node:os';
import { checkTemplate } from 'image-url-contract/check/check-template.ts';
import type { CheckTemplateRequest, CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { usualEngine } from 'image-url-engine/engine-names.ts';
import { getCustomFamilies, type TemplateFonts } from 'image-url-engine/fonts.ts';
import { cpuBudget, shareWorkers } from 'image-url-engine/workers.ts';
import { cachedRemoteImageFetcher } from 'image-url-outside/cached-fetcher.ts';
import { openFamilyFinder } from 'image-url-outside/fonts/find-families.ts';
import { openFontSource } from 'image-url-outside/fonts/font-source.ts';
import { getModulesFolders } from 'image-url-outside/fonts/installed-packages.ts';
import { getNpmRegistry } from 'image-url-outside/fonts/npm-registry.ts';
import { fontPackFolder } from 'image-url-outside/fonts/pack-folder.ts';
import { remoteImages } from 'image-url-outside/remote-images.ts';
import { fetchTreeImages } from 'image-url-outside/tree-images.ts';
import type { Project } from './config.ts';
import type { Context } from './context.ts';
import { cacheFolder } from './credentials.ts';
import { exitCodes, Failure, hasCode } from './failure.ts';
import { readPicture } from './pictures.ts';
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
  const releaseWorkers = shareWorkers(atOnce);
  const { cwd, environment } = context;
  const openFonts = openProjectFonts();
  const packs = fontPackFolder(cacheFolder(environment, 'fonts'));
  const sources = {
    packs,
    source: openFontSource({ source: () => getNpmRegistry(environment), modules: getModulesFolders(cwd) }),
  };
  const fetcher = remoteImages({ hasLoopback });
  const remote = cachedRemoteImageFetcher({
    fetch: async (url) => {
      const bytes = readPicture(url);
      return bytes ? { ok: true, bytes } : fetcher.fetch(url);
    },
  });
  const getFonts = async (): Promise<TemplateFonts> => {
    const project = getProject?.();
    const own = project ? await openFonts(project) : [];
    const fonts = own.map(({ font }) => font);
    return {
      fonts,
      fontBytes: async (hash, kind) => {
        if (kind === 'pack') return packs.read(hash);
        const bytes = own.find(({ font }) => font.hash === hash)?.bytes;
        return bytes ?? Promise.reject(new Error(`No font ${hash}.`));
      },
      openFinder: () => openFamilyFinder(sources, getCustomFamilies(fonts)),
    };
  };
  return {
    atOnce,
    check: async (request) => {
      try {
        return await checkTemplate(request.code ?? '', request, {
          now: now(),
          defaultEngine: usualEngine,
          fonts: await getFonts(),
          gather: (tree) => fetchTreeImages(remote, tree, { accountId: 'local', purpose: 'trial', now: now() }),
          hasLoopback,
          budget: cpuBudget(checkMs),
        });
      } catch (error) {
        if (!hasCode(error, 'SERVICE_UNAVAILABLE')) throw error;
        const message = 'This machine is too busy to render: end something else, or try again later.';
        throw new Failure('TOO_BUSY', message, exitCodes.service, { cause: error });
      }
    },
    close: releaseWorkers,
  };
};
