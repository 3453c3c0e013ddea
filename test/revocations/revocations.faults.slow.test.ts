import { describe, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { cloudFrontEdgeRevocationStore } from '../../lambdas/aws/cloudfront/edge-revocations.ts';
import { edgeStore } from '../../lambdas/aws/cloudfront/edge-store.ts';
import { dynamoDbRevocations } from '../../lambdas/aws/dynamodb/revocations.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getEdgeEntries, getRevocationId } from '../../lambdas/domain/revocation.ts';
import type { RevocationRecord } from '../../lambdas/ports/records.ts';
import { copyRevocationsToEdge } from '../../lambdas/revocations/copy-to-edge.ts';
import { isInForce, liftRevocation, revoke } from '../../lambdas/revocations/revoke.ts';
import { effort, figure, isSoak } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

const cloud = useFaultyCloud();

const clock = { now: () => new Date(), beginAct: async () => undefined };
const year = 365 * 86_400_000;
let accounts = 0;
const anAccountId = (): string => {
  accounts += 1;
  return `acc${accounts}`;
};

const aRevocation = (accountId: string, change: Partial<RevocationRecord> = {}): RevocationRecord => ({
  ...{ accountId, by: 'account', createdAt: new Date(), expiresAt: new Date(Date.now() + year), isLifted: false },
  revocationId: getRevocationId({ kind: 'versions', templateId: 'card', version: 3 }),
  ...change,
});
const upTo = (version: number) => getRevocationId({ kind: 'versions', templateId: 'card', version });
const only = (version: number) => getRevocationId({ kind: 'version', templateId: 'card', version });

const ports = () => administration().ports;
const getRows = (accountId: string) => ports()['revocations:lift'].of(accountId);
const isMarked = (accountId: string): Promise<boolean> => cloud.edgeKeys.exists(`revokes:${accountId}`);
/** What the edge refuses by, once an account is marked as one that has any revocations at all. */
const refusedAtEdge = async (accountId: string): Promise<Record<string, string>> => {
  const versions = [1, 2, 3, 4, 5].map((version) => `version:${accountId}:card:${version}`);
  const found: Record<string, string> = {};
  for (const name of [`versions:${accountId}:card`, ...versions])
    if (await cloud.edgeKeys.exists(name)) found[name] = await cloud.edgeKeys.get(name);
  if (Object.keys(found).length > 0) expect(await isMarked(accountId)).toBe(true);
  return found;
};
/** The entry that changes with what is revoked of a template's versions. */
const epochAtEdge = async (accountId: string): Promise<Record<string, string>> => {
  const name = `epoch:${accountId}:card`;
  return (await cloud.edgeKeys.exists(name)) ? { [name]: await cloud.edgeKeys.get(name) } : {};
};
const isRefusedBehind = (accountId: string, version = 3): Promise<boolean> =>
  dynamoDbRevocations(readEnvironment('revocations:read')).isRevoked(
    { accountId, hash: 'x'.repeat(43), templateId: 'card', version },
    () => undefined,
  );
/** What the edge should hold of the rows, by the rules that the edge function judges by. */
const getWanted = async (accountId: string) => {
  const wanted = new Map(getEdgeEntries((await getRows(accountId)).filter((row) => isInForce(row, clock.now()))));
  wanted.delete(`revokes:${accountId}`);
  return Object.fromEntries(wanted);
};

class Crash extends Error {}

/** The ports of a process that ends before one of its calls. */
const endingAt = (call: number) => {
  let calls = 0;
  const wrapped = <T extends object>(port: T): T =>
    new Proxy(port, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          calls += 1;
          if (calls === call) throw new Crash();
          return (target as Record<string | symbol, (...all: unknown[]) => unknown>)[name]?.(...given);
        },
    });
  const real = ports();
  return {
    'revocations:add': wrapped(real['revocations:add']),
    'revocations:lift': wrapped(real['revocations:lift']),
    'edgeRevocations:add': wrapped(real['edgeRevocations:add']),
    'edgeRevocations:lift': wrapped(real['edgeRevocations:lift']),
  };
};

