import { setTimeout } from 'node:timers/promises';
import { canaryPagePath } from 'image-url-contract/canary-page.ts';
import { limits } from 'image-url-contract/limits.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { getImageKind } from 'image-url-engine/images.ts';
import type { Ports, PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

type ServiceClient = Ports['service:call'];
type ServiceAnswer = Awaited<ReturnType<ServiceClient['fetchImage']>>;

/** Tries per run, because a single failure may be a lost packet. */
const maxTries = 2;

/** Milliseconds between two tries: longer than a network glitch, shorter than an alarm may be late. */
const pauseMs = 30_000;

export interface CanaryReport {
  /** Whether the canary has an API key. */
  readonly isEnrolled: boolean;
  /** Error message of each failed try. */
  readonly failures: readonly string[];
}

const getBody = ({ bytes }: ServiceAnswer): { readonly [field: string]: unknown } => {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return {};
  }
};

/** Stands for the answer of a call when the canary has lost its key meanwhile. */
const noKey: ServiceAnswer = { status: 401, bytes: new Uint8Array(), requestId: 'none' };

const toError = (what: string, answer: ServiceAnswer): Error =>
  new Error(`${what} was ${answer.status} ${getBody(answer).code ?? ''} (request ${answer.requestId})`);

const code =
  'export const options = { width: 600, height: 315 };\n' +
  "export default ({ title = 'canary' }) => <div style={{ display: 'flex', fontSize: 48 }}>{title}</div>;";

/** Mints and fetches an image that was never rendered before. @returns false if the canary has no API key */
const testImages = async (service: ServiceClient, run: string): Promise<boolean> => {
  const body = { templateId: 'starter-article', variables: { title: run } };
  const minted = await service.call({ method: 'POST', path: '/v1/url', body, idempotencyKey: `canary-mint-${run}` });
  if (!minted) return false;
  const { url } = getBody(minted);
  if (minted.status !== 200 || typeof url !== 'string' || !URL.canParse(url))
    throw toError('The answer to a mint', minted);
  const image = await service.fetchImage(url);
  if (image.status !== 200 || getImageKind(image.bytes) !== 'webp') throw toError('The answer for an image', image);
  return true;
};

/** Returns the id of the canary's site, which it creates at its first run: its page is a fixed answer of the API. */
const findSite = async (service: ServiceClient, origin: string): Promise<string> => {
  const listed = await service.call({ method: 'GET', path: '/v1/sites' });
  if (listed?.status !== 200) throw toError('The answer to a list of sites', listed ?? noKey);
  const { sites } = getBody(listed) as { sites: readonly { siteId: string; origin: string }[] };
  const known = sites.find((site) => site.origin === origin)?.siteId;
  if (known !== undefined) return known;
  const body = { origin, templateId: 'starter-article', refreshSeconds: limits.siteRefreshSeconds.min };
  const created = await service.call({ method: 'POST', path: '/v1/sites', body });
  const { siteId } = created ? getBody(created) : {};
  if (typeof siteId !== 'string') throw toError('The answer to a new site', created ?? noKey);
  return siteId;
};

/** Fetches the image of the canary's page: from the service or, within five minutes of another run, a cache. */
const testSiteImage = async (service: ServiceClient, imageOrigin: string): Promise<void> => {
  const { origin, pathname } = new URL(service.baseUrl);
  const siteId = await findSite(service, origin);
  const page = `${pathname.replace(/\/$/, '')}${canaryPagePath(siteId)}`;
  const image = await service.fetchImage(`${imageOrigin}${siteImagePathOf(siteId, page, 'webp')}`);
  if (image.status !== 200 || getImageKind(image.bytes) !== 'webp') throw toError('The answer for a site image', image);
};

/**
 * Fetches the image of an on-demand URL, a new one every day, a site image, and an image of a site that does not exist,
 * which the function of site images answers.
 */
const testOtherImages = async (service: ServiceClient, day: string): Promise<void> => {
  const body = { templateId: 'starter-article', variables: { title: day }, form: 'path' };
  const minted = await service.call({ method: 'POST', path: '/v1/url', body, idempotencyKey: `canary-path-${day}` });
  if (!minted) return;
  const { url } = getBody(minted);
  if (minted.status !== 200 || typeof url !== 'string' || !URL.canParse(url))
    throw toError('The answer to a mint of an on-demand URL', minted);
  const image = await service.fetchImage(url);
  if (image.status !== 200 || getImageKind(image.bytes) !== 'webp')
    throw toError('The answer for an on-demand image', image);
  const unknown = await service.fetchImage(new URL(`/v1/s/canary-${'0'.repeat(16)}/canary.jpg`, url).href);
  if (unknown.status !== 404 || getBody(unknown).code !== 'SITE_NOT_FOUND')
    throw toError('The answer for an image of an unknown site', unknown);
  await testSiteImage(service, new URL(url).origin);
};

/** Checks a template, creates it and deletes it. */
const testTemplates = async (service: ServiceClient, run: string): Promise<void> => {
  const checked = await service.call({ method: 'POST', path: '/v1/templates/check', body: { code } });
  if (checked && checked.status !== 200) throw toError('The answer to a check', checked);
  const body = { name: 'Canary', code };
  const created = await service.call({
    method: 'POST',
    path: '/v1/templates',
    body,
    idempotencyKey: `canary-create-${run}`,
  });
  if (!created) return;
  const { templateId } = getBody(created);
  if (created.status !== 201 || typeof templateId !== 'string') throw toError('The answer to a creation', created);
  const deleted = await service.call({ method: 'DELETE', path: `/v1/templates/${templateId}` });
  // 404 if the previous try deleted it but did not receive the response
  if (deleted && ![200, 204, 404].includes(deleted.status)) throw toError('The answer to a deletion', deleted);
};

/**
 * Tests the service as a client would: mints and fetches an image, then checks, creates and deletes a template. Tries
 * again once after a failure. Counts failed tries, 0 included, so that an alarm notices a canary that has stopped.
 * Without an API key nothing is counted. All tries of a run use the same idempotency keys, so a run consumes one mint
 * and leaves at most one template.
 *
 * @param pause waits between two tries. @default half a minute
 */
export const runCanary = async (
  ports: PortsOf<'runCanary'>,
  runtime: Runtime,
  pause: () => Promise<unknown> = () => setTimeout(pauseMs),
): Promise<CanaryReport> => {
  const failures: string[] = [];
  const run = runtime.now().toISOString();
  while (failures.length < maxTries) {
    if (failures.length > 0) await pause();
    try {
      if (!(await testImages(ports['service:call'], run))) {
        runtime.log('warn', 'the canary has no key');
        return { isEnrolled: false, failures };
      }
      await testOtherImages(ports['service:call'], run.slice(0, 10));
      await testTemplates(ports['service:call'], run);
      break;
    } catch (cause) {
      // every error counts: the canary tests everything between a client and its image
      failures.push(cause instanceof Error ? cause.message : String(cause));
      runtime.log('error', 'the canary found the service not working', { cause });
    }
  }
  runtime.count({ CanaryFailures: failures.length });
  return { isEnrolled: true, failures };
};
