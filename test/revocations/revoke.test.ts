import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { limits } from '../../lambdas/contract/limits.ts';
import { maxEdgeEntries } from '../../lambdas/domain/revocation.ts';
import type { RevocationRecord } from '../../lambdas/ports/records.ts';
import { revoke } from '../../lambdas/revocations/revoke.ts';

const now = new Date('2026-11-22T00:00:00Z');

/** The limit of the edge and the records, in memory. */
const memoryRevocations = () => {
  const records = new Map<string, RevocationRecord[]>();
  let entries = 0;
  const of = async (accountId: string) => records.get(accountId) ?? [];
  return {
    'revocations:add': {
      of,
      put: async (one: RevocationRecord) => {
        records.set(one.accountId, [...(await of(one.accountId)), one]);
        entries += 1;
      },
    },
    'edgeRevocations:add': { budget: async () => maxEdgeEntries - entries, add: async () => undefined },
  };
};

const revokeOne = async (ports: ReturnType<typeof memoryRevocations>, accountId: string, most?: number) => {
  const revocationId = `url.${randomBytes(32).toString('base64url')}`;
  const record = { accountId, revocationId, by: 'account', createdAt: now, isLifted: false } as const;
  await revoke(ports, { now: () => now }, { ...record, expiresAt: new Date('2031-01-01') }, most);
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
  expect(await ports['edgeRevocations:add'].budget()).toBeGreaterThan(maxEdgeEntries / 10);
  await revokeOne(ports, 'honest');
});

it('a plan may hold fewer', async () => {
  const ports = memoryRevocations();
  await revokeOne(ports, 'ana', 1);
  await expect(revokeOne(ports, 'ana', 1)).rejects.toMatchObject({
    code: 'TOO_MANY_REVOCATIONS',
    message: 'Your plan holds 1 revocations; lift some.',
  });
});
