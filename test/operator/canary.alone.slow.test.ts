import { parseApiKey } from 'image-url-contract/api-key.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { runAdmin } from '../../bin/admin.ts';
import { cloudFrontEdgeKeys } from '../../lambdas/aws/cloudfront/edge-keys.ts';
import { httpServiceClient } from '../../lambdas/aws/http/service-client.ts';
import { readCanaryKey } from '../../lambdas/aws/secrets-manager/canary-key.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { type CanaryReport, runCanary } from '../../lambdas/jobs/run-canary.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { imageHost } from '../../local/image-host.ts';
import { getContext, type Handler, loadHandlers } from '../../local/lambda-runtime.ts';
import { type Emulator, listen } from '../../local/listen.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { useFolder } from '../support/folder.ts';

const dataDir = useFolder();
let service: RunningService;
let handlers: Awaited<ReturnType<typeof loadHandlers>>;
const admin = (...words: string[]) => runAdmin([...words, '--data', dataDir]);

/** What was counted for operators, as CloudWatch reads it from the log. */
const counted = (): Record<string, unknown>[] =>
  vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => String(text))
    .filter((line) => line.includes('CanaryFailures'))
    .map((line) => JSON.parse(line));
const run = async (): Promise<CanaryReport> => {
  const handler: Handler = handlers.runCanary;
  return (await handler({ pauseSeconds: 0 }, getContext('runCanary', 'test'))) as CanaryReport;
};
const fill = () => handlers.rotateSigningKey({}, getContext('rotateSigningKey', 'test'));

beforeAll(async () => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', STAGE: 'test', FUNCTION_ID: 'runCanary' });
  service = await startService({ dataDir, port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: true });
  handlers = await loadHandlers();
  await admin('starters', 'publish');
});
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterAll(async () => {
  await service.close();
});

