import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { runAdmin } from '../../bin/admin.ts';
import { isOperatorError } from '../../bin/program.ts';
import { dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { templateCount } from '../../lambdas/limits/budgets.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type LocalCloud, startEmulators } from '../../local/emulators.ts';
import { endpointsFile } from '../../local/service.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { useFolder } from '../support/folder.ts';

const dataDir = useFolder();
let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await startEmulators(dataDir);
  // as a running service does: every command finds the same cloud
  await writeFile(endpointsFile(dataDir), JSON.stringify({ environment: cloud.environment }));
});
afterAll(async () => {
  await closeWorkers();
  await cloud.close();
});

interface Outcome {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own
  readonly value: any;
  readonly stderr: string;
}

/** A command in this process; its result has been through JSON, as the program prints it. */
const admin = async (...words: string[]): Promise<Outcome> => {
  try {
    const result = await runAdmin([...words, '--data', dataDir]);
    return { code: 0, value: JSON.parse(JSON.stringify(result)), stderr: '' };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { code: 1, value: undefined, stderr: error.message };
  }
};

/** The program itself, on data of its own. */
const program = (folder: string, ...words: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const args = ['bin/admin.ts', ...words, '--json', '--data', folder];
    execFile(process.execPath, args, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, value: stdout === '' ? undefined : JSON.parse(stdout), stderr });
    });
  });

it('the program, while no service runs, stores what one command made for the next', async () => {
  const folder = join(dataDir, 'alone');
  const { value: created } = await program(folder, 'account', 'create', '--plan', 'pro');
  const shown = await program(folder, 'account', 'show', created.accountId);
  expect(shown).toEqual({ code: 0, value: created, stderr: '' });
});

