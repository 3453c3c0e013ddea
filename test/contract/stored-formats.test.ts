import { parseKeyring } from 'image-url-contract/signing/keyring.ts';
import { describe, expect, it } from 'vitest';
import {
  accounts,
  apiKeys,
  denyList,
  fonts as fontRecords,
  readTemplate,
  revocations,
  versions,
} from '../../lambdas/domain/records/account-records.ts';

/* After a roll-back a release finds what a newer one has stored: it says that it does not know the format, and guesses nothing. */

const at = '2027-01-01T00:00:00.000Z';
const account = {
  ...{ accountId: 'a', plan: 'pro', status: 'active', anchor: at, periodStart: at, periodEnd: at },
  formatVersion: 1,
};
const key = { keyId: 'k', keyHash: 'h', accountId: 'a', revoked: false, formatVersion: 1 };
const denyListEntry = { subject: 'account:a', kind: 'account', id: 'a', deniedAt: at, formatVersion: 1 };
const revocation = {
  ...{ accountId: 'a', revocationId: 'url.x', by: 'account', createdAt: at, expiresAt: at, expires: 1 },
  ...{ isLifted: false, formatVersion: 1 },
};
const fonts = { accountId: 'a', fonts: {}, formatVersion: 1 };
const facts = {
  templateId: 't',
  codeHash: 'c',
  renderPlanHash: 'r',
  variables: [],
  seesAll: false,
  options: { engine: 'satori' },
};
const version = { ...facts, version: '000000001', createdAt: at, formatVersion: 1 };
const template = {
  ...{ ...facts, version: 1, createdAt: at, updatedAt: at, versionCreatedAt: at, formatVersion: 1 },
  ...{ ownerId: 'a', isPublic: false, name: 'n', description: '', warnings: [] },
};

describe('a record of a newer format', () => {
  it.each([
    ['account', accounts.read, account],
    ['key', apiKeys.read, key],
    ['denial', denyList.read, denyListEntry],
    ['revocation', revocations.read, revocation],
    ['fonts', fontRecords.read, fonts],
    ['version', versions.read, version],
  ] as const)('is refused: %s', (_what, read, item) => {
    expect(() => read(item)).not.toThrow();
    expect(() => read({ ...item, formatVersion: 2 })).toThrow('A record has a format this version does not know.');
  });

  it('has no render plan here: template', () => {
    expect(readTemplate(template).renderPlanHash).toBe('r');
    expect(readTemplate({ ...template, formatVersion: 2 })).not.toHaveProperty('renderPlanHash');
  });

  it('of an account that is in a state this release does not know is refused, and so not served', () => {
    expect(() => accounts.read({ ...account, status: 'deleting' })).not.toThrow();
    expect(() => accounts.read({ ...account, status: 'frozen' })).toThrow('status');
  });
});

it('a keyring of a newer format is refused, so that nothing is signed or verified with half of it', () => {
  const keys = [{ id: '1', secret: 'x'.repeat(43), signFrom: 0 }];
  expect(parseKeyring(JSON.stringify({ formatVersion: 1, keys }))).toEqual({ formatVersion: 1, keys });
  expect(() => parseKeyring(JSON.stringify({ formatVersion: 2, keys }))).toThrow();
});
