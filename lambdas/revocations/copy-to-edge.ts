import { subjectName } from '../domain/deny-list.ts';
import { getEdgeEntries } from '../domain/revocation.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { isInForce } from './revoke.ts';

/* Both functions run once a day and after each deployment, which may have created a new store at the edge. */

/** Replaces the edge's deny list by that of the table. */
export const copyDenyListToEdge = (ports: Pick<Ports, 'denyList:list' | 'edgeDenyList:write'>): Promise<void> =>
  ports['edgeDenyList:write'].replaceEntries(async () => (await ports['denyList:list'].all()).map(subjectName));

/** Replaces the edge's revocation entries by the revocations in force. */
export const copyRevocationsToEdge = (
  ports: Pick<Ports, 'revocations:walk' | 'edgeRevocations:write'>,
  runtime: Pick<Runtime, 'now'>,
): Promise<void> =>
  ports['edgeRevocations:write'].replaceEntries(async () => {
    const all = await ports['revocations:walk'].all();
    return getEdgeEntries(all.filter((one) => isInForce(one, runtime.now())));
  });
