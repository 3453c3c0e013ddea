import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deny, listDenyList, removeDenyListEntry } from '../../admin/administer-deny-list.ts';
import { administration } from '../../admin/administration.ts';
import { cloudFrontEdgeDenyList } from '../../lambdas/aws/cloudfront/edge-deny-list.ts';
import { cloudFrontEdgeKeys } from '../../lambdas/aws/cloudfront/edge-keys.ts';
import { edgeStore } from '../../lambdas/aws/cloudfront/edge-store.ts';
import { dynamoDbDenyList } from '../../lambdas/aws/dynamodb/deny-list.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getSubjects, subjectName } from '../../lambdas/domain/deny-list.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

const cloud = useFaultyCloud();
beforeEach(() => {
  cloud.dynamoDb.calls.length = 0;
  reported.length = 0;
});
afterEach(() => vi.useRealTimers());

const reported: unknown[] = [];
const reader = () => {
  const denyList = dynamoDbDenyList(readEnvironment('denyList:read'));
  return async (uid: string, templateId = 'any') =>
    (await denyList.findEnd(uid, getSubjects({ uid, templateId }), (cause) => void reported.push(cause))) === 'denied';
};
const stores = () => {
  const { store, ports } = administration();
  return { store, edge: ports['edgeDenyList:write'] };
};
const account = (id: string) => ({ kind: 'account', id }) as const;
const atEdge = async () => [...(await edgeStore(process.env.EDGE_KEYS ?? '').readAll()).keys()];

describe('the denials a function reads', () => {
  it('are those of the table, by account and by template', async () => {
    await deny(stores(), runtime, account('ana1'));
    await deny(stores(), runtime, { kind: 'template', id: 'card-1' });
    const isDenied = reader();

    expect(await Promise.all([isDenied('ana1'), isDenied('bob1', 'card-1'), isDenied('bob1')])).toEqual([
      true,
      true,
      false,
    ]);
    // the name of one is no name of the other
    expect(await isDenied('card-1', 'ana1')).toBe(false);
  });

  it('hold within half a minute, and ask once for each subject in that time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const isDenied = reader();
    for (let n = 0; n < 20; n += 1) expect(await isDenied('ana2')).toBe(false);
    expect(cloud.dynamoDb.calls).toHaveLength(1);
    await deny(stores(), runtime, account('ana2'));

    vi.advanceTimersByTime(30_000);
    expect(await isDenied('ana2')).toBe(true);
    await removeDenyListEntry(stores(), runtime, account('ana2'));
    vi.advanceTimersByTime(30_000);
    expect(await isDenied('ana2')).toBe(false);
  });

  it.each(['error', 'throttle', 'reset'] as const)('go on while the table is unreadable: %s', async (fault) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await deny(stores(), runtime, account('ana3'));
    const isDenied = reader();
    expect([await isDenied('ana3'), await isDenied('bob3')]).toEqual([true, false]);
    cloud.dynamoDb.decide = () => fault;
    vi.advanceTimersByTime(3_600_000);

    expect([await isDenied('ana3'), await isDenied('bob3')]).toEqual([true, false]);

    expect(reported).toHaveLength(2);
    // this one was never denied
    await expect(isDenied('eve3')).rejects.toThrow();
  });

  it('are held in bounded memory', async () => {
    const isDenied = reader();
    for (let n = 0; n < 1_100; n += 1) await isDenied(`many${n}`, `card-${n}`);
    const before = cloud.dynamoDb.calls.length;

    await isDenied('many1099', 'card-1099');
    expect(cloud.dynamoDb.calls).toHaveLength(before);
    await isDenied('many0', 'card-0');
    expect(cloud.dynamoDb.calls).toHaveLength(before + 1);
  });
});

describe('the deny list entries at the edge', () => {
  it('are complete after concurrent writes, and go when they are lifted', async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `crowd${n}`);

    await Promise.all(ids.map((id) => deny(stores(), runtime, account(id))));
    expect(await atEdge()).toEqual(expect.arrayContaining(ids.map((id) => `account:${id}`)));

    await Promise.all(ids.map((id) => removeDenyListEntry(stores(), runtime, account(id))));
    expect((await atEdge()).filter((name) => name.includes('crowd'))).toEqual([]);
  });

  it('stand beside the keys and touch none of them', async () => {
    const edge = cloudFrontEdgeKeys(readEnvironment('edgeKeys:write'));
    const key = { id: 'k1', secret: 'x'.repeat(43), signFrom: 0 };
    await edge.put([key]);
    await deny(stores(), runtime, account('ana4'));
    const denyList = cloudFrontEdgeDenyList(readEnvironment('edgeDenyList:write'));
    await denyList.replaceEntries(async () => []);

    expect(await edge.holds([key])).toBe(true);
    expect(await edge.ids()).toEqual(['k1']);
    expect(await atEdge()).toEqual(['k1']);
    // a further deny list entry writes all of them to the edge
    await deny(stores(), runtime, account('bob4'));
    const { denials: all } = await listDenyList(stores());
    expect((await atEdge()).sort()).toEqual(['k1', 'denials:templates', ...all.map(subjectName)].sort());
  });

  it('may be many', async () => {
    const edge = cloudFrontEdgeDenyList(readEnvironment('edgeDenyList:write'));
    const names = Array.from({ length: 130 }, (_, n) => `template:t${n}`);

    await edge.replaceEntries(async () => names);
    expect((await atEdge()).filter((name) => name.startsWith('template:t'))).toHaveLength(130);
    await edge.replaceEntries(async () => []);
    expect((await atEdge()).filter((name) => name.includes(':'))).toEqual([]);
  });
});
