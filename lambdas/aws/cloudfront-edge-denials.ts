import type { ErrorCode } from '../contract/errors.ts';
import { isDenialEntry } from '../core/denial.ts';
import { edgeStore } from './cloudfront-edge-store.ts';
import type { Adapter } from './connect.ts';

/** What the edge function answers for a denied subject: the entry's value. */
const answer = 'URL_DENIED' satisfies ErrorCode;

/** Denials in the edge function's KeyValueStore, beside the signing keys: one entry per subject. */
export const cloudFrontEdgeDenials: Adapter<'edgeDenials:write'> = ({ EDGE_KEYS }) => {
  if (EDGE_KEYS === '') return { keepOnly: async () => undefined };
  const { change } = edgeStore(EDGE_KEYS);
  return {
    keepOnly: (list) =>
      change(async (entries) => {
        // read after the store's state was: what another one adds meanwhile is a conflict, and read anew
        const subjects = await list();
        const wanted = new Set(subjects);
        const missing = subjects.filter((subject) => entries.get(subject) !== answer);
        return {
          puts: new Map(missing.map((subject) => [subject, answer])),
          deletes: [...entries.keys()].filter((name) => isDenialEntry(name) && !wanted.has(name)),
        };
      }),
  };
};
