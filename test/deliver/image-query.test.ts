import {
  encodeVariable,
  getImagePairs,
  getSignedQuery,
  readImageQuery,
} from 'image-url-contract/signing/image-query.ts';
import { getSigningKey, newKeyring } from 'image-url-contract/signing/keyring.ts';
import { expect, it } from 'vitest';
import { getExpiryAfter } from '../../lambdas/domain/signing/expiry.ts';

const now = new Date('2026-03-01T10:00:00Z');
const keyring = newKeyring(new Uint8Array(32).fill(7), now);
const key = keyring.keys[0] ?? expect.fail('no key');
const query = {
  templateId: 't-1',
  uid: 'ana',
  exp: 1_900_000_000_000,
  rv: 'e1-0123456789abcdef',
  tv: '3',
  options: { width: 1200, height: 630, format: 'webp', quality: 80, devicePixelRatio: 2 },
  variables: { title: 'Ünïcode & + % "signs" ~!*()\'', empty: '' },
} as const;

it.each([
  ['width', '01200'],
  ['width', '1e3'],
  ['width', '+5'],
  ['exp', '1.5'],
  ['exp', ''],
  ['quality', '80.'],
  ['quality', '101'],
  ['format', 'gif'],
  ['dpr', '-1'],
])('no image query is read whose %s is %s', (name, value) => {
  const pairs = new Map(getImagePairs(getSignedQuery(query, key)));
  pairs.set(name, value);
  expect(readImageQuery(pairs)).toBeUndefined();
});

it.each([
  ['text', 'text'],
  ['', ''],
  ['~tilde', '~"~tilde"'],
  [5, '~5'],
  [null, '~null'],
  [['a', { b: true }], '~["a",{"b":true}]'],
])('as a variable in a URL %j is %s', (value, text) => {
  expect(encodeVariable(value)).toBe(text);
});

it('expiry is the end of the UTC day in which the lifetime ends', () => {
  expect(new Date(getExpiryAfter(now, 1)).toISOString()).toBe('2026-03-03T00:00:00.000Z');
  expect(getExpiryAfter(new Date('2026-03-01T23:59:59.999Z'), 1)).toBe(getExpiryAfter(now, 1));
});

it('a keyring signs with the newest key whose moment has come', () => {
  const moment = now.getTime();
  const keys = [
    { ...key, id: '1', signFrom: moment - 10 },
    { ...key, id: '2', signFrom: moment },
    { ...key, id: '3', signFrom: moment + 1 },
  ];

  expect(getSigningKey({ formatVersion: 1, keys }, now)?.id).toBe('2');
  expect(getSigningKey({ formatVersion: 1, keys: keys.slice(2) }, now)).toBeUndefined();
});
