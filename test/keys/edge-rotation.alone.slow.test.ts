import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { getSigningKey, type SigningKey } from 'image-url-contract/signing/keyring.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cloudFrontEdgeKeys } from '../../lambdas/aws/cloudfront/edge-keys.ts';
import { createKeyring, secretsManagerKeyringStore } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { fillEdge, type RotationStep, rotateSigningKey, rotationSteps } from '../../lambdas/keys/rotate-signing-key.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { localIdentity } from '../../local/credentials.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { type EdgeKeyStore, edgeKeysArn, startEdgeKeyStore } from '../../local/edge-key-store.ts';
import type { Emulator } from '../../local/listen.ts';
import { operations, secretsRequest } from '../../local/secrets-manager/operations.ts';
import { moveStage, type Secret, SecretsFailure } from '../../local/secrets-manager/secrets.ts';
import { startSecretsManager } from '../../local/secrets-manager.ts';
import { effort } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { handlerOf } from '../support/handler.ts';
import { randomFrom } from '../support/random.ts';

/**
 * @promise URLs, keys and accounts: Rotation steps out of order or interrupted
 * @how each step requires the one before it; no two keys start to sign at the same time
 * @figure 60 rounds of three rotations in any order: no key in use that the edge lacks
 */

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

const dir = useFolder();
let secrets: Emulator;
let store: EdgeKeyStore;
let ports: Pick<PortsOf<'rotateSigningKey'>, 'keyring:rotate' | 'edgeKeys:write'>;
let secretName = '';
const clock = { now: Date.now() };
const nothing = () => undefined;
const runtime: Runtime = {
  defaultEngine: 'satori',
  now: () => new Date(clock.now),
  randomBytes,
  log: nothing,
  count: nothing,
  beginAct: async () => undefined,
  answerAgain: () => undefined,
  writeQuotaHeaders: nothing,
};

beforeAll(async () => {
  secrets = await startSecretsManager({ dir });
  Object.assign(process.env, { ...localIdentity, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url });
});

afterAll(async () => {
  await secrets.close();
});

/** A new secret with a first key, and an edge that knows it. */
beforeEach(async () => {
  clock.now = Date.now();
  store = await startEdgeKeyStore();
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE = store.url;
  secretName = crypto.randomUUID();
  await createKeyring(secretName);
  ports = {
    'keyring:rotate': secretsManagerKeyringStore({ SIGNING_SECRET: secretName }),
    'edgeKeys:write': cloudFrontEdgeKeys({ EDGE_KEYS: edgeKeysArn }),
  };
  await fillEdge(ports, runtime);
  return () => store.close();
});

const keyring = () => ports['keyring:rotate'];
const edge = () => ports['edgeKeys:write'];
const current = async () => (await keyring().find('current'))?.keyring?.keys ?? expect.fail('no keyring');
const lastProposed = async (version: string): Promise<SigningKey> =>
  (await keyring().find({ version }))?.keyring?.keys.at(-1) ?? expect.fail('no key');
const isAtEdge = async ({ id, secret }: SigningKey): Promise<boolean> =>
  (await store.keys.exists(id)) && (await store.keys.get(id)) === secret;
const areAtEdge = (keys: readonly SigningKey[]) => Promise.all(keys.map(isAtEdge));
const take = async (version: string, ...steps: RotationStep[]): Promise<void> => {
  for (const step of steps) await rotateSigningKey(ports, runtime, step, version);
};
const rotate = (version = crypto.randomUUID()): Promise<void> => take(version, ...rotationSteps);
const createSecret = (input: { Name: string; SecretString?: string }) =>
  new SecretsManagerClient({}).send(new CreateSecretCommand(input));
const useSecret = (name: string): void => {
  ports = { ...ports, 'keyring:rotate': secretsManagerKeyringStore({ SIGNING_SECRET: name }) };
};

