import type { ServerResponse } from 'node:http';
import { type FunctionId, functions } from '../lambdas/config/functions.ts';
import { asFunction, guardCalls } from './granted-calls.ts';

/** A deployed handler as Lambda calls it; a streaming one writes its answer to a stream. */
export type Handler = (event: unknown, second: unknown, third?: unknown) => Promise<unknown>;

/** Status and headers of a streamed answer, known before its first byte. */
export interface StreamHead {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
}

/**
 * The `awslambda` global of the Lambda runtime, as far as response streaming needs it: the response stream is Node's own
 * response, which takes status and headers before its first byte. Must stand before a handler is loaded.
 */
export const installLambdaGlobal = (): void => {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: <H>(handler: H): H => handler,
      HttpResponseStream: {
        from: (response: ServerResponse, { statusCode, headers }: StreamHead) =>
          response.writeHead(statusCode, headers),
      },
    },
  });
};

/** One loader per function: leaving one out does not compile. */
const modules: Record<FunctionId, () => Promise<{ handler: unknown }>> = {
  mintUrl: () => import('../lambdas/handlers/mint-url.ts'),
  mintUrls: () => import('../lambdas/handlers/mint-urls.ts'),
  listTemplates: () => import('../lambdas/handlers/list-templates.ts'),
  createTemplate: () => import('../lambdas/handlers/create-template.ts'),
  checkTemplate: () => import('../lambdas/handlers/check-template.ts'),
  generateTemplates: () => import('../lambdas/handlers/generate-templates.ts'),
  reviseTemplate: () => import('../lambdas/handlers/revise-template.ts'),
  getTemplate: () => import('../lambdas/handlers/get-template.ts'),
  updateTemplate: () => import('../lambdas/handlers/update-template.ts'),
  deleteTemplate: () => import('../lambdas/handlers/delete-template.ts'),
  listVersions: () => import('../lambdas/handlers/list-versions.ts'),
  getVersion: () => import('../lambdas/handlers/get-version.ts'),
  restoreVersion: () => import('../lambdas/handlers/restore-version.ts'),
  createFont: () => import('../lambdas/handlers/create-font.ts'),
  listFonts: () => import('../lambdas/handlers/list-fonts.ts'),
  deleteFont: () => import('../lambdas/handlers/delete-font.ts'),
  createRevocation: () => import('../lambdas/handlers/create-revocation.ts'),
  listRevocations: () => import('../lambdas/handlers/list-revocations.ts'),
  deleteRevocation: () => import('../lambdas/handlers/delete-revocation.ts'),
  createKey: () => import('../lambdas/handlers/create-key.ts'),
  listKeys: () => import('../lambdas/handlers/list-keys.ts'),
  deleteKey: () => import('../lambdas/handlers/delete-key.ts'),
  createSigningKey: () => import('../lambdas/handlers/create-signing-key.ts'),
  listSigningKeys: () => import('../lambdas/handlers/list-signing-keys.ts'),
  deleteSigningKey: () => import('../lambdas/handlers/delete-signing-key.ts'),
  createSite: () => import('../lambdas/handlers/create-site.ts'),
  listSites: () => import('../lambdas/handlers/list-sites.ts'),
  updateSite: () => import('../lambdas/handlers/update-site.ts'),
  deleteSite: () => import('../lambdas/handlers/delete-site.ts'),
  putFallback: () => import('../lambdas/handlers/put-fallback.ts'),
  listRenderFailures: () => import('../lambdas/handlers/list-render-failures.ts'),
  getUsage: () => import('../lambdas/handlers/get-usage.ts'),
  renderImage: () => import('../lambdas/handlers/render-image.ts'),
  renderOnDemand: () => import('../lambdas/handlers/render-on-demand.ts'),
  renderSiteImage: () => import('../lambdas/handlers/render-site-image.ts'),
  prewarmImage: () => import('../lambdas/handlers/prewarm-image.ts'),
  reportUsage: () => import('../lambdas/handlers/report-usage.ts'),
  resetQuotas: () => import('../lambdas/handlers/reset-quotas.ts'),
  rotateSigningKey: () => import('../lambdas/handlers/rotate-signing-key.ts'),
  runCanary: () => import('../lambdas/handlers/run-canary.ts'),
};

/** Loads a handler; whatever it does, it does with the permissions of its row. */
const loadHandler = async (id: FunctionId): Promise<readonly [FunctionId, Handler]> => {
  const handler = (await modules[id]()).handler as Handler;
  const granted: Handler = (...call) => asFunction(id, () => handler(...call));
  return [id, granted];
};

/** Loads the deployed handlers; the environment must be complete by then. */
export const loadHandlers = async (): Promise<Record<FunctionId, Handler>> => {
  guardCalls();
  const loaded = await Promise.all((Object.keys(modules) as FunctionId[]).map(loadHandler));
  return Object.fromEntries(loaded) as Record<FunctionId, Handler>;
};

/** A function in Lambda has a processor of its own; here all share the machine with everything else on it. */
const timeoutFactor = 10;

/** Returns the context that Lambda passes to a handler for one invocation. */
export const getContext = (id: FunctionId, requestId: string) => {
  let endsAt: number | undefined;
  return {
    awsRequestId: requestId,
    functionName: id,
    memoryLimitInMB: String(functions[id].memoryMib),
    getRemainingTimeInMillis: () => {
      endsAt ??= performance.now() + timeoutFactor * functions[id].timeoutSeconds * 1000;
      return Math.max(0, endsAt - performance.now());
    },
  };
};
