import { expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { setAttribute } from '../contract/errors/set-attribute.ts';
import { anOwner } from '../support/an-owner.ts';
import { onDemandPath, type Signed } from '../support/on-demand.ts';
import { type Caller, card, openCard, readUsage, send, service } from '../support/service.ts';

/**
 * @promise On-demand URLs: Every reason for not rendering an image has its status, body and cache lifetime for
 *   browsers, link previewers and programs
 * @figure 15 reasons
 */

const clients = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  LinkedInBot: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  curl: 'curl/8.14.1',
};

/** A site: its account, a template, and a signing key. */
interface Site {
  readonly caller: Caller;
  readonly templateId: string;
  readonly keyId: string;
  sign(signed?: Partial<Signed>): string;
}

const aSite = async ({ account = {}, code = openCard, key = {} } = {}): Promise<Site> => {
  const { caller, templateId } = await anOwner(code, account);
  const signingKey = await aSigningKey(caller, key);
  const sign = (signed: Partial<Signed> = {}) =>
    onDemandPath(signingKey, { templateId, variables: { title: 'x' }, ...signed });
  return { caller, templateId, keyId: signingKey.split('.')[1] ?? '', sign };
};

const deleteKey = ({ caller, keyId }: Site, query = '') =>
  send('DELETE', `/v1/signing-keys/${keyId}${query}`, { caller });
const deleteTemplate = ({ caller, templateId }: Site) => send('DELETE', `/v1/templates/${templateId}`, { caller });
const endKey = ({ caller: { accountId }, keyId: signingKeyId }: Site) =>
  setAttribute(process.env.SIGNING_KEYS_TABLE, { accountId, signingKeyId }, 'expiresAt', '2020-01-01T00:00:00.000Z');

interface Row {
  readonly site?: Parameters<typeof aSite>[0];
  /** What happens before the URL is requested. */
  readonly before?: (site: Site, path: string) => Promise<unknown>;
  readonly signed?: Partial<Signed>;
  readonly verdict: string;
  readonly message: RegExp;
  /** How long caches keep it, in seconds; 0 for not at all. */
  readonly seconds: number;
  /** Units of the account afterwards. @default 0 */
  readonly mints?: number;
}

const used = plans.free.mints;
const throwing = openCard.replace('return', "if (title === 'x') null.x; return");
const broken = { payload: 'AAAA' };

const rows: Readonly<Record<string, Row>> = {
  'quota used up': {
    site: { account: { plan: 'free', mintsUsed: used } },
    ...{ verdict: '429 QUOTA_EXCEEDED', message: /monthly quota of 50 images/, seconds: 60, mints: used },
  },
  'dailyRenders used up': {
    site: { key: { dailyRenders: 1 } },
    before: async ({ sign }) => expect((await fetch(service.imageUrl + sign({ width: 9 }))).status).toBe(200),
    ...{ verdict: '429 QUOTA_EXCEEDED', message: /This signing key renders 1 new images a day/, seconds: 60, mints: 1 },
  },
  'variables missing': {
    site: { code: card },
    ...{ verdict: '422 INVALID_VARIABLES', message: /author/, seconds: 60 },
  },
  'variables that cannot be read': {
    signed: broken,
    ...{ verdict: '422 INVALID_VARIABLES', message: /variables/, seconds: 60 },
  },
  'template failing': {
    site: { code: throwing },
    ...{ verdict: '422 INVALID_VARIABLES', message: /fails with these variables/, seconds: 60 },
  },
  'template deleted': {
    before: deleteTemplate,
    ...{ verdict: '404 TEMPLATE_NOT_FOUND', message: /No such template/, seconds: 60 },
  },
  'no such version': {
    signed: { version: 9 },
    ...{ verdict: '404 VERSION_NOT_FOUND', message: /version/, seconds: 60 },
  },
  'key deleted': {
    before: (site) => deleteKey(site),
    ...{ verdict: '403 INVALID_SIGNATURE', message: /signature/, seconds: 0 },
  },
  'key deleted, and variables that cannot be read': {
    signed: broken,
    before: (site) => deleteKey(site),
    ...{ verdict: '403 INVALID_SIGNATURE', message: /signature/, seconds: 0 },
  },
  'key deleted after the template had failed': {
    site: { code: throwing },
    before: async (site, path) => {
      expect((await fetch(service.imageUrl + path)).status).toBe(422);
      await deleteKey(site);
    },
    ...{ verdict: '403 INVALID_SIGNATURE', message: /signature/, seconds: 0 },
  },
  'key deleted and its URLs revoked': {
    before: (site) => deleteKey(site, '?revoke=true'),
    ...{ verdict: '410 URL_REVOKED', message: /taken back/, seconds: 0 },
  },
  'key expired': {
    before: endKey,
    ...{ verdict: '403 URL_EXPIRED', message: /expired/, seconds: 0 },
  },
  'key expired, and variables missing': {
    site: { code: card },
    before: endKey,
    ...{ verdict: '403 URL_EXPIRED', message: /expired/, seconds: 0 },
  },
  'URL expired': {
    signed: { lastDay: '20200101' },
    ...{ verdict: '403 URL_EXPIRED', message: /expired/, seconds: 0 },
  },
  'URL revoked': {
    before: ({ caller }, path) => send('POST', '/v1/revocations', { caller, body: { url: service.imageUrl + path } }),
    ...{ verdict: '410 URL_REVOKED', message: /taken back/, seconds: 0 },
  },
};

it.each(Object.entries(rows))(
  'an on-demand URL that was never rendered answers alike to browsers, link previewers and programs: %s',
  async (_what, row) => {
    const site = await aSite(row.site);
    const path = site.sign(row.signed);
    await row.before?.(site, path);

    for (const [client, agent] of Object.entries(clients)) {
      const response = await fetch(`${service.imageUrl}${path}`, { headers: { 'user-agent': agent } });
      const { code, message } = (await response.json()) as { code: string; message: string };
      expect([client, `${response.status} ${code}`, message]).toEqual([
        client,
        row.verdict,
        expect.stringMatching(row.message),
      ]);
      const cache = row.seconds > 0 ? `public, max-age=${row.seconds}` : 'no-store';
      expect([client, response.headers.get('cache-control')]).toEqual([client, cache]);
      expect([client, response.headers.get('content-type')]).toEqual([client, 'application/json']);
    }
    expect((await readUsage(site.caller)).mints).toBe(row.mints ?? 0);
  },
);