describe('a rotation', () => {
  it('gives the edge the new key before it is used, and signs with it a quarter of an hour later', async () => {
    const version = crypto.randomUUID();
    const [first] = await current();

    await take(version, 'createSecret', 'setSecret');
    const proposed = await lastProposed(version);
    expect(await isAtEdge(proposed)).toBe(true);
    expect(await current()).toEqual([first]);
    await take(version, 'testSecret', 'finishSecret');

    const keys = await current();
    expect(keys).toEqual([first, proposed]);
    expect(proposed.signFrom).toBe(clock.now + 15 * minuteMs);
    expect(getSigningKey({ formatVersion: 1, keys }, new Date(clock.now + 14 * minuteMs))).toEqual(first);
    expect(await areAtEdge(keys)).toEqual([true, true]);
  });

  it('adds one key however often each step runs, at once or one after the other', async () => {
    const version = crypto.randomUUID();
    for (const step of rotationSteps) {
      await Promise.all([1, 2, 3].map(() => take(version, step)));
      await take(version, step);
    }
    await rotate(version);
    expect(await areAtEdge(await current())).toEqual([true, true]);
  });

  it('of which two run at once leaves one new key in the keyring and at the edge', async () => {
    const versions = [crypto.randomUUID(), crypto.randomUUID()];
    const both = (step: RotationStep) => Promise.allSettled(versions.map((version) => take(version, step)));
    await both('createSecret');
    const proposed = await Promise.all(versions.map(lastProposed));
    await both('setSecret');

    const results = await both('finishSecret');

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const keys = await current();
    expect(keys).toHaveLength(2);
    for (const key of proposed) expect(await isAtEdge(key)).toBe(keys.some(({ id }) => id === key.id));
    await rotate();
    expect(await current()).toHaveLength(3);
  });

  it('that took longer than caches are given changes nothing, and the next one works', async () => {
    const version = crypto.randomUUID();
    await take(version, 'createSecret', 'setSecret');
    const late = await lastProposed(version);

    clock.now += 10 * minuteMs;
    await expect(take(version, 'finishSecret')).rejects.toThrow(/too long/);

    expect(await current()).toHaveLength(1);
    expect(await isAtEdge(late)).toBe(false);
    await rotate();
    expect(await current()).toHaveLength(2);
  });

  it('takes no step before the one it follows, and changes nothing when asked to', async () => {
    const version = crypto.randomUUID();
    const before = await current();
    for (const step of ['setSecret', 'finishSecret'] as const)
      await expect(take(version, step)).rejects.toThrow(/no version/);
    await take(version, 'createSecret');

    await expect(take(version, 'finishSecret')).rejects.toThrow(/edge/);

    expect(await current()).toEqual(before);
    // the steps go on where they were
    await take(version, 'setSecret', 'testSecret', 'finishSecret');
    expect(await areAtEdge(await current())).toEqual([true, true]);
  });

  it('that was overtaken writes nothing to the edge, however late its steps come', async () => {
    const [late, version] = [crypto.randomUUID(), crypto.randomUUID()];
    await take(late, 'createSecret');
    await rotate(version);
    const stray = await lastProposed(late);

    await expect(take(late, 'setSecret')).rejects.toThrow(/overtaken/);
    await expect(take(late, 'finishSecret')).rejects.toThrow(/overtaken|edge/);

    expect(await isAtEdge(stray)).toBe(false);
    expect(await keyring().find('current')).toMatchObject({ version });
    await fillEdge(ports, runtime);
  });

  it('signs only with keys that the edge has, for any interleaving of three rotations', async () => {
    const random = randomFrom(11);
    for (let iteration = 0; iteration < effort(2, 60); iteration += 1) {
      const versions = [1, 2, 3].map(() => crypto.randomUUID());
      for (let n = 0; n < 25; n += 1) {
        await take(random.pick(versions), random.pick(rotationSteps)).catch(() => undefined);
        clock.now += random.pick([0, 0, 1, minuteMs]);
        const keys = await current();
        expect(await areAtEdge(keys), `round ${iteration}, step ${n}`).not.toContain(false);
        expect(new Set(keys.map(({ signFrom }) => signFrom)).size).toBe(keys.length);
      }
    }
    await rotate();
    await fillEdge(ports, runtime);
  });

  it('drops a key, at the edge too, once no URL of its can live', async () => {
    const first = (await current())[0] ?? expect.fail('no key');
    await rotate();

    clock.now += 1_829 * dayMs + 14 * minuteMs;
    await rotate();
    expect(await current()).toContainEqual(first);
    clock.now += 2 * minuteMs;
    await rotate();

    expect(await current()).not.toContainEqual(first);
    expect(await isAtEdge(first)).toBe(false);
    expect(await areAtEdge(await current())).not.toContain(false);
  });

  it('works without an edge function', async () => {
    ports = { ...ports, 'edgeKeys:write': cloudFrontEdgeKeys({ EDGE_KEYS: '' }) };
    await rotate();
    expect(await current()).toHaveLength(2);
  });
});

