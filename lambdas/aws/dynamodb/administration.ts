import { DeleteCommand, GetCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type TableVariable, tables } from '../../config/tables.ts';
import { subjectName } from '../../core/deny-list.ts';
import type { Administration } from '../../ports/administration.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { dynamoDbDenyListLister } from './deny-list.ts';
import {
  currentVersion,
  denyListEntryItem,
  isDeleted,
  itemOfAccount,
  itemOfTemplate,
  itemOfVersion,
  keyItem,
  keyUseItem,
  readAccount,
  readTemplate,
  readVersion,
  readWalked,
  stored,
  usageItem,
} from './items.ts';
import { getUpdate } from './templates.ts';
import { storeVersion } from './versions.ts';

type Names = Readonly<Record<TableVariable, string>>;

const get = async (table: string, key: Record<string, string>): Promise<Record<string, unknown> | undefined> =>
  (await documents.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;

/** The tables of the admin program. No Lambda function uses this adapter. */
export const dynamoDbAdministration = (names: Names): Administration => ({
  async account(accountId) {
    const item = await get(names.ACCOUNTS_TABLE, { accountId });
    return item && readAccount(item);
  },
  putAccount: (account, mustBeNew) => {
    const Item = itemOfAccount(account);
    const condition = mustBeNew && { ConditionExpression: 'attribute_not_exists(accountId)' };
    return holds(documents.send(new PutCommand({ TableName: names.ACCOUNTS_TABLE, Item, ...condition })));
  },
  async copyMissingRows(table, from) {
    const { partitionKey } = tables[table];
    const counts = { copied: 0, there: 0 };
    for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: from, ConsistentRead: true }))
      for (const Item of Items) {
        const condition = {
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': partitionKey },
        };
        const isCopied = await holds(documents.send(new PutCommand({ TableName: names[table], Item, ...condition })));
        counts[isCopied ? 'copied' : 'there'] += 1;
      }
    return counts;
  },
  async removeAccount(accountId) {
    await documents.send(new DeleteCommand({ TableName: names.ACCOUNTS_TABLE, Key: { accountId } }));
  },
  async putKey(key) {
    const { accountId, keyId } = key;
    const use = stored(keyUseItem.encode({ accountId, keyId }));
    await documents.send(new PutCommand({ TableName: names.KEY_USES_TABLE, Item: use }));
    await documents.send(new PutCommand({ TableName: names.KEYS_TABLE, Item: stored(keyItem.encode(key as never)) }));
  },
  revokeKey: (keyId) =>
    holds(
      documents.send(
        new UpdateCommand({
          TableName: names.KEYS_TABLE,
          Key: { keyId },
          UpdateExpression: 'SET revoked = :yes',
          ConditionExpression: 'attribute_exists(keyId)',
          ExpressionAttributeValues: { ':yes': true },
        }),
      ),
    ),
  async usage(accountId, { start }) {
    const item = await get(names.USAGE_TABLE, { accountId, periodStart: start.toISOString() });
    const { mints, generations } = usageItem.parse(item ?? {});
    return { mints, generations };
  },
  async setUsage(accountId, { start }, used) {
    const fields = Object.entries(used).filter(([, count]) => count !== undefined);
    if (fields.length === 0) return;
    await documents.send(
      new UpdateCommand({
        TableName: names.USAGE_TABLE,
        Key: { accountId, periodStart: start.toISOString() },
        UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(fields.map(([name, count]) => [`:${name}`, count])),
      }),
    );
  },
  async setConsumed({ owner, name }, amount) {
    const command = new UpdateCommand({
      TableName: names.USAGE_TABLE,
      Key: { accountId: owner, periodStart: name },
      UpdateExpression: 'SET amount = :amount',
      ExpressionAttributeValues: { ':amount': amount },
    });
    await documents.send(command);
  },
  denials: () => dynamoDbDenyListLister({ DENIALS_TABLE: names.DENIALS_TABLE }).all(),
  async putDenyListEntry(denyListEntry) {
    const Item = stored(denyListEntryItem.encode({ subject: subjectName(denyListEntry), ...denyListEntry }));
    await documents.send(new PutCommand({ TableName: names.DENIALS_TABLE, Item }));
  },
  deleteDenyListEntry: (subject) => {
    const command = new DeleteCommand({
      TableName: names.DENIALS_TABLE,
      Key: { subject: subjectName(subject) },
      ConditionExpression: 'attribute_exists(subject)',
    });
    return holds(documents.send(command));
  },
  async template(templateId) {
    const item = await get(names.TEMPLATES_TABLE, { templateId });
    return item && !isDeleted(item) ? readTemplate(item) : undefined;
  },
  async putTemplate(template) {
    await documents.send(new PutCommand({ TableName: names.TEMPLATES_TABLE, Item: itemOfTemplate(template) }));
  },
  async *templates() {
    const pages = paginateScan({ client: documents }, { TableName: names.TEMPLATES_TABLE, ConsistentRead: true });
    for await (const { Items = [] } of pages)
      for (const item of Items) if (!isDeleted(item)) yield readWalked(item.templateId, item, readTemplate);
  },
  async *versions() {
    const pages = paginateScan({ client: documents }, { TableName: names.VERSIONS_TABLE, ConsistentRead: true });
    for await (const { Items = [] } of pages)
      for (const item of Items) yield readWalked(`${item.templateId} version ${item.version}`, item, readVersion);
  },
  storeVersion: (template) => storeVersion(names.VERSIONS_TABLE, currentVersion(template)),
  replaceVersion: (version) => {
    const command = new PutCommand({
      TableName: names.VERSIONS_TABLE,
      Item: itemOfVersion(version),
      ConditionExpression: 'codeHash = :code',
      ExpressionAttributeValues: { ':code': version.codeHash },
    });
    return holds(documents.send(command));
  },
  replaceCompiled: ({ templateId, codeHash }, compiled) => {
    const { ExpressionAttributeValues, ...expression } = getUpdate({ compiled });
    const command = new UpdateCommand({
      TableName: names.TEMPLATES_TABLE,
      Key: { templateId },
      ...expression,
      ConditionExpression: '#codeHash = :was',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':was': codeHash },
    });
    return holds(documents.send(command));
  },
});
