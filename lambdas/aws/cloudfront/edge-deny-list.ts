import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { isDenyListEntryName } from '../../core/deny-list.ts';
import { edgeStore } from './edge-store.ts';

/** Value of an entry: the error code that the edge function returns. */
const answer = 'URL_DENIED' satisfies ErrorCode;

/** Deny list entries in the edge function's KeyValueStore, one per subject. */
export const cloudFrontEdgeDenyList = ({ EDGE_KEYS }: EnvironmentOf<'edgeDenyList:write'>) => {
  const { change } = edgeStore(EDGE_KEYS);
  return {
    /**
     * Replaces the edge's deny list by the listed subject names. `list` is called again after a conflict with another
     * writer.
     */
    replaceEntries: (list: () => Promise<readonly string[]>): Promise<void> =>
      change(async (entries) => {
        // called after the store was read, so a concurrent change is a conflict and both are read again
        const subjects = await list();
        const wanted = new Set(subjects);
        const missing = subjects.filter((subject) => entries.get(subject) !== answer);
        return {
          puts: new Map(missing.map((subject) => [subject, answer])),
          deletes: [...entries.keys()].filter((name) => isDenyListEntryName(name) && !wanted.has(name)),
        };
      }),
  };
};
