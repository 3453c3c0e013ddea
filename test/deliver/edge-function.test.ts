import { readFileSync } from 'node:fs';
import { edgeHeaders } from 'image-url-contract/edge.ts';
import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { getSignature } from 'image-url-contract/signing/signature.ts';
import { describe, expect, it } from 'vitest';
import { getSubjects } from '../../lambdas/domain/deny-list.ts';
import { getEdgeEntries, getRevocationId, hashUrl } from '../../lambdas/domain/revocation.ts';
import { type EdgeEvent, type EdgeKeys, type EdgeResponse, loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeSourceProblems } from '../../local/edge-lint.ts';
import { viewerRequestEvent } from '../../local/edge-node.ts';
import { getRuleViolations } from '../../local/edge-rules.ts';
import { edgeSource, getEdgeKeys, getVerdict, hasNjs, imageEvent, runUnderNjs } from '../support/edge.ts';
import file from './vectors.json' with { type: 'json' };

const { now, keys } = file;
const minted = file.vectors[0]?.query ?? '';
const edge = loadEdgeFunction(edgeSource, getEdgeKeys(keys), () => now);

const requestTo = (change: Partial<Parameters<typeof viewerRequestEvent>[0]>): EdgeEvent =>
  viewerRequestEvent({ method: 'GET', path: '/v1/image', query: minted, headers: {}, requestId: 'r-1', ...change });

/** The event of an answer on its way to the viewer. */
const answerTo = (requestId: string, headers: Record<string, string>): EdgeEvent => {
  const values = Object.entries(headers).map(([name, value]) => [name, { value }]);
  const event = requestTo({ requestId });
  return {
    ...event,
    context: { ...event.context, eventType: 'viewer-response' },
    response: { statusCode: 200, headers: Object.fromEntries(values) },
  };
};

const getRefusal = async (event: EdgeEvent): Promise<EdgeResponse> => {
  const answer = await edge(event);
  return 'statusCode' in answer ? answer : expect.fail('it passes');
};

/** The verdict on a URL where the store has these entries beside the keys; the same under njs, where that is installed. */
const getVerdictIn = async (entries: Readonly<Record<string, string>>, query: string): Promise<string> => {
  const store = { ...keys, ...entries };
  const answer = await loadEdgeFunction(edgeSource, getEdgeKeys(store), () => now)(imageEvent(query));
  if (hasNjs) expect(getVerdict(runUnderNjs([imageEvent(query)], store, now)[0] ?? answer)).toEqual(getVerdict(answer));
  return getVerdict(answer).verdict;
};

describe('the source of the edge function', () => {
  it('is small enough and uses nothing the runtime lacks', () => {
    expect(edgeSourceProblems(edgeSource)).toEqual([]);
  });

  it.each([
    ['class A {}'],
    ['for (const a of b) {}'],
    ['a?.b;'],
    ['a ?? b;'],
    ['const f = async () => 1;'],
    ["import fs from 'fs';"],
    ['setTimeout(f, 1);'],
    ['eval("1");'],
    ['new Map();'],
    [`const a = '${'x'.repeat(10_240)}';`],
  ])('could not hold %.40s', (source) => {
    expect(edgeSourceProblems(source)).not.toEqual([]);
  });

  it('holds no key', () => {
    expect(edgeSource).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });
});

/** What authorises a request and must not be in the cache key. */
const authorising = ['exp', 'sig', 'uid'];

it('a request that passes carries what authorises it in a header, over whatever the viewer sent', async () => {
  const forged = { [edgeHeaders.signature]: 'uid=eve', [edgeHeaders.requestId]: 'mine', accept: 'image/*' };
  const answer = await edge(requestTo({ headers: forged }));

  if ('statusCode' in answer) expect.fail('it is refused');
  const carried = new URLSearchParams(answer.headers[edgeHeaders.signature]?.value);
  expect([...carried.keys()]).toEqual(authorising);
  expect(carried.get('uid')).toBe('ana');
  expect(answer.headers[edgeHeaders.requestId]?.value).toBe('r-1');
  expect(answer.headers.accept?.value).toBe('image/*');
  for (const name of authorising) expect(answer.querystring).not.toMatch(new RegExp(`(^|&)${name}=`));
  expect(getRuleViolations({}, answer)).toEqual([]);
});