/** Runs something that may end at any of its calls; true when it did. */
const isCutOff = async (run: () => Promise<void>): Promise<boolean> => {
  try {
    await run();
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
};

describe('a process that ends at any call', () => {
  it('of a revocation leaves nothing that is refused and cannot be seen, and asking again finishes it', async () => {
    let call = 0;
    for (let isEnding = true; isEnding; ) {
      call += 1;
      const accountId = anAccountId();

      isEnding = await isCutOff(() => revoke(endingAt(call), clock, aRevocation(accountId)));

      const isListed = (await getRows(accountId)).length > 0;
      if (!isListed)
        expect([call, await isMarked(accountId), await isRefusedBehind(accountId)]).toEqual([call, false, false]);
      await revoke(ports(), clock, aRevocation(accountId));
      expect(await refusedAtEdge(accountId)).toEqual({ [`versions:${accountId}:card`]: '3' });
      expect([await isRefusedBehind(accountId), (await getRows(accountId)).length]).toEqual([true, 1]);
    }
    expect(call).toBeGreaterThan(4);
  });

  it('of lifting leaves a revocation that can be lifted, or none', async () => {
    let call = 0;
    for (let isEnding = true; isEnding; ) {
      call += 1;
      const accountId = anAccountId();
      await revoke(ports(), clock, aRevocation(accountId));

      isEnding = await isCutOff(() => liftRevocation(endingAt(call), clock, aRevocation(accountId)));

      const isListed = (await getRows(accountId)).length > 0;
      if (!isListed) expect([call, await refusedAtEdge(accountId)]).toEqual([call, {}]);
      await liftRevocation(ports(), clock, aRevocation(accountId));
      expect([await getRows(accountId), await refusedAtEdge(accountId)]).toEqual([[], {}]);
      expect(await isRefusedBehind(accountId)).toBe(false);
    }
    expect(call).toBeGreaterThan(3);
  });

  it('leaves nothing that a day does not mend; what has expired goes as well', async () => {
    const [cut, lifted, expired] = [anAccountId(), anAccountId(), anAccountId()];
    const real = ports();
    await isCutOff(() => revoke(endingAt(4), clock, aRevocation(cut)));
    await revoke(real, clock, aRevocation(lifted));
    await real['revocations:lift'].lift(lifted, upTo(3));
    await revoke(real, clock, aRevocation(expired, { expiresAt: new Date(Date.now() + year / 2) }));
    expect([await refusedAtEdge(cut), Object.keys(await refusedAtEdge(lifted))]).toEqual([
      {},
      [`versions:${lifted}:card`],
    ]);

    const store = {
      'revocations:walk': real['revocations:walk'],
      'edgeRevocations:write': cloudFrontEdgeRevocationStore(readEnvironment('edgeRevocations:write')),
    };
    await copyRevocationsToEdge(store, { now: () => new Date(Date.now() + 0.7 * year) });

    expect(await refusedAtEdge(cut)).toEqual({ [`versions:${cut}:card`]: '3' });
    for (const gone of [lifted, expired])
      expect([await refusedAtEdge(gone), await isMarked(gone)]).toEqual([{}, false]);
  });
});

describe('many who revoke and lift at once', () => {
  const step = fc.record({
    isRevoking: fc.boolean(),
    id: fc.constantFrom(only(1), only(3), upTo(2), upTo(3), upTo(5)),
  });

  it('leave the edge with what the table says', async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        async (iterations) => {
          const accountId = anAccountId();
          for (const iteration of iterations) {
            steps += iteration.length;
            const runs = iteration.map(({ isRevoking, id }) => {
              const one = aRevocation(accountId, { revocationId: id });
              return isRevoking ? revoke(ports(), clock, one) : liftRevocation(ports(), clock, one);
            });
            await Promise.all(runs);
            const held = { ...(await refusedAtEdge(accountId)), ...(await epochAtEdge(accountId)) };
            expect(held).toEqual(await getWanted(accountId));
            expect((await getRows(accountId)).filter(({ isLifted }) => isLifted)).toEqual([]);
          }
        },
      ),
      { numRuns: effort(4, 200) },
    );
    figure('revocations and lifts at once', steps);
  });
});

describe('what the edge can hold', () => {
  it('ends with a clear refusal that changes nothing, and goes on when there is room', async () => {
    const accountId = anAccountId();
    const real = ports();
    const full = { ...real, 'edgeRevocations:add': { ...real['edgeRevocations:add'], budget: async () => 0 } };

    await expect(revoke(full, clock, aRevocation(accountId))).rejects.toMatchObject({ code: 'TOO_MANY_REVOCATIONS' });
    expect([await getRows(accountId), await isMarked(accountId)]).toEqual([[], false]);
    await revoke(real, clock, aRevocation(accountId));
    // an existing revocation needs no more space
    await revoke(full, clock, aRevocation(accountId));
    expect(await isRefusedBehind(accountId)).toBe(true);
  });

  // four thousand signed entries take minutes
  it.runIf(isSoak)('is enforced by the store itself', async () => {
    const { change } = edgeStore(process.env.EDGE_KEYS ?? '');
    const names = Array.from({ length: 4_600 }, (_, n) => `filler${n}`);
    await change(() => ({ puts: new Map(names.map((name) => [name, 'x'.repeat(1_000)])) }));

    expect(await ports()['edgeRevocations:add'].budget('account')).toBe(0);

    await change((entries) => ({ deletes: [...entries.keys()].filter((name) => name.startsWith('filler')) }));
    expect(await ports()['edgeRevocations:add'].budget('account')).toBeGreaterThan(0);
  });
});
