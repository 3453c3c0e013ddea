import { setTimeout } from 'node:timers/promises';
import { customResourceEnvelope } from 'image-url-contract/custom-resources.ts';
import { type ApiRouteId, routes } from 'image-url-contract/routes.ts';
import { cachedRemoteImageFetcher } from 'image-url-outside/cached-fetcher.ts';
import * as z from 'zod';
import * as assets from '../assets/assets.ts';
import * as audit from '../audit/list-audit.ts';
import * as customResources from '../custom-resources/deploy-resource.ts';
import * as renderFailures from '../deliver/list-render-failures.ts';
import * as prewarms from '../deliver/prewarm-image.ts';
import * as fallback from '../deliver/put-fallback.ts';
import * as images from '../deliver/render-image.ts';
import * as onDemand from '../deliver/render-on-demand.ts';
import { epochQuery } from '../domain/epoch.ts';
import { parseMonthKey } from '../domain/records/bill-records.ts';
import * as fonts from '../fonts/fonts.ts';
import * as generation from '../generation/generate-templates.ts';
import * as generations from '../generation/generations.ts';
import * as revision from '../generation/revise-template.ts';
import { inTime } from '../http/deadline.ts';
import { endpoint, streamingEndpoint } from '../http/endpoint.ts';
import { imageEndpoint } from '../http/image-endpoint.ts';
import * as quotas from '../jobs/reset-quotas.ts';
import * as canary from '../jobs/run-canary.ts';
import * as apiKeys from '../keys/api-keys.ts';
import * as keyring from '../keys/rotate-signing-key.ts';
import * as signingKeys from '../keys/signing-keys.ts';
import * as usage from '../limits/get-usage.ts';
import * as usageReports from '../limits/report-usage.ts';
import * as mints from '../mint/mint-urls.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { StreamedUseCase, UseCase } from '../ports/use-case.ts';
import * as edge from '../revocations/copy-to-edge.ts';
import * as revocations from '../revocations/revocations.ts';
import { runtime } from '../runtime/runtime.ts';
import * as siteImages from '../sites/render-site-image.ts';
import * as sites from '../sites/sites.ts';
import * as checks from '../templates/check-within-budgets.ts';
import * as lists from '../templates/list-templates.ts';
import * as templates from '../templates/templates.ts';
import * as versions from '../templates/versions.ts';
import * as views from '../views/get-views.ts';
import * as accessLogs from '../views/read-access-logs.ts';

/*
 * Creates the handler of each function from its ports. Each bundle contains one handler (lib/api/function-bundle.ts), so
 * calls at module level must have no side effects.
 */

/* @__NO_SIDE_EFFECTS__ */
const api = <R extends ApiRouteId>(id: R, run: UseCase<R>) => endpoint(id, runtime, run);
/* @__NO_SIDE_EFFECTS__ */
const streamed = <R extends ApiRouteId>(id: R, run: StreamedUseCase<R>) => streamingEndpoint(id, runtime, run);