describe('npm run admin', () => {
  it('creates, changes and shows accounts', async () => {
    const { value: created } = await admin('account', 'create', '--plan', 'pro', '--anchor', '2026-01-31T00:00:00Z');
    const id = created.accountId;
    const changes = '--plan free --status canceled --mints-used 7 --ai-used 3'.split(' ');
    const set = await admin('account', 'set', id, ...changes);
    const shown = await admin('account', 'show', id);

    expect(created).toMatchObject({
      plan: 'pro',
      status: 'active',
      imageMints: { used: 0, limit: 2_500 },
      aiGenerations: { used: 0, limit: 250 },
    });
    expect(shown.value).toEqual(set.value);
    expect(shown.value).toMatchObject({
      plan: 'free',
      status: 'canceled',
      imageMints: { used: 7, limit: 50 },
      aiGenerations: { used: 3, limit: 0 },
    });
    const [start, end] = [new Date(created.periodStart), new Date(created.periodEnd)];
    expect([start <= new Date(), end > new Date(), end.getUTCDate() >= 28]).toEqual([true, true, true]);
  });

  it('sets up an account without limits and its first key in one command', async () => {
    const { value } = await admin('setup');
    const unknown = await admin('account', 'create', '--plan', 'gold');
    const changed = await admin('account', 'set', value.accountId, '--plan', 'toString');

    expect(value).toMatchObject({ plan: 'own', imageMints: { used: 0, limit: null }, aiGenerations: { limit: null } });
    expect(parseApiKey(value.apiKey)).toMatchObject({ accountId: value.accountId, keyId: value.keyId });
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'There is no plan gold: the stage has free, starter, pro, scale, own.',
    ]);
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('There is no plan toString')]);
  });

  it('counts the templates of an account anew, after places were lost', async () => {
    const { value } = await admin('account', 'create', '--plan', 'free');
    const account = { accountId: value.accountId, plan: 'free' } as const;
    const { store } = administration();
    await store.setConsumed(templateCount(account, runtime), plans.free.templates);

    expect(await admin('account', 'recount', value.accountId)).toMatchObject({
      value: { accountId: value.accountId, templates: 0 },
    });
    const { consume } = dynamoDbBudgets(readEnvironment('budgets:consume'));
    expect(await consume(templateCount(account, runtime), 1)).toBe(true);
  });

  it('deletes an account with --yes only, and says before what there is of it', async () => {
    const { value } = await admin('setup');
    const reported = await admin('account', 'delete', value.accountId);
    const shown = await admin('account', 'show', value.accountId);
    const deleted = await admin('account', 'delete', value.accountId, '--yes');
    const again = await admin('account', 'delete', value.accountId, '--yes');

    expect(reported.value).toEqual({ accountId: value.accountId, isDeleted: false, data: { keys: 1, keyUses: 1 } });
    expect(shown.value).toMatchObject({ status: 'active' });
    expect(deleted.value).toEqual({ accountId: value.accountId, isDeleted: true, data: { keys: 1, keyUses: 1 } });
    expect([again.code, again.stderr]).toEqual([1, `There is no account ${value.accountId}.`]);
  });

  it('lists accounts by plan, status and a part of the name, and what they are called', async () => {
    const create = (name: string) => admin('account', 'create', '--plan', 'starter', '--name', name);
    const { value: acme } = await create('Acme, Inc.');
    const { value: other } = await create('Umbrella');
    await admin('account', 'set', other.accountId, '--name', '', '--contact', 'bo@example.org', '--note', 'left');
    await admin('account', 'suspend', other.accountId);

    const { value: named } = await admin('account', 'list', '--name', 'acme');
    const { value: suspended } = await admin('account', 'list', '--plan', 'starter', '--status', 'suspended');
    const { value: shown } = await admin('account', 'show', other.accountId);

    expect(named.accounts).toEqual([
      { accountId: acme.accountId, name: 'Acme, Inc.', plan: 'starter', status: 'active', since: expect.any(String) },
    ]);
    expect(suspended.accounts.map(({ accountId }: { accountId: string }) => accountId)).toEqual([other.accountId]);
    expect(shown).toMatchObject({ name: '', contact: 'bo@example.org', note: 'left', status: 'suspended' });
    expect((await admin('account', 'set', other.accountId, '--status', 'active')).value.status).toBe('active');
  });

  it('lists the keys of an account, without what they sign with', async () => {
    const { accountId } = (await admin('account', 'create', '--plan', 'pro')).value;
    const { value: key } = await admin('key', 'create', '--account', accountId, '--scope', 'mint', '--name', 'CI');
    const { value: listed } = await admin('key', 'list', '--account', accountId);

    expect(listed).toEqual({
      keys: [{ keyId: key.keyId, name: 'CI', scopes: ['mint'], revoked: false, createdAt: expect.any(String) }],
      signingKeys: [],
    });
  });

  it('prints the help of every command and succeeds, on standard output', async () => {
    const all = (await admin('--help')).value;
    const names = [...all.matchAll(/^ {2}([a-z]+(?: [a-z]+| --erase)?)/gm)].map(([, name]) => name);
    expect(names).toContain('usage export');
    for (const name of names) expect((await admin(...name.split(' '), '--help')).value).toContain(`  ${name}`);
    const { code, stdout } = await new Promise<{ code: number; stdout: string }>((done) =>
      execFile(process.execPath, ['bin/admin.ts', 'deny', '--help'], (error, stdout) =>
        done({ code: error ? 1 : 0, stdout }),
      ),
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('deny lift account|template|site ID')]);
  });

  it('copies rows back that a table lacks, and none that it has', async () => {
    const { value: account } = await admin('account', 'create', '--plan', 'pro');
    const { value: other } = await admin('account', 'create', '--plan', 'pro');
    const dynamoDb = new DynamoDBClient({});
    const attribute = { AttributeName: 'accountId' } as const;
    const copy = {
      TableName: 'accounts-restored',
      AttributeDefinitions: [{ ...attribute, AttributeType: 'S' as const }],
      KeySchema: [{ ...attribute, KeyType: 'HASH' as const }],
      BillingMode: 'PAY_PER_REQUEST' as const,
    };
    await dynamoDb.send(new CreateTableCommand(copy));
    await waitUntilTableExists({ client: dynamoDb, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, copy);
    const { Items = [] } = await dynamoDb.send(new ScanCommand({ TableName: process.env.ACCOUNTS_TABLE }));
    for (const Item of Items) await dynamoDb.send(new PutItemCommand({ TableName: copy.TableName, Item }));
    const Key = { accountId: { S: account.accountId } };
    await dynamoDb.send(new DeleteItemCommand({ TableName: process.env.ACCOUNTS_TABLE, Key }));
    await admin('account', 'set', other.accountId, '--plan', 'scale');

    const restored = await admin('rows', 'restore', 'accounts', '--from', copy.TableName);
    const refused = await admin('rows', 'restore', 'budgets', '--from', copy.TableName);

    expect(restored.value).toEqual({ copied: 1, there: Items.length - 1, left: 0 });
    expect((await admin('account', 'show', account.accountId)).value).toEqual(account);
    expect((await admin('account', 'show', other.accountId)).value.plan).toBe('scale');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('budgets is none of usage, keys, accounts'),
    ]);
  });

  it('makes keys and revokes them', async () => {
    const { accountId } = (await admin('account', 'create', '--plan', 'pro')).value;
    const { value: key } = await admin('key', 'create', '--account', accountId);
    const restrictions = '--scope mint --scope usage:read --name CI'.split(' ');
    const scoped = await admin('key', 'create', '--account', accountId, ...restrictions);
    const wrong = await admin('key', 'create', '--account', accountId, '--scope', 'everything');
    const revoked = await admin('key', 'revoke', key.keyId);
    const unknown = await admin('key', 'revoke', 'no-such-key');

    expect(parseApiKey(key.apiKey)).toMatchObject({ accountId, isChecksumRight: true });
    expect(parseApiKey(scoped.value.apiKey)?.keyId).toBe(scoped.value.keyId);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('templates:write')]);
    expect(revoked.value).toEqual({ accountId, keyId: key.keyId, revoked: true });
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no-such-key')]);
  });

  it('denies accounts and templates, lists the newest first, and lifts', async () => {
    const { accountId: id } = (await admin('account', 'create', '--plan', 'pro')).value;
    const deleted = { templateId: { S: 'deleted-1' }, deletedBy: { S: id } };
    await new DynamoDBClient({}).send(new PutItemCommand({ TableName: process.env.TEMPLATES_TABLE, Item: deleted }));
    const first = await admin('deny', 'account', id);
    const again = await admin('deny', 'account', id);
    const second = await admin('deny', 'template', 'deleted-1');
    const { value: listed } = await admin('deny', 'list');
    const lifted = await admin('deny', 'lift', 'account', id);
    const { value: left } = await admin('deny', 'list');
    await admin('deny', 'lift', 'template', 'deleted-1');

    const { effectiveBy, ...denyListEntry } = first.value;
    expect(denyListEntry).toEqual({ kind: 'account', id, accountId: id, deniedAt: expect.any(String) });
    expect(new Date(effectiveBy).getTime() - new Date(denyListEntry.deniedAt).getTime()).toBeGreaterThanOrEqual(60_000);
    expect(again.value.deniedAt).toBe(denyListEntry.deniedAt);
    const { accountId: _, ...row } = denyListEntry;
    expect(listed).toEqual({ denials: [expect.objectContaining({ id: 'deleted-1' }), row] });
    expect(listed.denials[0].deniedAt).toBe(second.value.deniedAt);
    expect(lifted.value).toEqual({ kind: 'account', id, accountId: id, lifted: true });
    expect(left.denials).toHaveLength(1);
  });

  it('says beside its answer that published URLs live on', async () => {
    const say = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => say.mockRestore());
    const { value: account } = await admin('account', 'create', '--plan', 'pro');
    const { value: key } = await admin('key', 'create', '--account', account.accountId);
    await admin('account', 'set', account.accountId, '--plan', 'scale');
    expect(say).not.toHaveBeenCalled();

    await admin('account', 'set', account.accountId, '--status', 'canceled');
    await admin('key', 'revoke', key.keyId);

    expect(say.mock.calls.flat()).toEqual(Array(2).fill(expect.stringContaining('npm run admin -- deny account')));
  });

  it('rolls ended months and ends canceled subscriptions, and running it twice changes nothing more', async () => {
    const { value: going } = await admin('account', 'create', '--plan', 'pro');
    const { value: leaving } = await admin('account', 'create', '--plan', 'pro');
    await admin('account', 'set', leaving.accountId, '--status', 'canceled');
    const nextMonth = new Date(new Date(going.periodEnd).getTime() + 60_000).toISOString();

    const { value: counts } = await admin('quotas', 'reset', '--now', nextMonth);
    const { value: again } = await admin('quotas', 'reset', '--now', nextMonth);

    expect(counts.failed).toBe(0);
    expect(again).toEqual({ rolled: 0, ended: 0, failed: 0 });
    expect((await admin('account', 'show', going.accountId)).value.periodStart).toBe(going.periodEnd);
    expect((await admin('account', 'show', leaving.accountId)).value.status).toBe('expired');
  });

  it.each([
    [['account', 'create', '--plan', 'gold'], 'plan'],
    [['account', 'create'], '--plan'],
    [['account', 'show', 'nobody'], 'nobody'],
    [['account', 'set', 'nobody', '--mints-used', ''], 'mints-used'],
    [['account', 'fly'], 'account create'],
    [['deny', 'account'], 'ID'],
    [['deny', 'account', 'not an id'], 'not an id'],
    [['deny', 'account', 'nobody'], 'no account nobody'],
    [['deny', 'template', 'nothing'], 'no template nothing'],
    [['deny', 'site', 'nothing'], 'no site nothing'],
    [['key', 'create', '--account', 'nobody'], 'no account nobody'],
    [['account', 'recount', 'nobody'], 'no account nobody'],
    [['deny', 'lift', 'account', 'nobody'], 'nobody'],
    [['deny', 'lift', 'key', 'k1'], 'key is none of account, template, site'],
    [['revoke', 'list', '--account', 'nobody'], 'no account nobody'],
    [['revoke', 'lift', 'nobody', 'x'], 'no account nobody'],
    [['key', 'list', '--account', 'nobody'], 'no account nobody'],
    [['account', 'suspend', 'nobody'], 'no account nobody'],
    [['audit', '--account', 'nobody'], 'no account nobody'],
    [['audit', '--from', '2026-03-02', '--to', '2026-03-01'], '--from is after --to'],
    [['account', 'list', '--plan', 'nope'], 'no plan nope: the stage has'],
    [['fly'], 'There is no command fly.'],
    [['constructor'], 'There is no command constructor.'],
    [['account', 'fly'], 'There is no command account fly:'],
    [['account', 'show', 'one', 'two'], 'account show has no use for two.'],
    [['account', 'show', 'one', '--plan', 'pro'], 'account show has no option --plan.'],
    [['usage', 'export', '--month', 'October'], 'write 2026-10'],
    [['usage', 'export', '--month', '2999-01'], 'has not begun'],
    [['quotas', 'reset', '--now', 'tomorrow'], 'now'],
    [['account', 'create', '--plan', 'pro', '--colour', 'red'], '--colour'],
  ])('refuses %j in words', async (words, about) => {
    const { code, value, stderr } = await admin(...words);
    expect([code, value]).toEqual([1, undefined]);
    expect(stderr).toContain(about);
  });
});
