import { randomBytes } from 'node:crypto';
import { limits } from 'image-url-contract/limits.ts';
import { expect, it } from 'vitest';
import { bytesPerRevocation, edgeRevocationBytes } from '../../lambdas/domain/revocation.ts';
import type { RevocationRecord } from '../../lambdas/ports/records.ts';
import { revoke } from '../../lambdas/revocations/revoke.ts';

/**
 * @promise URLs, keys and accounts: A few accounts use all space for revocations
 * @how an account may use a tenth of the space that is left; free plans hold 100; operators have entries of their own
 *   and no limit of accounts
 * @figure twenty accounts leave more than a tenth
 */

const now = new Date('2026-11-22T00:00:00Z');

/** The limit of the edge and the records, in memory. */
const memoryRevocations = () => {
  const records = new Map<string, RevocationRecord[]>();
  let entries = 0;
  const of = async (accountId: string) => records.get(accountId) ?? [];
  return {
    countOf: (accountId: string) => records.get(accountId)?.length,
    fill: (count: number) => {
      entries = Math.max(entries, count);
    },
    'revocations:add': {
      of,
      put: async (one: RevocationRecord) => {
        records.set(one.accountId, [...(await of(one.accountId)), one]);
        entries += 1;
      },
    },
    'edgeRevocations:add': {
      budget: async (by: 'account' | 'operator') =>
        Math.max(0, Math.floor(edgeRevocationBytes[by] / bytesPerRevocation) - entries),
      add: async () => undefined,
    },
  };
};

const revokeOne = async (
  ports: ReturnType<typeof memoryRevocations>,
  accountId: string,
  most?: number,
  by: 'account' | 'operator' = 'account',
) => {
  const revocationId = `url.${randomBytes(32).toString('base64url')}`;
  const record = { accountId, revocationId, by, createdAt: now, isLifted: false } as const;
  await revoke(
    ports,
    { now: () => now, beginAct: async () => undefined },
    { ...record, expiresAt: new Date('2031-01-01') },
    most,
  );
};
const revokeAll = async (ports: ReturnType<typeof memoryRevocations>, accountId: string): Promise<number> => {
  for (let count = 0; ; count += 1) {
    try {
      await revokeOne(ports, accountId);
    } catch {
      return count;
    }
  }
};

it('twenty accounts at their revocation limit leave room for all others', async () => {
  const ports = memoryRevocations();
  const counts: number[] = [];
  for (let n = 0; n < 20; n += 1) counts.push(await revokeAll(ports, `attacker${n}`));
  expect(Math.max(...counts)).toBe(limits.revocations);
  expect(await ports['edgeRevocations:add'].budget('account')).toBeGreaterThan(
    edgeRevocationBytes.account / bytesPerRevocation / 10,
  );
  await revokeOne(ports, 'honest');
});

it('an account may use a tenth of the space that is left, or twenty entries until there is none', async () => {
  const ports = memoryRevocations();
  const leave = (free: number) => ports.fill(edgeRevocationBytes.account / bytesPerRevocation - free);

  leave(500);
  const ofManyFree = await revokeAll(ports, 'ana');
  leave(100);
  const ofFewFree = await revokeAll(ports, 'ben');
  leave(5);
  const ofTheLast = await revokeAll(ports, 'cleo');

  // with 45 of its own, a tenth of the other 455
  expect([ofManyFree, ofFewFree, ofTheLast]).toEqual([45, 20, 5]);
});

it('a plan may hold fewer', async () => {
  const ports = memoryRevocations();
  await revokeOne(ports, 'ana', 1);
  await expect(revokeOne(ports, 'ana', 1)).rejects.toMatchObject({
    code: 'TOO_MANY_REVOCATIONS',
    message: 'Your plan holds 1 revocations; lift some.',
  });
});

it('an operator revokes whatever the account has used up, in entries that no account can use', async () => {
  const ports = memoryRevocations();
  const most = await revokeAll(ports, 'ana');
  await revokeOne(ports, 'ana', undefined, 'operator');
  await expect(revokeOne(ports, 'ana')).rejects.toMatchObject({ code: 'TOO_MANY_REVOCATIONS' });
  expect(ports.countOf('ana')).toBe(most + 1);

  ports.fill(edgeRevocationBytes.account / bytesPerRevocation);
  await expect(revokeOne(ports, 'ben')).rejects.toMatchObject({ code: 'TOO_MANY_REVOCATIONS' });
  await revokeOne(ports, 'ben', undefined, 'operator');
  ports.fill(edgeRevocationBytes.operator / bytesPerRevocation);
  await expect(revokeOne(ports, 'ben', undefined, 'operator')).rejects.toThrow(/deny the account/);
});

it('what an operator has revoked is not of an account’s own revocations', async () => {
  const ports = memoryRevocations();
  await revokeOne(ports, 'ana', undefined, 'operator');
  await revokeOne(ports, 'ana', 1);
});
