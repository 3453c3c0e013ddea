import { gzipSync } from 'node:zlib';
import { generateApiKey } from 'image-url-contract/api-key.ts';
import { limits } from 'image-url-contract/limits.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { putObject } from '../../lambdas/aws/s3/client.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { toLog } from '../../local/access-logs.ts';
import { asFunction } from '../../local/granted-calls.ts';
import { aRequest, onDeployment, send as sendResource } from '../support/custom-resources.ts';
import { handlerOf } from '../support/handler.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { rowsOf } from '../support/rows.ts';
import { sendTo } from '../support/send-to.ts';

onDeployment();

/** Requests of each kind. */
const each = 200;
const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  site = await startPages(pages);
});
afterAll(() => site.stop());

const code = "export default ({ title = 'Hello' }) => <div style={{ display: 'flex' }}>{title}</div>;";

/** An account with a fallback image, a site, and an image of each kind that was fetched and counted. */
const anOwner = async () => {
  const created = aRequest('account', 'Create', { Plan: 'scale' }, { LogicalResourceId: 'Owner' });
  const { PhysicalResourceId: accountId } = await sendResource(created);
  const { apiKey } = await createKey(administration().store, runtime, accountId);
  const baseUrl = process.env.BASE_URL ?? '';
  const call = async (method: string, path: string, body?: unknown) =>
    (await sendTo({ baseUrl, apiKey }, method, path, body)).json;
  const { templateId } = await call('POST', '/v1/templates', { name: 'card', code });
  await call('PUT', '/v1/fallback', { templateId });
  const { signingKey } = await call('POST', '/v1/signing-keys', { name: 'site' });
  const { siteId } = await call('POST', '/v1/sites', { origin: site.origin, templateId });
  const sitePath = (page: string) => siteImagePathOf(siteId, page, 'png');
  pages.set(
    '/about',
    `<title>About</title><meta property="og:image" content="https://img.example${sitePath('/about')}">`,
  );
  const { url }: { url: string } = await call('POST', '/v1/url', { templateId });
  const onDemand = onDemandPath(signingKey, { templateId, variables: { title: 'A' } });
  const real = [url, onDemand, sitePath('/about')];
  return { accountId, apiKey, templateId, url, onDemand, sitePath, real, baseUrl };
};
type Owner = Awaited<ReturnType<typeof anOwner>>;

/** Requests the image of a URL. @returns what CloudFront logs of it */
const fetchImage = async (path: string) => {
  const url = new URL(path, process.env.IMAGE_URL);
  const response = await fetch(url);
  await response.arrayBuffer();
  return {
    ...{ date: new Date().toISOString().slice(0, 10), time: '12:00:00', 'cs-method': 'GET' },
    ...{ 'sc-status': String(response.status), 'sc-content-type': response.headers.get('content-type') ?? '-' },
    ...{ 'cs-uri-stem': url.pathname, 'cs-uri-query': url.search.slice(1) || '-', 'cs(User-Agent)': 'Mozilla/5.0' },
  };
};
const readLog = async (key: string, lines: readonly Awaited<ReturnType<typeof fetchImage>>[]) => {
  await putObject(process.env.LOGS_BUCKET ?? '', key, gzipSync(toLog(lines)), '');
  const body = JSON.stringify({ Records: [{ s3: { object: { key } } }] });
  await asFunction('readAccessLogs', async () => (await handlerOf('readAccessLogs'))({ Records: [{ body }] }));
};

/** What a stranger invents who has seen a page: the nth request of each kind. */
const kinds = {
  'a minted URL with other variables': ({ url }: Owner, n: number) =>
    url.replace('/v1/image?', `/v1/image?v_title=s${n}&`),
  'an on-demand URL with other texts': ({ onDemand }: Owner, n: number) => `${onDemand}${n.toString(36)}A`,
  'an on-demand URL of another key of the account': ({ onDemand, accountId }: Owner, n: number) =>
    onDemand.replace(/\/v1\/i\/[^/]+/, `/v1/i/${accountId}-1-${String(n).padStart(16, 'x')}`),
  'the image of a page that does not exist': ({ sitePath }: Owner, n: number) => sitePath(`/invented/${n}`),
} as const;