describe('a refusal', () => {
  it.each<[ErrorCode, Partial<Parameters<typeof viewerRequestEvent>[0]>]>([
    ['INVALID_SIGNATURE', { query: `${minted}0` }],
    ['URL_EXPIRED', { query: minted.replace(/exp=\d+/, 'exp=1') }],
    ['INVALID_SIGNATURE', { query: undefined }],
    ['NOT_FOUND', { path: '/v1/image/' }],
    ['NOT_FOUND', { path: '/' }],
    ['METHOD_NOT_ALLOWED', { method: 'POST' }],
  ])('%s has the shape and the words of the service', async (code, change) => {
    const { statusCode, headers, body } = await getRefusal(requestTo(change));

    const { status, message } = errorCatalogue[code];
    expect(statusCode).toBe(status);
    expect(JSON.parse(body?.data ?? '')).toEqual({ code, message });
    expect(headers['content-type']?.value).toBe('application/json');
    expect(headers['cache-control']?.value).toBe('no-store');
    expect(headers['x-request-id']?.value).toBe('r-1');
    expect(getRuleViolations({}, { statusCode, headers })).toEqual([]);
  });

  it('of a HEAD request has no body', async () => {
    expect(await getRefusal(requestTo({ method: 'HEAD', query: '' }))).not.toHaveProperty('body');
  });

  it('is that of a deny list entry, for a genuine URL of a denied account or template only', async () => {
    const { uid, templateId } = Object.fromEntries(new URLSearchParams(minted));
    const forged = minted.replace(/sig=(\w+)\.\w/, 'sig=$1.0');
    const verdictWith = (denied: Readonly<Record<string, string>>, query = minted) => getVerdictIn(denied, query);

    for (const subject of [`account:${uid}`, `template:${templateId}`]) {
      expect(await verdictWith({ [subject]: 'URL_DENIED' })).toBe('URL_DENIED');
      // a code that only a later edge function knows
      expect(await verdictWith({ [subject]: 'URL_MELTED' })).toBe('URL_DENIED');
      expect(await verdictWith({ [`${subject}x`]: 'URL_DENIED' })).toBe('');
      expect(await verdictWith({ [subject]: 'URL_DENIED' }, forged)).toBe('INVALID_SIGNATURE');
    }
    expect(getSubjects({ uid: uid ?? '', templateId: templateId ?? '' })).toEqual([
      `account:${uid}`,
      `template:${templateId}`,
    ]);
  });

  describe('of a revoked URL', () => {
    const { uid = '', templateId = '', tv } = Object.fromEntries(new URLSearchParams(minted));
    /** The same URL with something changed, signed anew. */
    const signed = (change: Readonly<Record<string, string>>): string => {
      const pairs = new URLSearchParams(minted);
      pairs.delete('sig');
      for (const [name, value] of Object.entries(change)) pairs.set(name, value);
      const [id = '', secret = ''] = Object.entries(keys)[0] ?? [];
      return `${pairs}&sig=${getSignature([...pairs], { id, secret, signFrom: 0 })}`;
    };
    const verdictOn = async (query: string, ids: readonly string[], accountId = uid): Promise<string> => {
      const revocations = ids.map((id) => ({ accountId, revocationId: id }));
      return getVerdictIn(Object.fromEntries(getEdgeEntries(revocations)), query);
    };
    const versions = (kind: 'version' | 'versions', version: number, of = templateId) =>
      getRevocationId({ kind, templateId: of, version });
    const ofUrl = (query: string) => getRevocationId({ kind: 'url', hash: hashUrl(query) });

    it('is for this URL and no other, however it is spelt', async () => {
      const other = signed({ width: '999' });
      expect(await verdictOn(minted, [ofUrl(minted)])).toBe('URL_REVOKED');
      expect(await verdictOn(`utm=1&${minted.split('&').reverse().join('&')}`, [ofUrl(minted)])).toBe('URL_REVOKED');
      expect(await verdictOn(minted, [ofUrl(`${minted}&fbclid=7`)])).toBe('URL_REVOKED');
      expect(await verdictOn(other, [ofUrl(minted)])).toBe('');
      expect(await verdictOn(minted, [ofUrl(other)])).toBe('');
      expect(await verdictOn(`${minted}0`, [ofUrl(minted)])).toBe('INVALID_SIGNATURE');
    });

    it('is for a version and for all up to one, of this account and template only', async () => {
      expect(tv).toBe('3');
      expect(await verdictOn(minted, [versions('version', 3)])).toBe('URL_REVOKED');
      for (const version of [1, 2, 4, 33]) expect(await verdictOn(minted, [versions('version', version)])).toBe('');
      for (const last of [3, 4, 30]) expect(await verdictOn(minted, [versions('versions', last)])).toBe('URL_REVOKED');
      expect(await verdictOn(minted, [versions('versions', 2)])).toBe('');
      expect(await verdictOn(minted, [versions('versions', 2), versions('versions', 5)])).toBe('URL_REVOKED');
      expect(await verdictOn(minted, [versions('versions', 9, 'another')])).toBe('');
      expect(await verdictOn(minted, [versions('versions', 9)], 'another')).toBe('');
    });

    it('uses tvn for a URL with a custom tv; a URL without a version is older than all', async () => {
      const custom = signed({ tv: '2026', tvn: '3' });
      const unsaid = signed({ tv: 'spring' });

      expect(await verdictOn(custom, [versions('versions', 3)])).toBe('URL_REVOKED');
      expect(await verdictOn(custom, [versions('versions', 2)])).toBe('');
      expect(await verdictOn(custom, [versions('version', 3)])).toBe('URL_REVOKED');
      expect(await verdictOn(unsaid, [versions('versions', 1)])).toBe('URL_REVOKED');
      expect(await verdictOn(unsaid, [versions('version', 1)])).toBe('');
      // where it stands changes nothing of what is cached
      const answers = [minted, signed({ tv: '3', tvn: '3' })].map((query) => edge(imageEvent(query)));
      const [one, other] = (await Promise.all(answers)).map((answer) => getVerdict(answer).cached);
      expect(one).toBe(other);
    });

    it('looks up one name for an account that never revoked', async () => {
      const asked: string[] = [];
      const plain = getEdgeKeys(keys);
      const exists = (name: string) => {
        asked.push(name);
        return plain.exists(name);
      };

      await loadEdgeFunction(edgeSource, { ...plain, exists }, () => now)(imageEvent(minted));

      expect(asked).toEqual([`account:${uid}`, `template:${templateId}`, `revokes:${uid}`]);
    });
  });

  const down = () => Promise.reject(new Error('down'));
  it.each<[string, EdgeKeys]>([
    ['the deny list entries', { ...getEdgeKeys(keys), exists: down }],
    ['the keys', { get: down, exists: down }],
    ['a key that is there', { get: down, exists: async () => true }],
  ])('is a failure of the service, not of the caller, when it cannot read %s', async (_what, store) => {
    const answer = await loadEdgeFunction(edgeSource, store, () => now)(imageEvent(minted));
    expect(getVerdict(answer)).toEqual({ verdict: 'RENDER_ERROR' });
    expect(answer).toMatchObject({ statusCode: 500 });
  });
});

