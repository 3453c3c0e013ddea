import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { edgeHeaders } from 'image-url-contract/edge.ts';
import { getImagePairs, getSignedQuery, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { describe, expect, it } from 'vitest';
import { anImageQuery, readKeyring } from '../support/image-urls.ts';
import { startDev } from '../support/running-service.ts';
import { anAccount, aTemplate, send, service } from '../support/service.ts';

/** A minted URL of an image no other test asks for. */
const aImage = async (): Promise<string> => {
  const caller = await anAccount();
  const body = { templateId: await aTemplate(caller), variables: { title: crypto.randomUUID() } };
  return (await send('POST', '/v1/url', { caller, body })).json.url;
};

/** The same image under a URL with another owner or end, signed rightly. */
const signedAgain = async (url: string, change: { uid?: string; exp?: number }): Promise<string> => {
  const [address = '', query = ''] = url.split('?');
  const read = readImageQuery(getImagePairs(query) ?? new Map()) ?? expect.fail('unreadable');
  const [key] = (await readKeyring()).keys;
  return `${address}?${getSignedQuery({ ...read, ...change }, key ?? expect.fail('no key'))}`;
};

const program = promisify(execFile);
const getCode = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

describe('the image host', () => {
  it('serves equal images from the edge cache, whichever account minted them', async () => {
    const url = await aImage();

    const first = await fetch(url);
    const others = await Promise.all([
      fetch(`${url}&utm_source=feed`),
      signedAgain(url, { uid: 'somebodyElse' }).then((other) => fetch(other)),
      signedAgain(url, { exp: Date.now() + 60_000 }).then((other) => fetch(other)),
    ]);

    expect(first.headers.get('x-cache')).toBe('render');
    expect(first.headers.get('x-image-cache')).toBe('render');
    for (const other of others) {
      expect(other.status).toBe(200);
      expect(other.headers.get('x-cache')).toBe('Hit from local edge');
      expect(other.headers.get('x-image-cache')).toBe('render');
      expect(other.headers.get('server-timing')).toBeNull();
      expect(other.headers.get('etag')).toBe(first.headers.get('etag'));
    }
    expect(new Set([first, ...others].map(({ headers }) => headers.get('x-request-id'))).size).toBe(4);
  });

  it('refuses an expired URL although the edge holds the image', async () => {
    const url = await aImage();
    await fetch(url);
    const look = async (short: string) => (await fetch(short, { method: 'HEAD' })).status;

    // longer and longer, until one has been seen alive before its end
    let [end, short] = [0, ''];
    for (let lifeMs = 100; end <= Date.now(); lifeMs *= 2) {
      end = Date.now() + lifeMs;
      short = await signedAgain(url, { exp: end });
      const status = await look(short);
      if (Date.now() < end) expect(status).toBe(200);
    }
    while (Date.now() < end) await setTimeout(end - Date.now());

    expect(await Promise.all(Array.from({ length: 10 }, () => look(short)))).toEqual(Array(10).fill(403));
  });

  it('gives the service no parameter a stranger added, and no header but its own', async () => {
    const url = await aImage();
    const forged = { [edgeHeaders.signature]: 'uid=eve&exp=1&sig=1.0', [edgeHeaders.requestId]: 'mine' };
    const response = await fetch(url, { headers: forged });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).not.toBe('mine');
  });

  it('refuses what only the header says', async () => {
    const [address = '', query = ''] = (await aImage()).split('?');
    const pairs = [...(getImagePairs(query) ?? [])];
    const isReportedApart = ([name]: [string, string]) => ['uid', 'exp', 'sig'].includes(name);
    const shown = new URLSearchParams(pairs.filter((pair) => !isReportedApart(pair)));
    const apart = new URLSearchParams(pairs.filter(isReportedApart));

    const response = await fetch(`${address}?${shown}`, { headers: { [edgeHeaders.signature]: `${apart}` } });

    expect(response.status).toBe(403);
    expect(await getCode(response)).toBe('INVALID_SIGNATURE');
  });

  it('does not cache a rejection: a URL whose render data comes later is then served', async () => {
    const [key] = (await readKeyring()).keys;
    const query = anImageQuery({ templateId: crypto.randomUUID() });
    const url = `${service.imageUrl}/v1/image?${getSignedQuery(query, key ?? expect.fail('no key'))}`;

    const answers = [await fetch(url), await fetch(url)];

    for (const answer of answers) {
      expect(await getCode(answer)).toBe('VNODE_NOT_FOUND');
      expect(answer.headers.get('x-cache')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

it('the image host of a stage without the edge function leaves it to the service to verify, and ignores the edge headers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'image-url-service-edge-'));
  const { address, stop } = await startDev(dataDir, { EDGE_FUNCTION: 'off' });
  try {
    const asOwner = { authorization: `Bearer ${address.apiKey}` };
    const code = 'export default function Card() { return <div>card</div>; }';
    const post = async (path: string, body: object) => {
      const response = await fetch(address.baseUrl + path, {
        method: 'POST',
        headers: asOwner,
        body: JSON.stringify(body),
      });
      return (await response.json()) as { templateId: string; url: string };
    };
    const { templateId } = await post('/v1/templates', { name: 'Card', code });
    const { url } = await post('/v1/url', { templateId, width: 50, height: 50 });
    const [host = '', query = ''] = url.split('?');
    const params = new URLSearchParams(query);
    const apart = new URLSearchParams(
      ['uid', 'exp', 'sig'].map((name): [string, string] => [name, params.get(name) ?? '']),
    );
    for (const name of ['uid', 'exp', 'sig']) params.delete(name);

    const good = await fetch(url, {
      headers: { [edgeHeaders.signature]: 'uid=eve', [edgeHeaders.requestId]: 'mine' },
    });
    const forged = await fetch(url.replace('width=50', 'width=51'));
    const split = await fetch(`${host}?${params}`, { headers: { [edgeHeaders.signature]: `${apart}` } });

    expect(good.status).toBe(200);
    expect(good.headers.get('x-request-id')).not.toBe('mine');
    expect(await getCode(forged)).toBe('INVALID_SIGNATURE');
    expect(await getCode(split)).toBe('INVALID_SIGNATURE');

    // what is denied is refused behind the edge as well; the edge keeps only what it had. Nobody has asked for an image of the
    // second template yet: a verdict holds for half a minute (`test/revocations/stored-denials.faults.slow.test.ts`)
    const { url: other } = await post('/v1/url', { templateId: 'starter-article', variables: { title: 'Other' } });
    const { templateId: unseen } = await post('/v1/templates', { name: 'Unseen', code });
    const { url: refused } = await post('/v1/url', { templateId: unseen, width: 50, height: 50 });
    const deny = (id: string) =>
      program(process.execPath, ['bin/admin.ts', 'deny', 'template', id, '--json', '--data', dataDir]);
    await Promise.all([deny(templateId), deny(unseen)]);
    expect(await getCode(await fetch(refused))).toBe('URL_DENIED');
    expect([(await fetch(url)).status, (await fetch(other)).status]).toEqual([200, 200]);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