export const mintUrl = api('mintUrl', mints.mintUrl);
export const mintUrls = api('mintUrls', mints.mintUrls);
export const listTemplates = api('listTemplates', lists.listTemplates);
export const createTemplate = api('createTemplate', templates.createTemplate);
export const generateTemplates = streamed('generateTemplates', generation.generateTemplates);
export const reviseTemplate = streamed('reviseTemplate', revision.reviseTemplate);
export const getGeneration = api('getGeneration', generations.getGeneration);
export const cancelGeneration = api('cancelGeneration', generations.cancelGeneration);
export const getTemplate = api('getTemplate', templates.getTemplate);
export const updateTemplate = api('updateTemplate', templates.updateTemplate);
export const deleteTemplate = api('deleteTemplate', templates.deleteTemplate);
export const listVersions = api('listVersions', versions.listVersions);
export const getVersion = api('getVersion', versions.getVersion);
export const restoreVersion = api('restoreVersion', versions.restoreVersion);
export const createFont = api('createFont', fonts.createFont);
export const listFonts = api('listFonts', fonts.listFonts);
export const deleteFont = api('deleteFont', fonts.deleteFont);
export const createAsset = api('createAsset', assets.createAsset);
export const listAssets = api('listAssets', assets.listAssets);
export const deleteAsset = api('deleteAsset', assets.deleteAsset);
export const createRevocation = api('createRevocation', revocations.createRevocation);
export const listRevocations = api('listRevocations', revocations.listRevocations);
export const deleteRevocation = api('deleteRevocation', revocations.deleteRevocation);
export const createKey = api('createKey', apiKeys.createKey);
export const listKeys = api('listKeys', apiKeys.listKeys);
export const getOwnKey = api('getOwnKey', apiKeys.getOwnKey);
export const deleteKey = api('deleteKey', apiKeys.deleteKey);
export const createSigningKey = api('createSigningKey', signingKeys.createSigningKey);
export const listSigningKeys = api('listSigningKeys', signingKeys.listSigningKeys);
export const deleteSigningKey = api('deleteSigningKey', signingKeys.deleteSigningKey);
export const createSite = api('createSite', sites.createSite);
export const listSites = api('listSites', sites.listSites);
export const updateSite = api('updateSite', sites.updateSite);
export const refreshSite = api('refreshSite', sites.refreshSite);
export const deleteSite = api('deleteSite', sites.deleteSite);
export const putFallback = api('putFallback', fallback.putFallback);
export const listRenderFailures = api('listRenderFailures', renderFailures.listRenderFailures);
export const listAudit = api('listAudit', audit.listAudit);
export const getViews = api('getViews', views.getViews);
export const getUsage = api('getUsage', usage.getUsage);

export const checkTemplate = (ports: PortsOf<'checkTemplate'>) => {
  const fetcher = cachedRemoteImageFetcher(ports['remoteImages:fetch']);
  return api('checkTemplate', checks.checkWithinBudgets)({ ...ports, 'remoteImages:fetch': fetcher });
};

export const renderImage = (ports: PortsOf<'renderImage'>) =>
  imageEndpoint(routes.renderImage, runtime, ports['settings:edge'], ({ rawQuery, clientClass }) =>
    images.renderImage(ports, runtime, rawQuery, clientClass),
  );

export const renderOnDemand = (ports: PortsOf<'renderOnDemand'>) =>
  imageEndpoint(routes.renderOnDemand, runtime, ports['settings:edge'], ({ rawPath, rawQuery, clientClass }) => {
    // behind the edge function, the whole query
    const [, epoch] = epochQuery.exec(rawQuery) ?? [];
    return onDemand.renderOnDemand(ports, runtime, rawPath, clientClass, epoch);
  });

export const renderSiteImage = (ports: PortsOf<'renderSiteImage'>) =>
  imageEndpoint(routes.renderSiteImage, runtime, ports['settings:edge'], ({ rawPath, rawQuery, clientClass }) => {
    // behind the edge function, the whole query
    const [, epoch] = epochQuery.exec(rawQuery) ?? [];
    return siteImages.renderSiteImage(ports, runtime, rawPath, clientClass, epoch);
  });

/** Renders an image for a mint with `prewarm`. If the outcome is unknown, the message returns to the queue. */
export const prewarmImage = (ports: PortsOf<'prewarmImage'>) => {
  // the batch size is 1
  const queued = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });
  const order = z.object({ url: z.url() });
  return inTime(async (event: unknown, _context?: unknown) => {
    const [{ body }] = queued.parse(event).Records;
    return prewarms.prewarmImage(ports, runtime, order.parse(JSON.parse(body)).url);
  });
};