const stored = { 'x-request-id': 'r-0', 'server-timing': 'layout;dur=1', etag: '"x"' };

it('an answer on its way to the viewer says nothing of the rendering it once was out of the cache, and stays as it is fresh from the service', async () => {
  const [old, fresh] = [await getRefusal(answerTo('r-1', stored)), await getRefusal(answerTo('r-0', stored))];
  expect(old.headers).toEqual({ 'x-request-id': { value: 'r-1' }, etag: { value: '"x"' } });
  expect(fresh.headers['server-timing']?.value).toBe('layout;dur=1');
});

it.skipIf(!hasNjs)('under njs the edge function refuses, releases and carries in the same way', async () => {
  const events = [
    () => requestTo({ method: 'POST' }),
    () => requestTo({ method: 'HEAD', query: '' }),
    () => requestTo({ path: '/' }),
    () => requestTo({ headers: { [edgeHeaders.signature]: 'uid=eve' } }),
    () => answerTo('r-1', { 'x-request-id': 'r-0', 'server-timing': 'x' }),
    () => answerTo('r-0', { 'x-request-id': 'r-0', 'server-timing': 'x' }),
  ];

  const here = [];
  for (const event of events) here.push(await edge(event()));
  const given = events.map((event) => event());
  const there = runUnderNjs(given, keys, now);

  expect(there).toEqual(JSON.parse(JSON.stringify(here)));
});

it('answers every refusal with the status and message of the catalogue', () => {
  const text = readFileSync('lambdas/edge/admission.js', 'utf8');
  const refusals = [...text.matchAll(/^ {2}([A-Z_]+): \[(\d+), '[^']*', '([^']*)'\],$/gm)];
  expect(refusals.length).toBeGreaterThan(5);
  for (const [, code, status, message] of refusals)
    expect([code, { status: Number(status), message }]).toEqual([code, errorCatalogue[code as ErrorCode]]);
});
