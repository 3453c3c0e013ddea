import { getSigningKey } from 'image-url-contract/signing/keyring.ts';
import { getServiceKeyId, signingKeyText } from 'image-url-contract/signing/signing-secret.ts';
import { describe, expect, it } from 'vitest';
import { listKeys } from '../../lambdas/aws/s3/client.ts';
import { getAccountImagesFolder } from '../../lambdas/domain/address.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { createClient } from '../../packages/client/src/index.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { anOwner } from '../support/an-owner.ts';
import { onDemandPath } from '../support/on-demand.ts';
import {
  adminPorts,
  anAccount,
  aTemplate,
  type Caller,
  card,
  openCard,
  readUsage,
  send,
  service,
} from '../support/service.ts';

const post = (caller: Pick<Caller, 'apiKey'>, body: object) =>
  send('POST', '/v1/url', { caller, body: { form: 'path', ...body } });
const getMints = async (caller: Caller) => (await readUsage(caller)).mints;

const get = async (url: string) => {
  const response = await fetch(url);
  return {
    status: response.status,
    source: response.headers.get('x-image-cache'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

/** The text of the signing key that the service has for an account. */
const getServiceKey = async ({ accountId }: Caller): Promise<string> => {
  const keyring = await adminPorts['keyring:read'].keyring(runtime);
  const master = getSigningKey(keyring, new Date()) ?? expect.fail('no key');
  return signingKeyText(master, getServiceKeyId(master, accountId));
};

describe('POST /v1/url with form "path"', () => {
  it('answers a URL whose image is frozen, and counts it once', async () => {
    const { caller: ana, templateId } = await anOwner();
    const body = { templateId, variables: { title: 'Ünï & 1+1' }, format: 'png', details: true };

    const [first, second] = [await post(ana, body), await post(ana, body)];

    expect([first.status, second.json]).toEqual([200, first.json]);
    expect(first.json).toMatchObject({
      url: expect.stringMatching(/\/v1\/i\/[0-9a-z]+-[0-9A-Za-z]+-0{16}\/[\w-]{43}\/[\w-]+\/-\/[\w-]+\.png$/),
      details: { width: 320, height: 160, contentType: 'image/png', version: 1 },
    });
    expect((first.json.expiresAt - Date.now()) / 86_400_000).toBeCloseTo(1_826.5, 0);
    expect(await getMints(ana)).toBe(1);
    const change = { code: openCard.replace('#fff', '#c00') };
    await send('PATCH', `/v1/templates/${templateId}`, { caller: ana, body: change });
    const [shown, again] = [await get(first.json.url), await get(`${first.json.url}?again`)];
    expect([shown.status, again.bytes.equals(shown.bytes)]).toEqual([200, true]);
    const pinned = await post(ana, { ...body, version: 1 });
    expect((await get(pinned.json.url)).bytes.equals(shown.bytes)).toBe(true);
    expect(await getMints(ana)).toBe(2);
  });

  it.each([
    ['nothing but a template', {}],
    ['options', { version: 1, width: 400, height: 200, devicePixelRatio: 1.5, quality: 80, format: 'jpeg' }],
    ['no variables', { variables: {} }],
    [
      'nested variables out of order',
      { variables: { title: 'é 👩‍👧', b: { 10: 1, 9: 2, y: [{ q: 1, a: 2 }] }, a: null } },
    ],
  ] as const)('answers the URL that the client signs with that key: %s', async (_what, options) => {
    const { caller: ana, templateId } = await anOwner();
    const images = createClient({ imageHost: service.imageUrl, signingKey: await getServiceKey(ana) });
    const { json } = await post(ana, { templateId, ...options });
    expect(json.url).toBe(images.sign({ templateId, ...options } as Parameters<typeof images.sign>[0]));
    expect((await get(json.url)).status).toBe(200);
  });

  it('shares unit and image with URLs that the site signs itself', async () => {
    const { caller: ana, templateId } = await anOwner();
    const path = onDemandPath(await aSigningKey(ana), { templateId, variables: { title: 'Same' } });
    const first = await get(service.imageUrl + path);
    const { json } = await post(ana, { templateId, variables: { title: 'Same' }, format: 'png' });
    expect((await get(json.url)).bytes.equals(first.bytes)).toBe(true);
    expect(await getMints(ana)).toBe(1);
  });

  it('consumes the last unit once, also of many at the same time, and none for what is minted already', async () => {
    const { caller: ana, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: plans.free.mints - 1 });
    const body = { templateId, variables: { title: 'Last' } };

    const answers = await Promise.all(Array.from({ length: 8 }, () => post(ana, body)));
    const other = await post(ana, { templateId, variables: { title: 'One more' } });

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ json }) => json.url)).size).toBe(1);
    expect([other.status, other.json.code]).toEqual([429, 'QUOTA_EXCEEDED']);
    expect([(await post(ana, body)).status, await getMints(ana)]).toEqual([200, plans.free.mints]);
    expect((await get(answers[0]?.json.url)).status).toBe(200);
  });

  it('counts against the limit of the API key, exactly', async () => {
    const { caller: ana, templateId } = await anOwner();
    const key = (
      await send('POST', '/v1/keys', { caller: ana, body: { name: 'ci', scopes: ['mint'], monthlyMints: 2 } })
    ).json;

    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => post(key, { templateId, variables: { title: n } })));

    const codes = answers.map(({ status, json }) => json.code ?? status).toSorted();
    expect(codes).toEqual([200, 200, ...Array(3).fill('KEY_LIMIT_EXCEEDED')]);
    expect(await getMints(ana)).toBe(2);
    // what was refused was withdrawn, and is there for a key that may
    expect((await post(ana, { templateId, variables: { title: 5 } })).status).toBe(200);
  });

  it('renders the image ahead with prewarm', async () => {
    const ana = await anAccount();
    const { json } = await post(ana, {
      templateId: await aTemplate(ana),
      variables: { title: 'Ahead' },
      prewarm: true,
    });

    const folder = getAccountImagesFolder(ana.accountId);
    await expect.poll(() => listKeys(process.env.IMAGES_BUCKET ?? '', folder)).not.toEqual([]);
    expect((await get(json.url)).source).toBe('object-cache');
    expect(await getMints(ana)).toBe(1);
  });

  it('answers a request that is repeated with its Idempotency-Key as before', async () => {
    const { caller, templateId } = await anOwner();
    const request = { caller, body: { form: 'path', templateId }, headers: { 'idempotency-key': crypto.randomUUID() } };
    const [first, again] = [await send('POST', '/v1/url', request), await send('POST', '/v1/url', request)];
    expect([first.status, again.status, again.json]).toEqual([200, 200, first.json]);
    expect([again.headers.get('idempotent-replayed'), await getMints(caller)]).toEqual(['true', 1]);
  });

  it.each([
    ['a required variable that is missing', { code: card }, '400 MISSING_TEMPLATE_VARIABLES'],
    [
      'a template that throws',
      { code: openCard.replace('return', "if (title === 'x') null.x; return") },
      '400 INVALID_VARIABLES',
    ],
    ['another version', { version: 7 }, '404 VERSION_NOT_FOUND'],
    ['too many pixels', { width: 4096, height: 4096, devicePixelRatio: 9 }, '400 INVALID_DEVICE_PIXEL_RATIO'],
    ['a ratio no URL can carry', { devicePixelRatio: 1.23456 }, '400 INVALID_DEVICE_PIXEL_RATIO'],
    ['a quality no URL can carry', { quality: 1.23456 }, '400 INVALID_BODY'],
    ['a tv', { tv: 'mine' }, '400 INVALID_BODY'],
    ['an unknown form', { form: 'short' }, '400 INVALID_BODY'],
    ['a URL that is too long', { variables: { title: 'x'.repeat(7_000) } }, '400 INVALID_VARIABLES'],
  ])(
    'is refused as a mint, each time, and counts nothing: %s',
    async (_what, { code = openCard, ...more }: Readonly<Record<string, unknown>>, verdict) => {
      const { caller: ana, templateId } = await anOwner(code as string);
      const body = { templateId, variables: { title: 'x' }, ...more };
      const answers = [await post(ana, body), await post(ana, body)];
      expect(answers.map(({ status, json }) => `${status} ${json.code}`)).toEqual([verdict, verdict]);
      expect(await getMints(ana)).toBe(0);
    },
  );

  it('is refused for a deleted template, whose URLs keep their image', async () => {
    const { caller: ana, templateId } = await anOwner();
    const { url } = (await post(ana, { templateId })).json;
    await send('DELETE', `/v1/templates/${templateId}`, { caller: ana });
    expect((await post(ana, { templateId })).json.code).toBe('TEMPLATE_NOT_FOUND');
    expect((await get(url)).status).toBe(200);
  });

  it('is refused in a batch, naming the item', async () => {
    const { caller: ana, templateId } = await anOwner();
    const items = [
      { templateId, form: 'query' },
      { templateId, form: 'path' },
    ];

    const { status, json } = await send('POST', '/v1/urls', { caller: ana, body: { items } });

    expect(status).toBe(400);
    expect(json).toEqual({ code: 'INVALID_BODY', message: expect.stringMatching(/^form /), item: 1 });
  });

  it('can be revoked by its URL and by its template', async () => {
    const { caller: ana, templateId } = await anOwner();
    const [one, other] = [await post(ana, { templateId }), await post(ana, { templateId, width: 99 })];
    const status = async ({ json }: { json: { url: string } }) => (await get(json.url)).status;
    expect((await send('POST', '/v1/revocations', { caller: ana, body: { url: one.json.url } })).status).toBe(201);
    expect([await status(one), await status(other)]).toEqual([410, 200]);
    await send('POST', '/v1/revocations', { caller: ana, body: { templateId } });
    expect([await status(one), await status(other)]).toEqual([410, 410]);
  });

  it('uses a key that the account cannot list or delete', async () => {
    const ana = await anAccount();
    const { url } = (await post(ana, { templateId: await aTemplate(ana) })).json;
    const id = new URL(url).pathname.split('/')[3];

    expect((await send('GET', '/v1/signing-keys', { caller: ana })).json.signingKeys).toEqual([]);
    for (const query of ['', '?revoke=true']) {
      const { json } = await send('DELETE', `/v1/signing-keys/${id}${query}`, { caller: ana });
      expect(json.code).toBe('SIGNING_KEY_NOT_FOUND');
    }
    expect((await get(url)).status).toBe(200);
  });
});