/** Counts the views of the log files that a message of the bucket announces. After an error, the message is delivered again. */
export const readAccessLogs = (ports: PortsOf<'readAccessLogs'>) => {
  // the batch size is 1; a test message of the bucket has no records
  const queued = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });
  const file = z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) });
  const announced = z.object({ Records: z.array(file).default([]) });
  return inTime(async (event: unknown, _context?: unknown): Promise<void> => {
    const [{ body }] = queued.parse(event).Records;
    for (const { s3 } of announced.parse(JSON.parse(body)).Records) {
      const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
      if (key.endsWith('.gz')) await accessLogs.readAccessLog(ports, runtime, key);
    }
  });
};

/**
 * Sends usage events for changed counts, and for accounts whose plan may have changed. After an error, Lambda calls it
 * again with the same records.
 */
export const reportUsage = (ports: PortsOf<'reportUsage'>) => {
  const text = z.object({ S: z.string() });
  /** Keys of changed items: of the usage table, or of the accounts table. */
  const keys = z.union([z.object({ owner: text, part: text }), z.object({ accountId: text })]);
  const streamed = z.object({ Records: z.array(z.object({ dynamodb: z.object({ Keys: keys }) })) });
  return inTime((event: unknown, _context?: unknown) => {
    const thisMonth = runtime.now().toISOString();
    const changed = streamed.parse(event).Records.map(({ dynamodb: { Keys } }) => Keys);
    return usageReports.reportUsage(
      ports,
      runtime,
      changed.flatMap(
        (key) =>
          ('owner' in key
            ? parseMonthKey({ owner: key.owner.S, part: key.part.S })
            : { accountId: key.accountId.S, start: thisMonth }) ?? [],
      ),
    );
  });
};

/** The scheduled quota reset; `now` in the event replaces the clock. */
export const resetQuotas = (ports: PortsOf<'resetQuotas'>) => {
  const order = z.strictObject({ now: z.iso.datetime({ offset: true }).optional() });
  return inTime(async (event: unknown = {}, _context?: unknown) => {
    const { now } = order.parse(event);
    return quotas.resetQuotas(ports, runtime, now === undefined ? runtime.now() : new Date(now));
  });
};

/**
 * A step of Secrets Manager's rotation of the signing keyring. An event without a step, sent by deployments and once a
 * day, writes the contents of the secret and the tables to the edge's store.
 */
export const rotateSigningKey = (ports: PortsOf<'rotateSigningKey'>) => {
  const rotation = z.union([
    z.object({ Step: z.enum(keyring.rotationSteps), ClientRequestToken: z.string().min(1) }),
    z.object({ Step: z.undefined().optional() }),
  ]);
  return inTime(async (event: unknown = {}, _context?: unknown): Promise<void> => {
    const call = rotation.parse(event ?? {});
    if (call.Step !== undefined) return keyring.rotateSigningKey(ports, runtime, call.Step, call.ClientRequestToken);
    const current = await keyring.fillEdge(ports, runtime);
    runtime.count({ SigningKeyAgeDays: keyring.keyAgeInDays(current, runtime.now()) });
    await edge.copyDenyListToEdge(ports);
    await edge.copyRevocationsToEdge(ports, runtime);
    runtime.count({ EdgeStoreBytes: await ports['edgeKeys:write'].usedBytes() });
  });
};

/** The scheduled canary; `pauseSeconds` in the event replaces its pause. */
export const runCanary = (ports: PortsOf<'runCanary'>) => {
  const order = z.strictObject({ pauseSeconds: z.number().min(0).max(60).optional() });
  return inTime(async (event: unknown = {}, _context?: unknown) => {
    const { pauseSeconds } = order.parse(event);
    const pause = pauseSeconds === undefined ? undefined : () => setTimeout(pauseSeconds * 1_000);
    return canary.runCanary(ports, runtime, pause);
  });
};

/** A custom resource of the CDK construct. */
export const deployResource = (ports: PortsOf<'deployResource'>) =>
  inTime(async (event: unknown, _context?: unknown): Promise<void> => {
    const envelope = customResourceEnvelope.parse(event);
    const answer = await customResources.deployResource(ports, runtime, envelope, event, setTimeout);
    await ports['customResources:answer'].send(envelope.ResponseURL, answer);
  });
