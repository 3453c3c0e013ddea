import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { isDenyListEntryName } from '../../core/deny-list.ts';
import { edgeStore } from './edge-store.ts';

/** What the edge function answers for a denied subject: the entry's value. */
const answer = 'URL_DENIED' satisfies ErrorCode;

/** Deny list entries in the edge function's KeyValueStore, beside the signing keys: one entry per subject. */
export const cloudFrontEdgeDenyList = ({ EDGE_KEYS }: EnvironmentOf<'edgeDenyList:write'>) => {
  const { change } = edgeStore(EDGE_KEYS);
  return {
    /**
     * Makes the edge's deny list equal to the listed subject names. `list` is called again after a conflict with another
     * writer.
     */
    replaceEntries: (list: () => Promise<readonly string[]>): Promise<void> =>
      change(async (entries) => {
        // read after the state of the store: a change by another writer then is a conflict, and both are read again
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
