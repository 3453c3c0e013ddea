import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  accounts,
  apiKeys,
  fonts,
  isDeleted,
  type KeyRecord,
  keyUses,
  readTemplate,
} from '../../domain/records/account-records.ts';
import type { SeenUsage } from '../../ports/quotas.ts';
import { toFontList } from './fonts.ts';
import { quotaSegments } from './quota/segments.ts';
import { batchGet, updateItem } from './table.ts';

/** An API key from a request, after its form was checked. */
type PresentedKey = Pick<KeyRecord, 'keyId' | 'keyHash' | 'accountId'>;

type Tables = EnvironmentOf<'callers:read'> & { readonly TEMPLATES_TABLE?: string; readonly FONTS_TABLE?: string };

const createReader = (tables: Tables) => ({
  /**
   * Reads key, account, templates and fonts with one consistent batch, and the UTC day on which the key was used last,
   * as `yyyy-mm-dd`. Absent records do not exist.
   */
  async find({ keyId, keyHash, accountId }: PresentedKey, templateIds: readonly string[]) {
    const { TEMPLATES_TABLE = '', FONTS_TABLE = '' } = tables;
    const itemsOf = await batchGet({
      [tables.KEYS_TABLE]: [{ keyId }],
      [tables.KEY_USES_TABLE]: [{ accountId, keyId }],
      [tables.ACCOUNTS_TABLE]: [{ accountId }],
      ...(TEMPLATES_TABLE && { [TEMPLATES_TABLE]: templateIds.map((templateId) => ({ templateId })) }),
      ...(FONTS_TABLE && { [FONTS_TABLE]: [{ accountId }] }),
    });
    const [key] = itemsOf(tables.KEYS_TABLE).map(apiKeys.read);
    const [use] = itemsOf(tables.KEY_USES_TABLE).map(keyUses.read);
    const [account] = itemsOf(tables.ACCOUNTS_TABLE).map(accounts.read);
    const templates = itemsOf(TEMPLATES_TABLE)
      .filter((item) => !isDeleted(item))
      .map(readTemplate);
    return {
      key: key?.keyHash === keyHash ? key : undefined,
      lastUsedOn: use?.lastUsedOn,
      account,
      templates: new Map(templates.map((template) => [template.templateId, template])),
      fonts: toFontList(itemsOf(FONTS_TABLE).map(fonts.read)[0]),
      usage: undefined as SeenUsage | undefined,
    };
  },
  /** Stores the UTC day of a key's use, `yyyy-mm-dd`. Writes nothing if that day or a later one is stored. */
  async noteUse({ accountId, keyId }: Pick<PresentedKey, 'accountId' | 'keyId'>, day: string): Promise<void> {
    await updateItem(
      tables.KEY_USES_TABLE,
      { accountId, keyId },
      'SET lastUsedOn = :day',
      'attribute_not_exists(lastUsedOn) OR lastUsedOn < :day',
      { ':day': day },
    );
  },
});

export const dynamoDbCallers = ({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE }: EnvironmentOf<'callers:read'>) =>
  createReader({ KEYS_TABLE, KEY_USES_TABLE, ACCOUNTS_TABLE });

export const dynamoDbCallersWithTemplates = (tables: EnvironmentOf<'callersWithTemplates:read'>) =>
  createReader(tables);

/** Reads what a mint needs, all at once: also the fonts of the account, and the usage of its latest billing month. */
export const dynamoDbMinters = (tables: EnvironmentOf<'minters:read'>) => {
  const reader = createReader(tables);
  const segments = quotaSegments({ ...tables, IDEMPOTENCY_TABLE: '' });
  return {
    ...reader,
    async find(presented: PresentedKey, templateIds: readonly string[]) {
      const [found, usage] = await Promise.all([
        reader.find(presented, templateIds),
        segments.latest(presented.accountId),
      ]);
      return { ...found, usage };
    },
  };
};
