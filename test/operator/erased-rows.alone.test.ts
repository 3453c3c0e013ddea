import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { expect, it } from 'vitest';
import { createAccount } from '../../admin/administer-accounts.ts';
import { revokeUrl } from '../../admin/administer-revocations.ts';
import { administration } from '../../admin/administration.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbSiteCreator } from '../../lambdas/aws/dynamodb/sites.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import type { tables } from '../../lambdas/config/tables.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { rowsOf } from '../support/rows.ts';

onEmptyCloud();

const runtime = quietRuntime(() => new Date());
const put = (table: keyof typeof tables, Item: Record<string, unknown>) =>
  documents.send(new PutCommand({ TableName: process.env[table], Item }));

/** Closes an account as its deletion does. */
const closeAccount = async (): Promise<string> => {
  const { store } = administration();
  const { accountId } = await createAccount(store, runtime, { plan: 'free' });
  const account = (await store.account(accountId)) ?? expect.fail();
  await store.closeAccount(account, new Date());
  await store.removeAccount(accountId);
  return accountId;
};

it('rows of deleted accounts do not come back from an older copy of a table', async () => {
  const { store } = administration();
  const closed = await closeAccount();
  // what an older copy has: rows under the account, under its templates, and those of others
  for (const accountId of [closed, 'open']) await put('FONTS_TABLE', { accountId, fontId: 'f' });
  const from = process.env.FONTS_TABLE ?? '';
  expect(await store.copyMissingRows('ACCOUNTS_TABLE', from)).toEqual({ copied: 1, there: 0, left: 1 });
  expect((await rowsOf('ACCOUNTS_TABLE')).map(({ accountId }) => accountId)).toEqual(['open']);

  for (const [templateId, owner] of Object.entries({
    theirs: { ownerId: closed },
    gone: { deletedBy: closed },
    ours: { ownerId: 'open' },
  }))
    await put('TEMPLATES_TABLE', { templateId, version: '1', ...owner });
  const templates = process.env.TEMPLATES_TABLE ?? '';
  // versions name their template alone
  expect(await store.copyMissingRows('VERSIONS_TABLE', templates)).toEqual({ copied: 1, there: 0, left: 2 });
  expect((await rowsOf('VERSIONS_TABLE')).map(({ templateId }) => templateId)).toEqual(['ours']);
});

it('which accounts were deleted is taken up from a copy of the usage, and no count', async () => {
  const { store } = administration();
  const owners = ['month open', 'closed-account gone', 'sent-event open'];
  for (const accountId of owners)
    await put('SIGNING_KEYS_TABLE', { accountId, owner: accountId, signingKeyId: 'f', part: 'account' });
  expect(await store.copyMissingRows('USAGE_TABLE', process.env.SIGNING_KEYS_TABLE ?? '')).toEqual({
    ...{ copied: 1, there: 0, left: 2 },
  });
  expect((await rowsOf('USAGE_TABLE')).map(({ owner }) => owner)).toContain('closed-account gone');
  expect((await rowsOf('USAGE_TABLE')).map(({ owner }) => owner)).not.toContain('month open');
});

it('nothing is revoked of a deleted account, whose URLs are gone', async () => {
  const { store, ports } = administration();
  const closed = await closeAccount();
  const siteId = `${closed}-0123456789abcdef`;
  const now = new Date();
  const site = {
    accountId: closed,
    siteId,
    templateId: 't',
    origin: 'https://pages.test',
    map: {},
    refreshSeconds: 60,
  };
  await dynamoDbSiteCreator(readEnvironment('sites:create')).create({ ...site, createdAt: now, updatedAt: now });
  const url = `https://img.example${siteImagePathOf(siteId, '/', 'png')}`;
  await expect(revokeUrl({ ...ports, store }, runtime, url)).rejects.toThrow('was deleted');
  expect(await rowsOf('REVOCATIONS_TABLE')).toEqual([]);
});
