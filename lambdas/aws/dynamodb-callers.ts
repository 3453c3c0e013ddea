import type { CallerReader } from '../ports/callers.ts';
import type { Adapter } from './connect.ts';
import { batchGet } from './dynamodb-batch-get.ts';
import { isDeleted, readAccount, readKey, readTemplate } from './items.ts';

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
