import { parseApiKey } from 'image-url-contract/api-key.ts';
import { beforeEach, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { enrolCanary } from '../../admin/enrol-canary.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

onEmptyCloud();

type Desk = Pick<ReturnType<typeof administration>, 'store' | 'canaryKey'>;
class Interrupted extends Error {}

/** Returns the desk, which ends after so many writes; the last has its effect. */
const interruptedAfter = (atMost: number): Desk & { readonly writes: string[] } => {
  const writes: string[] = [];
  const counted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== 'function' || !/^(create|put|write|change|revoke)/.test(String(name))) return call;
        return async (...args: unknown[]) => {
          if (writes.length === atMost) throw new Interrupted();
          writes.push(String(name));
          return call(...args);
        };
      },
    });
  const { store, canaryKey } = administration();
  return { store: counted(store), canaryKey: counted(canaryKey), writes };
};

const enrol = ({ store, canaryKey }: Desk, isNewWanted = false) => enrolCanary(store, runtime, canaryKey, isNewWanted);

/** Accounts by status, each with the statuses of its keys. */
const getAccounts = async () => {
  const { store } = administration();
  const accounts = (await Array.fromAsync(store.accounts())).flatMap((walked) =>
    'record' in walked ? [walked.record] : [],
  );
  const rows = accounts.map(async ({ accountId, status }) => {
    const keys = await store.keysOf(accountId);
    return [status, ...keys.map(({ key: { revoked } }) => (revoked ? 'revoked' : 'valid'))].join(' ');
  });
  return (await Promise.all(rows)).toSorted();
};

beforeEach(async () => {
  const { store, canaryKey } = administration();
  await canaryKey.write('none');
  for await (const { id } of store.accounts()) await store.removeAccount(id);
});

it('writes secret, account and key, in this order', async () => {
  const desk = interruptedAfter(Number.POSITIVE_INFINITY);
  await enrol(desk);
  expect(desk.writes).toEqual(['write', 'createAccount', 'putKey']);
});

it.each([0, 1, 2, 3])('interrupted after %i of 3 writes and run again leaves one account with one key', async (n) => {
  await enrol(interruptedAfter(n)).catch((error) => expect(error).toBeInstanceOf(Interrupted));

  const { accountId, keyId } = await enrol(administration());

  expect(await getAccounts()).toEqual(['active valid']);
  const key = parseApiKey((await administration().canaryKey.read()) ?? '');
  expect(key).toMatchObject({ accountId, keyId });
  expect(await enrol(administration())).toEqual({ accountId, keyId, isNew: false });
});

it.each([0, 1, 2, 3, 4])(
  'replaced, interrupted after %i of 5 writes and run again leaves one account that is served',
  async (n) => {
    const first = await enrol(administration());
    await enrol(interruptedAfter(n), true).catch((error) => expect(error).toBeInstanceOf(Interrupted));

    const { accountId, keyId } = await enrol(administration(), true);

    expect(accountId).not.toBe(first.accountId);
    expect(await getAccounts()).toEqual(['active valid', 'canceled revoked']);
    expect(parseApiKey((await administration().canaryKey.read()) ?? '')).toMatchObject({ accountId, keyId });
  },
);
