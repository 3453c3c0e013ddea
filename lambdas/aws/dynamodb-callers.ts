import { BatchGetCommand, type BatchGetCommandInput, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { CallerReader } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import { batchAttempts, documents, pauseAfter } from './dynamodb.ts';
import { isDeleted, readAccount, readKey, readTemplate } from './items.ts';

type Keys = Readonly<Record<string, readonly Record<string, string>[]>>;
type Items = Record<string, Record<string, unknown>[]>;

/**
 * Reads items of several tables in one consistent round trip. Keys DynamoDB left unprocessed are asked again and never
 * taken for absent.
 */
const batchGet = async (keys: Keys): Promise<Items> => {
  const found: Items = {};
  let open: NonNullable<BatchGetCommandInput['RequestItems']> = Object.fromEntries(
    Object.entries(keys).flatMap(([table, list]) =>
      list.length > 0 ? [[table, { Keys: [...list], ConsistentRead: true }]] : [],
    ),
  );
  for (let attempt = 0; attempt < batchAttempts; attempt += 1) {
    const answer: BatchGetCommandOutput = await documents.send(new BatchGetCommand({ RequestItems: open }));
    for (const [table, items] of Object.entries(answer.Responses ?? {}))
      found[table] = [...(found[table] ?? []), ...items];
    open = answer.UnprocessedKeys ?? {};
    if (Object.keys(open).length === 0) return found;
    await pauseAfter(attempt);
  }
  throw new Error('DynamoDB left keys unprocessed again and again.');
};

const reader = (tables: { KEYS_TABLE: string; ACCOUNTS_TABLE: string; TEMPLATES_TABLE?: string }): CallerReader => ({
  async find({ keyId, keyHash, accountId }, templateIds) {
    const items = await batchGet({
      [tables.KEYS_TABLE]: [{ keyId }],
      [tables.ACCOUNTS_TABLE]: [{ accountId }],
      ...(tables.TEMPLATES_TABLE && { [tables.TEMPLATES_TABLE]: templateIds.map((templateId) => ({ templateId })) }),
    });
    const [keyFound] = items[tables.KEYS_TABLE] ?? [];
    const [accountFound] = items[tables.ACCOUNTS_TABLE] ?? [];
    const templates = (items[tables.TEMPLATES_TABLE ?? ''] ?? []).filter((item) => !isDeleted(item)).map(readTemplate);

    const key = keyFound && readKey(keyFound);
    return {
      ...(key?.keyHash === keyHash && { key }),
      ...(accountFound && { account: readAccount(accountFound) }),
      templates: new Map(templates.map((template) => [template.templateId, template])),
    };
  },
});

export const dynamoDbCallers: Adapter<'callers:read'> = ({ KEYS_TABLE, ACCOUNTS_TABLE }) =>
  reader({ KEYS_TABLE, ACCOUNTS_TABLE });

export const dynamoDbCallersWithTemplates: Adapter<'callersWithTemplates:read'> = (tables) => reader(tables);
