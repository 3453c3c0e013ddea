import {
  hashOnDemandUrl,
  isExpired,
  isSignedPart,
  readOnDemandUrl,
  signPart,
  splitPath,
} from 'image-url-contract/signing/on-demand-url.ts';
import { deriveSigningSecret, readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';
import { describe, expect, it } from 'vitest';
import { imageFormats } from '#engine/image-formats.ts';
import { getEdgeEntries, getRevocationId } from '../../lambdas/domain/revocation.ts';
import { edgeSource } from '../../lib/delivery/edge-source.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { viewerRequestEvent } from '../../local/edge-node.ts';
import { readSigningKey, signer } from '../../packages/client/src/signing.ts';
import { getEdgeKeys, hasNjs, runUnderNjs } from '../support/edge.ts';
import { effort, figure, seed } from '../support/effort.ts';
import { mutatePath } from '../support/path-mutations.ts';
import { type Random, randomFrom } from '../support/random.ts';
import file from './vectors/on-demand-urls.json' with { type: 'json' };

/**
 * @promise On-demand URLs: A changed URL is accepted nowhere, and costs the origin no read and no evaluation
 * @also test/deliver/on-demand.faults.slow.test.ts
 * @figure long form: 100,000 at the edge and 100,000 at the origin; no read, no evaluation
 */

/**
 * @promise On-demand URLs: The edge function accepts and rejects the same URLs as the service, in a strict context
 *   and under njs
 * @figure long form: 10,000 and 10,001 URLs; no difference
 */

const source = edgeSource('verify-on-demand-url');
const now = Date.UTC(2026, 10, 23, 12);
const secrets = { '1': file.master };

const getEvent = (
  path: string,
  { method = 'GET', query, headers = {} }: { method?: string; query?: string; headers?: Record<string, string> } = {},
) => viewerRequestEvent({ method, path, query, headers, requestId: 'r1' });
const edgeWith = (more: Readonly<Record<string, string>> = {}) =>
  loadEdgeFunction(source, getEdgeKeys({ ...secrets, ...more }), () => now);
const getCode = (answer: object): string =>
  'statusCode' in answer ? JSON.parse((answer as unknown as { body: { data: string } }).body.data).code : '';

/** What the service says of a path. */
const serviceVerdict = (path: string): string => {
  const split = splitPath(path);
  const name = split && readSigningKeyId(split.key);
  const url = split && readOnDemandUrl(split);
  if (!split || !name || !url) return 'INVALID_SIGNATURE';
  if (isExpired(url, new Date(now))) return 'URL_EXPIRED';
  const isGenuine =
    name.masterId === '1' && isSignedPart(split, deriveSigningSecret({ secret: file.master }, split.key));
  return isGenuine ? '' : 'INVALID_SIGNATURE';
};

const key = '1-ana-0123456789abcdef';
const secret = deriveSigningSecret({ secret: file.master }, key);
/** A path whose part is signed, whatever its form is. */
const signed = (part: string, by = key): string =>
  `/v1/i/${by}/${signPart(part, deriveSigningSecret({ secret: file.master }, by))}${part}`;
const good = signed('/t-1/-/e30.png');

/** Parts of every form, good and bad, all of them signed. */
const aPart = (random: Random): string => {
  const tokens = [
    ...'v1 v12 w1200 h630 x1.5 x2 q80 q0 e20301231 e20261123 e20261122 e20200101 w0 x1.50 e20301331 z1 v1'.split(' '),
    '',
  ];
  const chosen = Array.from({ length: random.int(0, 4) }, () => random.pick(tokens));
  const ordered =
    random.int(0, 3) > 0
      ? chosen.toSorted((a, b) => 'vwhxqe'.indexOf(a.charAt(0)) - 'vwhxqe'.indexOf(b.charAt(0)))
      : chosen;
  const json = JSON.stringify({ title: random.pick(['a', 'é', '👩‍👧', '+%&', '']), n: random.int(0, 999) });
  const payload = random.pick([Buffer.from(json).toString('base64url'), '-', 'e31', '']);
  return `/${random.pick(['t-1', 'SsNZIfL7Cvwr9lDMqIxpIw', 'a.b'])}/${ordered.join('-') || '-'}/${payload}.${random.pick(['png', 'jpeg', 'webp', 'gif'])}`;
};

describe('the edge function of on-demand URLs', () => {
  it('is smaller than CloudFront takes', () => {
    const bytes = Buffer.byteLength(source);
    figure('edge function of on-demand URLs, bytes', bytes);
    expect(bytes).toBeLessThan(10_240);
  });

  it.each(file.vectors)('lets the shared vector pass: $title', async ({ path }) => {
    const answer = await edgeWith()(getEvent(path, { query: 'utm_source=x&epoch=1' }));
    expect(getCode(answer)).toBe('');
    expect(answer).toMatchObject({
      uri: path,
      querystring: '',
      headers: { 'x-image-client-class': { value: 'other' } },
    });
  });

  it('agrees with the service on signed parts of every form', async () => {
    const random = randomFrom(seed);
    const edge = edgeWith();
    const verdicts = new Map<string, number>();
    for (let n = 0; n < effort(2_000, 10_000); n += 1) {
      const path = signed(aPart(random));
      const [service, atEdge] = [serviceVerdict(path), getCode(await edge(getEvent(path)))];
      expect([path, atEdge]).toEqual([path, service]);
      verdicts.set(service, (verdicts.get(service) ?? 0) + 1);
    }
    expect([...verdicts.keys()].sort()).toEqual(['', 'INVALID_SIGNATURE', 'URL_EXPIRED']);
  });

  it('accepts what the client signs, and so does the service', async () => {
    const random = randomFrom(seed + 3);
    const edge = edgeWith();
    const sign = signer(readSigningKey(`iusk.${key}.${secret.toString('base64url')}`), 'https://img.example');
    const maybe = <T>(value: T): T | undefined => (random.int(0, 1) ? value : undefined);
    for (let n = 0; n < effort(1_000, 10_000); n += 1) {
      const texts = ['a', 'é', '👩‍👧', '+%&="<>', '', ' ', '漢字', '\u0000', 'x'.repeat(random.int(0, 900))];
      const variables = maybe({ title: random.pick(texts), n: random.int(-999, 999), list: [random.pick(texts)] });
      const size = maybe(random.pick(['og', 'square', 'a', `s${random.int(0, 99)}`]));
      const side = () => (size === undefined ? maybe(random.int(1, 4_096)) : undefined);
      const url = sign(
        {
          templateId: random.pick(['t-1', 'SsNZIfL7Cvwr9lDMqIxpIw']),
          version: maybe(random.int(1, 99)),
          size,
          width: side(),
          height: side(),
          devicePixelRatio: maybe(random.pick([0.5, 1, 1.5, 2, 3])),
          quality: maybe(random.int(1, 100)),
          format: random.pick(imageFormats),
          lastDay: maybe('2030-12-31'),
        },
        variables && JSON.stringify(variables),
      );
      const path = url.slice('https://img.example'.length);
      expect([path, serviceVerdict(path), getCode(await edge(getEvent(path)))]).toEqual([path, '', '']);
    }
  });

  it('accepts no changed URL, and neither does the service', async () => {
    const random = randomFrom(seed + 1);
    const edge = edgeWith();
    for (let n = 0; n < effort(5_000, 100_000); n += 1) {
      const path = signed(`/t-1/v1-w${random.int(1, 9)}/e30.png`);
      const mutant = mutatePath(random, path);
      if (mutant === path) continue;
      expect([mutant, getCode(await edge(getEvent(mutant)))]).not.toEqual([mutant, '']);
      expect([mutant, serviceVerdict(mutant)]).not.toEqual([mutant, '']);
    }
  });

  it.runIf(hasNjs)('agrees with itself under njs', () => {
    const random = randomFrom(seed + 2);
    const paths = Array.from({ length: effort(400, 10_000) }, () => {
      const path = signed(aPart(random));
      return random.int(0, 3) === 0 ? mutatePath(random, path) : path;
    });
    // its `$` matches before a line feed at the end
    paths.push(`${good}\n`);
    figure('on-demand URLs judged by njs', paths.length);

    const events = paths.map((path) => getEvent(path));
    const answers = runUnderNjs(events, secrets, now, source).map(getCode);
    expect(paths.filter((path, n) => answers[n] !== serviceVerdict(path))).toEqual([]);
  });

  it('refuses what is denied or revoked: account, template, URL, key, version', async () => {
    const revoked = (id: string) => Object.fromEntries(getEdgeEntries([{ accountId: 'ana', revocationId: id }]));
    const hash = hashOnDemandUrl('ana', splitPath(good)?.part ?? '');
    const [second, third] = [signed('/t-1/v2/e30.png'), signed('/t-1/v3/e30.png')];
    const version = revoked(getRevocationId({ kind: 'version', templateId: 't-1', version: 2 }));
    const versions = revoked(getRevocationId({ kind: 'versions', templateId: 't-1', version: 2 }));
    const verdict = async (path: string, more: Record<string, string>) => getCode(await edgeWith(more)(getEvent(path)));

    expect(await verdict(good, { 'account:ana': 'URL_DENIED' })).toBe('URL_DENIED');
    expect(await verdict(good, { 'template:t-1': 'URL_DENIED' })).toBe('URL_DENIED');
    expect(await verdict(good, revoked(getRevocationId({ kind: 'url', hash })))).toBe('URL_REVOKED');
    expect(await verdict(second, revoked(getRevocationId({ kind: 'url', hash })))).toBe('');
    expect(await verdict(good, revoked(getRevocationId({ kind: 'key', signingKeyId: key })))).toBe('URL_REVOKED');
    expect([await verdict(second, version), await verdict(third, version)]).toEqual(['URL_REVOKED', '']);
    expect([await verdict(second, versions), await verdict(third, versions)]).toEqual(['URL_REVOKED', '']);
    // a forged URL learns nothing of it
    expect(await verdict(good.replace('e30', 'e30e'), { 'account:ana': 'URL_DENIED' })).toBe('INVALID_SIGNATURE');
  });

  it('has URLs without a version cached anew when versions of their template are revoked', async () => {
    const getKey = async (ids: readonly string[]) => {
      const entries = getEdgeEntries(ids.map((id) => ({ accountId: 'ana', revocationId: id })));
      const answer = await edgeWith(Object.fromEntries(entries))(getEvent(good));
      return (answer as { querystring: string }).querystring;
    };
    const [one, other] = [1, 2].map((version) => getRevocationId({ kind: 'version', templateId: 't-1', version })) as [
      string,
      string,
    ];

    const keys = [await getKey([]), await getKey([one]), await getKey([one, other]), await getKey([other, one])];

    expect(keys[0]).toBe('');
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe(keys[3]);
  });

  it('fails closed when the keys cannot be read', async () => {
    const broken = { get: () => Promise.reject(new Error('busy')), exists: () => Promise.resolve(true) };
    expect(getCode(await loadEdgeFunction(source, broken, () => now)(getEvent(good)))).toBe('RENDER_ERROR');
  });

  it('answers other methods and HEAD as the service does, and tells previewers apart', async () => {
    expect(getCode(await edgeWith()(getEvent(good, { method: 'POST' })))).toBe('METHOD_NOT_ALLOWED');
    expect(await edgeWith()(getEvent(`${good}x`, { method: 'HEAD' }))).not.toHaveProperty('body');
    const headers = { 'user-agent': 'LinkedInBot/1.0', 'x-image-client-class': 'other' };
    expect(await edgeWith()(getEvent(good, { headers }))).toMatchObject({
      headers: { 'x-image-client-class': { value: 'previewer' } },
    });
  });
});
