import { toCanonicalJson } from 'image-url-contract/canonical-json.ts';
import {
  getOnDemandIdentity,
  getSignedPath,
  isExpired,
  isSignedPart,
  readOnDemandUrl,
  splitPath,
} from 'image-url-contract/signing/on-demand-url.ts';
import {
  createSigningKeyId,
  deriveSigningSecret,
  readSigningKey,
  signingKeyText,
} from 'image-url-contract/signing/signing-secret.ts';
import { describe, expect, it } from 'vitest';
import file from './vectors/on-demand-urls.json' with { type: 'json' };

const master = { secret: file.master };
/** What a path asks for, if it is genuine. */
const verified = (path: string) => {
  const split = splitPath(path);
  return split && isSignedPart(split, deriveSigningSecret(master, split.key)) ? readOnDemandUrl(split) : undefined;
};
const bad = (path: string) => readOnDemandUrl(splitPath(path) ?? { key: '', signature: '', part: '' });

it.each(file.vectors)(
  'the shared vector $title is signed, verified and read',
  ({ signingKey, path, variablesJson, templateId }) => {
    const { key, secret } = readSigningKey(signingKey) ?? expect.fail('unreadable');
    const url = verified(path) ?? expect.fail('not genuine');

    expect(signingKeyText(master, key)).toBe(signingKey);
    expect([url.key, url.templateId]).toEqual([key, templateId]);
    expect(getSignedPath(url, secret)).toBe(path);
    const payload = variablesJson === null ? '-' : Buffer.from(variablesJson).toString('base64url');
    expect(url.payload).toBe(payload);
    expect(path).toMatch(/^[A-Za-z0-9._~/-]+$/);
  },
);

const key = createSigningKeyId({ id: '1' }, 'ana', new Uint8Array(12).fill(9));
/** A path whose part is signed as it stands. */
const withPart = (part: string) => `/v1/i/${key}/${'A'.repeat(43)}${part}`;

describe('the form of a path', () => {
  it.each([
    ['a token out of order', '/t/w10-v3/e30.png'],
    ['a token twice', '/t/w10-w10/e30.png'],
    ['an empty token', '/t/w10-/e30.png'],
    ['no token', '/t//e30.png'],
    ['a leading zero', '/t/w010/e30.png'],
    ['a trailing zero', '/t/x1.50/e30.png'],
    ['an exponent', '/t/x1e2/e30.png'],
    ['a sign', '/t/w-10/e30.png'],
    ['an unknown token', '/t/z1/e30.png'],
    ['a month that there is not', '/t/e20261301/e30.png'],
    ['a size in capitals', '/t/sSquare/e30.png'],
    ['a size that begins with a digit', '/t/s1x/e30.png'],
    ['a size of 21 characters', `/t/s${'a'.repeat(21)}/e30.png`],
    ['a size without a name', '/t/s/e30.png'],
    ['a size before the version', '/t/ssquare-v1/e30.png'],
    ['padding', '/t/-/e30=.png'],
    ['a payload in a second spelling', '/t/-/e31.png'],
    ['a payload of an impossible length', '/t/-/e30ab.png'],
    ['no payload', '/t/-/.png'],
    ['another format', '/t/-/e30.gif'],
    ['no format', '/t/-/e30'],
    ['a further segment', '/t/-/e30.png/x'],
    ['a template id with a dot', '/../-/e30.png'],
    ['a percent sign', '/t/-/%65.png'],
    ['a line feed at the end', '/t/-/e30.png\n'],
  ])('has no room for %s', (_what, part) => {
    expect(bad(withPart(part))).toBeUndefined();
  });

  it('ends where minted URLs end', () => {
    const part = `/t/-/${'A'.repeat(8_192)}.png`;
    expect(splitPath(withPart(part))).toBeUndefined();
  });

  it('is read in linear time, whatever it is', () => {
    for (const text of ['/'.repeat(8_000), `/t/${'w1-'.repeat(2_600)}/e30.png`, `/t/-/${'A'.repeat(8_000)}`])
      expect(bad(withPart(text))).toBeUndefined();
  });
});

it('a signature is none of another account’s, another key’s or another part’s', () => {
  const path = getSignedPath(
    { key, templateId: 't', format: 'png', payload: 'e30', version: 3 },
    deriveSigningSecret(master, key),
  );
  const [bens, other] = ['ben', 'ana'].map((account) =>
    createSigningKeyId({ id: '1' }, account, new Uint8Array(12).fill(8)),
  );

  expect(verified(path)).toBeDefined();
  for (const changed of [bens, other].map((id) => path.replace(key, id ?? '')).concat(path.replace('/v3/', '/v4/')))
    expect(verified(changed)).toBeUndefined();
});

it('a last day is over when its day in UTC is', () => {
  const url = { lastDay: '20261123' };
  expect(isExpired(url, new Date('2026-11-23T23:59:59.999Z'))).toBe(false);
  expect(isExpired(url, new Date('2026-11-24T00:00:00Z'))).toBe(true);
  expect(isExpired({}, new Date('9999-01-01T00:00:00Z'))).toBe(false);
});

describe('an identity', () => {
  const asked = { key, templateId: 't', format: 'png', payload: 'x' } as const;

  it('is another one for everything that shows', () => {
    const all = [
      getOnDemandIdentity('ana', asked, {}),
      getOnDemandIdentity('ben', asked, {}),
      getOnDemandIdentity('ana', { ...asked, version: 1 }, {}),
      getOnDemandIdentity('ana', { ...asked, width: 1 }, {}),
      getOnDemandIdentity('ana', { ...asked, height: 1 }, {}),
      getOnDemandIdentity('ana', { ...asked, format: 'jpeg' }, {}),
      getOnDemandIdentity('ana', asked, { a: '1' }),
      getOnDemandIdentity('ana', asked, { a: 1 }),
      getOnDemandIdentity('ana', asked, { a: [1] }),
    ];

    expect(new Set(all).size).toBe(all.length);
  });

  it('sorts names as UTF-16 and writes strings as JSON', () => {
    expect(toCanonicalJson({ b: 'é"', a: [true, null, 1.5], ä: {} })).toBe('{"a":[true,null,1.5],"b":"é\\"","ä":{}}');
  });
});