/** Rows of every table by their key, without those of log files and of the service, which belong to no account. */
const everything = async (): Promise<ReadonlyMap<string, Record<string, unknown>>> => {
  const rows = Object.entries(tables).map(async ([table, { partitionKey, ...schema }]) => {
    const { sortKey = '' } = schema as { readonly sortKey?: string };
    return (await rowsOf(table as keyof typeof tables)).map(
      (row) => [`${table} ${row[partitionKey]} ${row[sortKey] ?? ''}`, row] as const,
    );
  });
  return new Map(
    (await Promise.all(rows))
      .flat()
      .filter(([key]) => !key.startsWith('VIEWS_TABLE log file ') && !key.startsWith('VIEWS_TABLE the service ')),
  );
};

/**
 * What is stored because a stranger asks for pages: that a page was read and shows no image, so that it is not fetched
 * again, how many were, and one failure of a kind. It is bounded and expires, and no count of the owner.
 */
const ofStrangers = {
  pages: { form: /^TREES_TABLE site-page /, most: 3 * limits.sitePagesPerMinute.unknown, days: 2 },
  budgets: { form: /^BUDGETS_TABLE (site \S+ unknown pages|fetch (host|account) \S+ \w+ \w+) /, most: 20, days: 2 },
  failures: { form: /^TREES_TABLE page-failures /, most: 5, days: 31 },
};

it('1,000 requests of a stranger for what does not exist change no row, count or unit of the owner', async () => {
  const owner = await anOwner();
  const real = [];
  for (const path of owner.real) real.push(await fetchImage(path));
  expect(real.map((line) => line['sc-status'])).toEqual(['200', '200', '200']);
  // the image host writes logs too
  const isOfImage = ({ accountId, part }: Record<string, unknown>) =>
    accountId === owner.accountId && String(part).startsWith('i ');
  await vi.waitFor(async () => expect((await rowsOf('VIEWS_TABLE')).filter(isOfImage)).toHaveLength(3));
  const seenByOwner = async () => {
    const get = async (path: string) => (await sendTo(owner, 'GET', path)).json;
    const { imageMints, stored } = await get('/v1/usage');
    const { views } = await get('/v1/views?by=image');
    return { imageMints, stored, views, sites: await get('/v1/sites'), audit: (await get('/v1/audit')).entries };
  };
  const seenBefore = await seenByOwner();
  const before = await everything();

  const seen: Awaited<ReturnType<typeof fetchImage>>[] = [];
  for (const invent of Object.values(kinds))
    for (let n = 0; n < each; n += 20)
      seen.push(...(await Promise.all(Array.from({ length: 20 }, (_, m) => fetchImage(invent(owner, n + m))))));
  const statuses = [];
  for (let n = 0; n < each; n += 1) {
    const apiKey = generateApiKey(owner.accountId, new Uint8Array(20).fill(n));
    const answer = await sendTo({ baseUrl: owner.baseUrl, apiKey }, 'POST', '/v1/url', {
      templateId: owner.templateId,
    });
    statuses.push(answer.status);
  }
  await readLog('invented.gz', seen);
  expect([seen.length + statuses.length, new Set(statuses)]).toEqual([5 * each, new Set([401])]);
  const answered = Object.keys(kinds).map((_, k) => seen.slice(k * each, (k + 1) * each));
  const fallback = '200 image/webp; fallback=true';
  expect(
    answered.map((lines) => [...new Set(lines.map((line) => `${line['sc-status']} ${line['sc-content-type']}`))]),
  ).toEqual([...Array(3).fill(['403 application/json']), [fallback]]);

  const after = await everything();
  const isSame = (key: string) => JSON.stringify(before.get(key)) === JSON.stringify(after.get(key));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((key) => !isSame(key));
  const own = changed.filter((key) => !Object.values(ofStrangers).some(({ form }) => form.test(key)));
  expect(own).toEqual([]);
  for (const { form, most, days } of Object.values(ofStrangers)) {
    const rows = changed.filter((key) => form.test(key)).map((key) => after.get(key));
    expect([form, rows.length]).toEqual([form, expect.toSatisfy((count: number) => count > 0 && count <= most)]);
    for (const row of rows) expect(Number(row?.expires) * 1_000 - Date.now()).toBeLessThan(days * 86_400_000);
  }
  expect(await seenByOwner()).toEqual(seenBefore);
});
