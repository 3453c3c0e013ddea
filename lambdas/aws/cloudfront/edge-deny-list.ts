import type { ErrorCode } from 'image-url-contract/errors.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { getDenyListEntries, isDenyListEntryName } from '../../domain/deny-list.ts';
import { edgeStore } from './edge-store.ts';

/** Value of an entry: the error code that the edge function returns. */
const answer = 'URL_DENIED' satisfies ErrorCode;

/** Deny list entries in the edge function's KeyValueStore, one per subject. */
export const cloudFrontEdgeDenyList = ({ EDGE_KEYS }: EnvironmentOf<'edgeDenyList:write'>) => {
  const { replace } = edgeStore(EDGE_KEYS);
  return {
    /**
     * Replaces the edge's deny list by the listed subject names. `list` is called again after a conflict with another
     * writer.
     */
    replaceEntries: (list: () => Promise<readonly string[]>): Promise<void> =>
      replace(isDenyListEntryName, async () => getDenyListEntries(await list(), answer)),
  };
};
