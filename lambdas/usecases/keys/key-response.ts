import type { ApiKeyView } from '../../contract/schemas/key.ts';
import type { ListedKey } from '../../ports/keys.ts';

/** Converts an API key's record to the API's view. A key without a list of scopes has all of them (`*`). */
export const toKeyResponse = ({ key, lastUsedOn }: ListedKey, mintsUsed: number | null): ApiKeyView => ({
  keyId: key.keyId,
  name: key.name ?? '',
  scopes: [...(key.scopes ?? (['*'] as const))],
  templateIds: key.templateIds ? [...key.templateIds] : null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  monthlyMints: key.monthlyMints ?? null,
  mintsUsed,
  createdAt: key.createdAt?.toISOString() ?? null,
  lastUsedOn: lastUsedOn ?? null,
});