describe('the canary', () => {
  it('without a key does nothing and reports no failure', async () => {
    expect(await run()).toEqual({ isEnrolled: false, failures: [] });
    expect(counted()).toEqual([]);
  });

  it('gets an account and a key once, and new ones on request', async () => {
    const first = (await admin('canary', 'enrol')) as { accountId: string };
    const again = await admin('canary', 'enrol');
    const key = await readCanaryKey(process.env.CANARY_KEY ?? '');
    const other = (await admin('canary', 'enrol', '--new')) as { accountId: string };
    const { plan } = (await administration().store.account(other.accountId)) ?? {};

    expect(first).toMatchObject({ isNew: true });
    expect(again).toEqual({ accountId: first.accountId, keyId: expect.any(String), isNew: false });
    expect(parseApiKey(key ?? '')?.accountId).toBe(first.accountId);
    const old = { accountId: first.accountId, keyId: (again as { keyId: string }).keyId };
    expect(other).toEqual({
      ...{ accountId: expect.not.stringMatching(first.accountId), keyId: expect.any(String), isNew: true },
      ended: old,
    });
    // a key that leaked is of no use any more, and neither is its account
    expect(await administration().store.account(first.accountId)).toMatchObject({ status: 'canceled' });
    const refused = await fetch(`${service.baseUrl}/v1/templates`, { headers: { authorization: `Bearer ${key}` } });
    expect(await refused.json()).toMatchObject({ code: 'KEY_INACTIVE' });
    const current = await readCanaryKey(process.env.CANARY_KEY ?? '');
    const usage = await fetch(`${service.baseUrl}/v1/usage`, { headers: { authorization: `Bearer ${current}` } });
    expect(await usage.json()).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    // 288 mints a day would bring every other plan to a usage event
    expect(plan).toBe('own');
  });

  it('mints and fetches a new image each time, counts that nothing failed, and leaves no template behind', async () => {
    expect([await run(), await run()]).toEqual(Array(2).fill({ isEnrolled: true, failures: [] }));

    const none = expect.objectContaining({ stage: 'test', function: 'runCanary', CanaryFailures: 0 });
    expect(counted()).toEqual([none, none]);
    const { accountId } = (await admin('canary', 'enrol')) as { accountId: string };
    // one for each run, one a day for an on-demand URL, and one for the image of its page
    expect(await admin('account', 'show', accountId)).toMatchObject({ imageMints: { used: 4 } });
    const authorization = `Bearer ${await readCanaryKey(process.env.CANARY_KEY ?? '')}`;
    const listed = await fetch(`${service.baseUrl}/v1/templates?scope=mine`, { headers: { authorization } });
    expect(await listed.json()).toMatchObject({ templates: [] });
  });

  it('finds an emptied key store of the edge, twice in a run, which is what the alarm waits for', async () => {
    const edge = cloudFrontEdgeKeys(readEnvironment('edgeKeys:write'));
    await edge.drop(await edge.ids());

    const { accountId } = (await admin('canary', 'enrol')) as { accountId: string };
    const mints = async () =>
      ((await admin('account', 'show', accountId)) as { imageMints: { used: number } }).imageMints;
    const { used } = await mints();

    const { failures } = await run();

    // two looks, one mint: a service that is broken for a month does not use up what the canary has
    expect(await mints()).toMatchObject({ used: used + 1 });
    const failure = expect.stringMatching(/^The answer for an image was 403 INVALID_SIGNATURE/);
    expect(failures).toEqual([failure, failure]);
    expect(counted()).toMatchObject([{ CanaryFailures: 2 }]);
    await fill();
    expect(await run()).toEqual({ isEnrolled: true, failures: [] });
  });

  it('finds a key store the edge cannot read', async () => {
    const refuse = () => Promise.reject(new Error('The store does not answer.'));
    const blind: Emulator = await listen(imageHost(Promise.resolve(handlers), { get: refuse, exists: refuse }));
    const client = httpServiceClient(readEnvironment('service:call'));
    // the host is no part of what is signed
    const fetchImage = (url: string) => client.fetchImage(url.replace(service.imageUrl, blind.url));

    const { failures } = await runCanary({ 'service:call': { ...client, fetchImage } }, runtime, async () => undefined);
    await blind.close();

    expect(failures).toEqual(Array(2).fill(expect.stringMatching(/^The answer for an image was 500 RENDER_ERROR/)));
    expect(counted()).toMatchObject([{ CanaryFailures: 2 }]);
  });

  it.each([
    ['an on-demand URL', '/v1/i/', 'The answer for an on-demand image was 500 SERVER_ERROR'],
    ['site images', '/v1/s/', 'The answer for an image of an unknown site was 500 SERVER_ERROR'],
  ])('finds that %s is not delivered', async (_title, prefix, message) => {
    const client = httpServiceClient(readEnvironment('service:call'));
    const bytes = Buffer.from('{"code":"SERVER_ERROR"}');
    const fetchImage: typeof client.fetchImage = async (url) =>
      new URL(url).pathname.startsWith(prefix) ? { status: 500, bytes, requestId: 'r' } : client.fetchImage(url);

    const { failures } = await runCanary({ 'service:call': { ...client, fetchImage } }, runtime, async () => undefined);

    expect(failures).toEqual(Array(2).fill(`${message} (request r)`));
  });

  it('finds that the image of its page is not rendered, though other sites are answered', async () => {
    const client = httpServiceClient(readEnvironment('service:call'));
    const fetchImage: typeof client.fetchImage = async (url) =>
      url.includes('/v1/canary/') ? { status: 404, bytes: Buffer.from('{}'), requestId: 'r' } : client.fetchImage(url);

    const { failures } = await runCanary({ 'service:call': { ...client, fetchImage } }, runtime, async () => undefined);

    expect(failures).toEqual(Array(2).fill('The answer for a site image was 404  (request r)'));
  });

  it('has a page that shows nothing of its path but the id of a site', async () => {
    const getPage = (path: string) => fetch(`${service.baseUrl}${path}`);
    const page = await getPage(`/v1/canary/acc-${'0'.repeat(16)}`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, 'sandbox']);
    for (const path of ['/v1/canary/%3Cscript%3E', '/v1/canary/a', `/v1/canary/acc-${'0'.repeat(16)}/x`])
      expect((await getPage(path)).status).toBe(404);
  });

  it.each([
    ['check', 'POST /v1/templates/check', 'The answer to a check was 500 SERVER_ERROR'],
    ['creation', 'POST /v1/templates', 'The answer to a creation was 500 SERVER_ERROR'],
    ['deletion', 'DELETE /v1/templates/', 'The answer to a deletion was 500 SERVER_ERROR'],
  ])('finds a %s that fails', async (_title, broken, message) => {
    const client = httpServiceClient(readEnvironment('service:call'));
    const bytes = Buffer.from('{"code":"SERVER_ERROR"}');
    const call: typeof client.call = async (request) =>
      `${request.method} ${request.path}`.replace(/[^/]{20,}$/, '') === broken
        ? { status: 500, bytes, requestId: 'r' }
        : client.call(request);

    const { failures } = await runCanary({ 'service:call': { ...client, call } }, runtime, async () => undefined);

    expect(failures).toEqual(Array(2).fill(`${message} (request r)`));
    expect(await run()).toEqual({ isEnrolled: true, failures: [] });
  });

  it('says why a mint is refused, and which request it was', async () => {
    const { accountId } = (await admin('canary', 'enrol')) as { accountId: string };
    await setAccount(administration().store, runtime, accountId, { plan: 'scale', mintsUsed: 10_000 });
    const { failures } = await run();
    await setAccount(administration().store, runtime, accountId, { mintsUsed: 0 });
    expect(failures[0]).toMatch(/^The answer to a mint was 429 QUOTA_EXCEEDED \(request [\w-]{36}\)$/);
  });

  it('takes one look that failed for a packet', async () => {
    const client = httpServiceClient(readEnvironment('service:call'));
    const lost = new TypeError('fetch failed');
    const call = vi.fn(client.call).mockRejectedValueOnce(lost);
    const pause = vi.fn(async () => undefined);
    const { failures } = await runCanary({ 'service:call': { ...client, call } }, runtime, pause);
    expect([failures, pause.mock.calls.length]).toEqual([['fetch failed'], 1]);
    expect(counted()).toMatchObject([{ CanaryFailures: 1 }]);
  });
});