describe('a deployment', () => {
  it('fills an empty store with every key, entries small enough, and changes nothing the second time', async () => {
    for (let n = 0; n < 3; n += 1) await rotate();
    const keys = await current();
    await edge().drop(keys.map(({ id }) => id));
    expect(await edge().holds(keys)).toBe(false);

    await fillEdge(ports, runtime);
    await fillEdge(ports, runtime);

    expect(await areAtEdge(keys)).toEqual([true, true, true, true]);
    expect(await current()).toEqual(keys);
    for (const { id, secret } of keys) expect(id.length + secret.length).toBeLessThan(1_024);
  });

  it('makes the first key where the secret has none, one however many deployments begin', async () => {
    const blank = { Name: crypto.randomUUID(), SecretString: '{"formatVersion":0,"unused":"x"}' };
    await createSecret(blank);
    await createSecret({ Name: `${blank.Name}-empty` });

    for (const name of [blank.Name, `${blank.Name}-empty`]) {
      useSecret(name);
      await edge().drop(['1']);
      await Promise.all([1, 2, 3].map(() => fillEdge(ports, runtime)));

      const keys = await current();
      expect(getSigningKey({ formatVersion: 1, keys }, runtime.now())).toEqual(keys[0]);
      expect(await areAtEdge(keys)).toEqual([true]);
    }
  });

  it('makes no first key where there were others before', async () => {
    secretName = crypto.randomUUID();
    const blank = { SecretId: secretName, SecretString: '{"formatVersion":0}' };
    await createSecret({ Name: secretName, SecretString: blank.SecretString });
    await edge().drop(['1']);
    useSecret(secretName);
    const withoutEdge = { ...ports, 'edgeKeys:write': cloudFrontEdgeKeys({ EDGE_KEYS: '' }) };
    await fillEdge(ports, runtime);
    await rotate();
    const keys = await current();

    // the second time neither the version in use nor the one before it holds a keyring
    for (const _time of [1, 2]) {
      await new SecretsManagerClient({}).send(new PutSecretValueCommand(blank));
      for (const some of [ports, withoutEdge]) {
        await expect(fillEdge(some, runtime)).rejects.toThrow(/had a keyring/);
        const step = rotateSigningKey(some, runtime, 'createSecret', crypto.randomUUID());
        await expect(step).rejects.toThrow(/had a keyring/);
      }
      expect(await keyring().find('current')).not.toHaveProperty('keyring');
    }
    expect(await areAtEdge(keys)).toEqual([true, true]);
  });

  it('refuses a keyring that lacks keys the edge knows, but not one whose rotation is under way', async () => {
    const [version, first] = [crypto.randomUUID(), await keyring().find('current')];
    await take(version, 'createSecret', 'setSecret');
    await fillEdge(ports, runtime);
    await take(version, 'testSecret', 'finishSecret');
    await fillEdge(ports, runtime);

    // an operator takes the older version into use again
    await keyring().accept(first?.version ?? '', version);

    const lost = await lastProposed(version);
    await expect(fillEdge(ports, runtime)).rejects.toThrow(`The edge knows keys that the secret lacks: ${lost.id}.`);
    expect(await isAtEdge(lost)).toBe(true);
  });

  it('refuses a secret that is no keyring, without saying what it holds', async () => {
    const Name = crypto.randomUUID();
    await createSecret({ Name, SecretString: 'hunter2' });
    useSecret(Name);
    const failure = await fillEdge(ports, runtime).catch(String);
    expect(failure).toMatch(/not valid JSON/);
    expect(failure).not.toMatch(/hunter/);
  });
});

/**
 * A first deployment: a secret without a key, and Fill at work while Secrets Manager does something else to the secret before one of
 * Fill's calls.
 */
