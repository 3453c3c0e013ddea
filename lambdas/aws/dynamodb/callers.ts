import { LRUCache } from 'lru-cache';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { CallerReader } from '../../ports/callers.ts';
import { batchGet } from './batch-get.ts';
import { isDeleted, readAccount, readKey, readKeyUse, readTemplate } from './items.ts';
import { updateItem } from './table.ts';

/** Maximum number of keys whose last day of use is cached. */
const maxCachedDays = 1_000;

const createReader = (tables: EnvironmentOf<'callers:read'> & { readonly TEMPLATES_TABLE?: string }): CallerReader => {
  const lastDays = new LRUCache<string, string>({ max: maxCachedDays });
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
      if (lastDays.get(keyId) === day) return;
      // set before the write, so that concurrent requests send only one
      lastDays.set(keyId, day);
      await updateItem(
        tables.KEY_USES_TABLE,
        { accountId, keyId },
        'SET lastUsedOn = :day',
        'attribute_not_exists(lastUsedOn) OR lastUsedOn < :day',
        { ':day': day },
      );
    },
  };
};

export const dynamoDbCallers = ({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE }: EnvironmentOf<'callers:read'>) =>
  createReader({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE });

export const dynamoDbCallersWithTemplates = (tables: EnvironmentOf<'callersWithTemplates:read'>) =>
  createReader(tables);
