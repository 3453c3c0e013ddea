import { subjectName } from '../../core/deny-list.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Makes the edge's deny list equal to the table. Runs once a day, and after a deployment, which may have created a new
 * store.
 */
export const copyDenyListToEdge = (ports: Pick<Ports, 'denyList:list' | 'edgeDenyList:write'>): Promise<void> =>
  ports['edgeDenyList:write'].replaceEntries(async () => (await ports['denyList:list'].all()).map(subjectName));