describe('a first deployment', () => {
  type Ports = typeof ports;
  /** Ports that run `before(n)` before the nth call of any of them. */
  const interleaved = (inner: Ports, before: (call: number) => Promise<void>): Ports => {
    let calls = 0;
    const stepped = <T extends object>(port: T): T =>
      new Proxy(port, {
        get(target, name) {
          const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
          return async (...args: unknown[]) => {
            await before(calls++);
            return method.apply(target, args);
          };
        },
      });
    return { 'keyring:rotate': stepped(inner['keyring:rotate']), 'edgeKeys:write': stepped(inner['edgeKeys:write']) };
  };
  /** Secrets Manager without its network and its file: hundreds of deployments ask it. */
  let held: Record<string, Secret> = {};
  const secretId = 'keyring';
  beforeEach(() => {
    const send = vi.spyOn(SecretsManagerClient.prototype, 'send');
    send.mockImplementation(async (command: { constructor: { name: string }; input: object }) => {
      try {
        return operations[command.constructor.name.replace(/Command$/, '')]?.(
          held,
          secretsRequest.parse(command.input),
        );
      } catch (error) {
        if (!(error instanceof SecretsFailure)) throw error;
        const { message } = error;
        throw new { ResourceNotFoundException, ResourceExistsException, InvalidParameterException }[error.code]({
          message,
          $metadata: {},
        });
      }
    });
    return () => send.mockRestore();
  });
  const emptySecret = async (): Promise<void> => {
    held = {};
    await createSecret({ Name: secretId, SecretString: '{"formatVersion":0}' });
    ports = {
      'keyring:rotate': secretsManagerKeyringStore({ SIGNING_SECRET: secretId }),
      'edgeKeys:write': edgeInMemory(),
    };
  };
  const edgeInMemory = (): Ports['edgeKeys:write'] => {
    const known = new Map<string, string>();
    return {
      async put(keys) {
        for (const { id, secret } of keys) if ((known.get(id) ?? secret) !== secret) throw new Error(`${id} is taken`);
        for (const { id, secret } of keys) known.set(id, secret);
      },
      holds: async (keys) => keys.every(({ id, secret }) => known.get(id) === secret),
      ids: async () => [...known.keys()],
      usedBytes: async () => 0,
      async drop(ids) {
        for (const id of ids) known.delete(id);
      },
    };
  };
  const pendingHolder = (): string | undefined =>
    Object.entries(held[secretId]?.versions ?? {}).find(([, { stages }]) => stages.includes('AWSPENDING'))?.[0];
  /** What Secrets Manager does by itself: it labels a version that has no value yet, and takes the label away again. */
  const label = (id: string, isThere: boolean): void => {
    const secret = held[secretId] ?? expect.fail('no secret');
    secret.versions[id] ??= { value: {}, stages: [], created: 0 };
    if (isThere) moveStage(secret, 'AWSPENDING', id);
    else secret.versions[id].stages = secret.versions[id].stages.filter((one) => one !== 'AWSPENDING');
  };
  /** Fill at work on an empty secret, with something done before its calls. */
  const fillWhile = async (before: (call: number) => Promise<void>): Promise<void> => {
    await emptySecret();
    await fillEdge(interleaved(ports, before), runtime);
  };
  const fillCalls = async (): Promise<number> => {
    let calls = 0;
    await fillWhile(async (call) => {
      calls = call + 1;
    });
    return calls;
  };
  const expectWhole = async (where: string): Promise<void> => {
    const inUse = await keyring().find('current');
    const keys = inUse?.keyring?.keys ?? [];
    expect(keys.length, where).toBeGreaterThan(0);
    expect(await edge().holds(keys), where).toBe(true);
    expect((await edge().ids()).sort(), where).toEqual(keys.map(({ id }) => id).sort());
    // a label elsewhere is a rotation under way, and Secrets Manager starts no other one then
    expect([undefined, inUse?.version], where).toContain(pendingHolder());
  };

  it('makes its key whenever Secrets Manager begins and ends its test of the rotation', async () => {
    const calls = await fillCalls();
    expect(calls).toBeGreaterThan(8);

    for (let begin = 0; begin < calls; begin += 1) {
      for (let end = begin; end <= calls; end += 1) {
        const version = crypto.randomUUID();
        await fillWhile(async (call) => {
          if (call === begin) {
            label(version, true);
            await rotateSigningKey(ports, runtime, 'testSecret', version);
          }
          if (call === end) label(version, false);
        });
        label(version, false);

        await expectWhole(`begins before call ${begin}, ends before call ${end}`);
      }
    }
  });

  it('works when it is repeated, whenever a rotation took its steps, and so does a rotation afterwards', async () => {
    const calls = await fillCalls();

    const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
    const moments = [1, 2, 3, 4].flatMap((split) =>
      upTo(calls).flatMap((first) =>
        upTo(split === 4 ? 1 : calls - first + 1).map((later) => ({ split, first, rest: first + later })),
      ),
    );

    for (const { split, first, rest } of moments) {
      const version = crypto.randomUUID();
      const tryTo = async (steps: readonly RotationStep[]) => {
        // Secrets Manager asks for the next step only when the last one went well
        for (const step of steps) await take(version, step).catch(() => undefined);
      };

      // one that meets a rotation of an empty secret in the middle of a call may fail, and must work when it is repeated
      await fillWhile(async (call) => {
        if (call === first) {
          label(version, true);
          await tryTo(rotationSteps.slice(0, split));
        }
        if (call === rest) await tryTo(rotationSteps.slice(split));
      }).catch(() => undefined);
      await tryTo(rotationSteps);

      await fillEdge(ports, runtime);
      await expectWhole(`${split} steps before call ${first}, the others before call ${rest}`);
    }
    await rotate();
    expect((await current()).length).toBeGreaterThan(1);
  });

  it('goes on where one was cut off, before any of its calls', async () => {
    const calls = await fillCalls();
    for (let cut = 0; cut < calls; cut += 1) {
      const filling = fillWhile(async (call) => {
        if (call >= cut) throw new Error('cut off');
      });
      await expect(filling).rejects.toThrow('cut off');

      await fillEdge(ports, runtime);

      await expectWhole(`cut off before call ${cut}`);
    }
  });
});

