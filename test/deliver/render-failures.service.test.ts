import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { dynamoDbRenderFailureAdder, dynamoDbRenderFailureLister } from '../../lambdas/aws/dynamodb/on-demand.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, aTemplate, type Caller, card, send, service } from '../support/service.ts';

/**
 * @promise Quota and cost: An account without units, or a stranger, fills the list of render failures
 * @how of path and message 1,024 characters are stored; invented pages have a few rows of their own for each site
 * @also test/sites/sites.service.test.ts
 * @figure 1.3 KB a URL at most, 15 rows a site
 */

const request = async (path: string) => (await fetch(service.imageUrl + path)).status;
const list = async (caller: Pick<Caller, 'apiKey'>) =>
  (await send('GET', '/v1/render-failures', { caller })).json.renderFailures;

describe('GET /v1/render-failures', () => {
  it('lists what could not be rendered with its reason, as it was requested, each URL once and the latest first', async () => {
    const ana = await anAccount();
    const key = await aSigningKey(ana);
    const templateId = await aTemplate(ana, card);
    const [first, second] = [onDemandPath(key, { templateId }), onDemandPath(key, { templateId: 'none' })];

    expect([await request(first), await request(second)]).toEqual([422, 404]);
    expect(await request(onDemandPath(key, { templateId, variables: { author: 'A' } }))).toBe(200);

    expect(await list(ana)).toEqual([
      {
        url: service.imageUrl + second,
        templateId: 'none',
        kind: 'error',
        code: 'TEMPLATE_NOT_FOUND',
        message: expect.any(String),
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      {
        url: service.imageUrl + first,
        templateId,
        kind: 'error',
        code: 'INVALID_VARIABLES',
        message: 'Required variables are missing: author.',
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  it('has nothing of forged and expired URLs, nor of another account', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const key = await aSigningKey(ana);
    const path = onDemandPath(key, { templateId: 'none' });
    await request(path.replace('.png', '.jpeg'));
    await request(onDemandPath(key, { templateId: 'none', lastDay: '20200101' }));
    await request(onDemandPath(await aSigningKey(ben), { templateId: 'none' }));

    expect(await list(ana)).toEqual([]);
    expect(await list(ben)).toHaveLength(1);
  });

  it('shows a key with templateIds the URLs of these only', async () => {
    const ana = await anAccount();
    const key = await aSigningKey(ana);
    const templateId = await aTemplate(ana, card);
    for (const path of [onDemandPath(key, { templateId }), onDemandPath(key, { templateId: 'none' })])
      await request(path);
    const body = { name: 'CI', scopes: ['usage:read'], templateIds: [templateId] };
    const { json } = await send('POST', '/v1/keys', { caller: ana, body });

    expect((await list(json)).map((one: { templateId: string }) => one.templateId)).toEqual([templateId]);
  });

  it('lists an image with variables that its template does not have, whose header says so each time', async () => {
    const ana = await anAccount();
    const key = await aSigningKey(ana);
    const own = onDemandPath(key, { templateId: await aTemplate(ana, card), variables: { author: 'A', titel: 'x' } });
    const starter = onDemandPath(key, { templateId: 'starter-article', variables: { title: 'x' } });
    const getHeader = async (path: string) =>
      (await fetch(service.imageUrl + path)).headers.get('x-image-warning') ?? expect.fail('no warning');

    const warning = 'variables: titel is not a variable (title?)';
    expect([await getHeader(own), await getHeader(own)]).toEqual([warning, warning]);
    expect(await getHeader(starter)).toMatch(/^variables: samples of the starter are shown: .*author "Ines Moreau"/);

    expect(await list(ana)).toEqual([
      expect.objectContaining({ url: service.imageUrl + starter, kind: 'warning', code: 'variables' }),
      expect.objectContaining({ url: service.imageUrl + own, message: 'titel is not a variable (title?)' }),
    ]);
  });

  it.skipIf(service.stage !== undefined)(
    'lists an image whose remote file holds what is not rendered, minted or on-demand, with what that is',
    async () => {
      const ana = await anAccount();
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
        <rect width="40" height="40" fill="#08f"/><foreignObject width="40" height="40"/></svg>`;
      const server = createServer((_request, response) =>
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const logo = `http://localhost:${(server.address() as AddressInfo).port}/logo.svg`;
      const code = 'export default ({ logo = "" }) => <div style={{ display: "flex" }}>Title<img src={logo} /></div>';
      const templateId = await aTemplate(ana, code);
      const variables = { logo };

      const { url } = (await send('POST', '/v1/url', { caller: ana, body: { templateId, variables } })).json;
      const onDemand = onDemandPath(await aSigningKey(ana), {
        templateId,
        variables: { ...variables, titel: 'x' },
      });
      const header = (await fetch(url)).headers.get('x-image-warning');
      await fetch(url);
      expect(await request(onDemand)).toBe(200);
      await expect.poll(async () => (await list(ana)).length).toBe(2);
      const listed: { url: string; message: string }[] = await list(ana);
      server.close();

      const note = `${logo} (not rendered: HTML in <foreignObject>)`;
      expect(header).toContain(note);
      const warning = { kind: 'warning', templateId };
      expect(new Map(listed.map((one) => [one.url, one]))).toEqual(
        new Map([
          [url, expect.objectContaining({ ...warning, code: 'svg', message: note })],
          [
            service.imageUrl + onDemand,
            expect.objectContaining({
              ...{ ...warning, code: 'variables' },
              message: `titel is not a variable, ${note}`,
            }),
          ],
        ]),
      );
    },
  );

  it('lists a minted image that fails, requested or prewarmed, once and with the reason; not one that was refused', async () => {
    const ana = await anAccount();
    const templateId = await aTemplate(
      ana,
      `export default ({ note = '' }) => (
        <div style={{ display: 'flex' }}>Title{note && <svg><text>{note + 'ab '.repeat(3000)}</text></svg>}</div>
      );`,
    );
    const mint = async (body: object) =>
      (await send('POST', '/v1/url', { caller: ana, body: { templateId, ...body } })).json.url as string;
    const requested = await mint({ variables: { note: 'A' } });
    const prewarmed = await mint({ variables: { note: 'B' }, prewarm: true });

    expect([(await fetch(`${requested}&utm_source=x`)).status, (await fetch(requested)).status]).toEqual([500, 500]);
    expect((await fetch(`${requested}x`)).status).toBe(403);

    await expect.poll(async () => (await list(ana)).length).toBe(2);
    const listed = await list(ana);
    expect(new Map(listed.map((one: { url: string }) => [one.url, one]))).toEqual(
      new Map(
        [requested, prewarmed].map((url) => [
          url,
          {
            ...{ url, templateId, kind: 'error', code: 'RENDER_ERROR', failedAt: expect.any(String) },
            message: expect.stringMatching(/^The image could not be rendered: The texts in <svg> have \d+ characters/),
          },
        ]),
      ),
    );
  });

  it('stores the beginning of a long path and message, and lists each URL', async () => {
    const ana = await anAccount();
    const { add } = dynamoDbRenderFailureAdder(readEnvironment('renderFailures:add'));
    const failure = { kind: 'error', templateId: 'x', code: 'INVALID_VARIABLES', failedAt: new Date() } as const;
    const start = `/v1/i/${'x'.repeat(6_000)}`;
    for (const end of ['a', 'b'])
      await add(ana.accountId, { ...failure, message: 'y'.repeat(6_000), path: start + end });

    const listed: { url: string; message: string }[] = await list(ana);

    const url = `${service.imageUrl}${start.slice(0, 1_024)}...`;
    expect(listed.map((one) => [one.url, one.message.length])).toEqual(Array(2).fill([url, 1_027]));
  });

  it('lists failures of pages that strangers invent beside those of the account, never instead', async () => {
    const ana = await anAccount();
    const { add } = dynamoDbRenderFailureAdder(readEnvironment('renderFailures:add'));
    const failure = { kind: 'error', templateId: 'x', code: 'PAGE_NOT_USABLE', message: 'x' } as const;
    const own = { ...failure, path: '/v1/i/own', failedAt: new Date(Date.now() - 86_400_000) };
    await add(ana.accountId, own);
    const minutes = 12;
    for (let n = minutes; n >= 0; n -= 1) {
      const failedAt = new Date(Date.now() - n * 60_000);
      for (let site = 0; site < 10; site += 1)
        await add(ana.accountId, { ...failure, path: `/v1/s/${site}/${n}.png`, failedAt }, `site ${site}`);
    }

    // a page that has an image by now, and fails again
    await add(ana.accountId, { ...failure, message: 'later', path: '/v1/s/0/0.png', failedAt: new Date() });

    const listed: { url: string; message: string }[] = await list(ana);

    const urls = listed.map(({ url }) => url);
    expect([urls.length, new Set(urls).size]).toEqual(Array(2).fill(limits.pageFailures + 1));
    expect(urls.at(-1)).toBe(`${service.imageUrl}/v1/i/own`);
    expect(listed.find(({ url }) => url.endsWith('/v1/s/0/0.png'))?.message).toBe('later');
    const { ofGroups } = dynamoDbRenderFailureLister(readEnvironment('renderFailures:list'));
    // of each site a few, however long it goes on
    expect(await Array.fromAsync(ofGroups(ana.accountId))).toHaveLength(50);
  });

  it('lists the last 100, whatever one URL adds', async () => {
    const ana = await anAccount();
    const { add } = dynamoDbRenderFailureAdder(readEnvironment('renderFailures:add'));
    const start = Date.now() - 86_400_000;
    const failure = { kind: 'error', templateId: 'x', code: 'INVALID_VARIABLES', message: 'x' } as const;
    for (let n = 0; n < limits.renderFailures + 5; n += 1) {
      const failedAt = new Date(start + n * 60_000);
      await add(ana.accountId, { ...failure, path: `/v1/i/${n}`, failedAt });
      await add(ana.accountId, { ...failure, path: '/v1/i/often', failedAt });
    }

    const urls = (await list(ana)).map(({ url }: { url: string }) => url);

    expect(urls).toHaveLength(limits.renderFailures);
    expect(new Set(urls).size).toBe(limits.renderFailures);
    expect(urls).toContain(`${service.imageUrl}/v1/i/104`);
    expect(urls).not.toContain(`${service.imageUrl}/v1/i/4`);
  });
});
