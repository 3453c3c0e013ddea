import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import type { CallerReader } from '../../ports/callers.ts';
import type { Adapter } from '../connect.ts';
import { batchGet } from './batch-get.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { isDeleted, readAccount, readKey, readKeyUse, readTemplate } from './items.ts';

/** Maximum number of keys whose last stored day is cached. */
const mostNoted = 1_000;

const reader = (tables: {
  KEYS_TABLE: string;
  KEY_USES_TABLE: string;
  ACCOUNTS_TABLE: string;
  TEMPLATES_TABLE?: string;
}): CallerReader => {
  const noted = new LRUCache<string, string>({ max: mostNoted });
  return {
    async find({ keyId, keyHash, accountId }, templateIds) {
      const items = await batchGet({
        [tables.KEYS_TABLE]: [{ keyId }],
        [tables.KEY_USES_TABLE]: [{ accountId, keyId }],
        [tables.ACCOUNTS_TABLE]: [{ accountId }],
        ...(tables.TEMPLATES_TABLE && { [tables.TEMPLATES_TABLE]: templateIds.map((templateId) => ({ templateId })) }),
      });
      const [keyFound] = items[tables.KEYS_TABLE] ?? [];
      const [useFound] = items[tables.KEY_USES_TABLE] ?? [];
      const [accountFound] = items[tables.ACCOUNTS_TABLE] ?? [];
      const templates = (items[tables.TEMPLATES_TABLE ?? ''] ?? [])
        .filter((item) => !isDeleted(item))
        .map(readTemplate);

      const key = keyFound && readKey(keyFound);
      const lastUsedOn = useFound && readKeyUse(useFound).lastUsedOn;
      return {
        ...(key?.keyHash === keyHash && { key }),
        ...(lastUsedOn && { lastUsedOn }),
        ...(accountFound && { account: readAccount(accountFound) }),
        templates: new Map(templates.map((template) => [template.templateId, template])),
      };
    },
    async noteUse({ accountId, keyId }, day) {
      if (noted.get(keyId) === day) return;
      // set before the write, so that concurrent requests send one write only
      noted.set(keyId, day);
      const command = new UpdateCommand({
        TableName: tables.KEY_USES_TABLE,
        Key: { accountId, keyId },
        UpdateExpression: 'SET lastUsedOn = :day',
        ConditionExpression: 'attribute_not_exists(lastUsedOn) OR lastUsedOn < :day',
        ExpressionAttributeValues: { ':day': day },
      });
      await holds(documents.send(command));
    },
  };
};

export const dynamoDbCallers: Adapter<'callers:read'> = ({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE }) =>
  reader({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE });

export const dynamoDbCallersWithTemplates: Adapter<'callersWithTemplates:read'> = (tables) => reader(tables);