describe("the edge's keys", () => {
  const key = (id: string): SigningKey => ({ id, secret: randomBytes(32).toString('base64url'), signFrom: 0 });

  it('are never replaced by others of the same name', async () => {
    const one = key('aaaa');
    await edge().put([one]);
    await expect(edge().put([key('aaaa')])).rejects.toThrow(/aaaa/);
    expect(await isAtEdge(one)).toBe(true);
  });

  it('may be many, and be written by several at once', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => key(`k${n}`));
    await Promise.all([keys.slice(0, 60), keys.slice(40, 110), keys.slice(100)].map((some) => edge().put(some)));
    expect(await edge().holds(keys)).toBe(true);
    await edge().drop(keys.map(({ id }) => id));
    expect(await edge().holds(keys.slice(0, 1))).toBe(false);
  });
});

it('the handler takes the steps of Secrets Manager, and fills the edge on any other event', async () => {
  const denyList = { name: 'denials', partitionKey: 'subject' };
  const revocations = { name: 'revocations', partitionKey: 'accountId', sortKey: 'revocationId' };
  const tables = await startDynamoDb({ tables: [denyList, revocations] });
  const environment = {
    ...{ SIGNING_SECRET: secretName, EDGE_KEYS: edgeKeysArn },
    ...{ DENIALS_TABLE: denyList.name, REVOCATIONS_TABLE: revocations.name },
  };
  Object.assign(process.env, environment, { AWS_ENDPOINT_URL_DYNAMODB: tables.url });
  onTestFinished(() => tables.close());
  const { documents } = await import('../../lambdas/aws/dynamodb/client.ts');
  const denyListEntry = { subject: 'account:ana', kind: 'account', id: 'ana', deniedAt: new Date().toISOString() };
  await documents.send(new PutCommand({ TableName: denyList.name, Item: denyListEntry }));
  const handler = await handlerOf('rotateSigningKey');
  const event = { SecretId: secretName, ClientRequestToken: crypto.randomUUID() };

  for (const Step of rotationSteps) await handler({ Step, ...event });
  const keys = await current();
  await edge().drop(keys.map(({ id }) => id));
  await handler({});

  expect(await areAtEdge(keys)).toEqual([true, true]);
  expect(await store.keys.get('account:ana')).toBe('URL_DENIED');
  await expect(handler({ Step: 'dropSecret', ...event })).rejects.toThrow();
});
