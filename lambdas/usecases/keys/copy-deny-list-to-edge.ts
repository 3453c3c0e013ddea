import { subjectName } from '../../core/deny-list.ts';
import type { Ports } from '../../ports/ports.ts';

/** Gives the edge every deny list entry, after a deployment that may have made its store. */
export const copyDenyListToEdge = (ports: Pick<Ports, 'denyList:list' | 'edgeDenyList:write'>): Promise<void> =>
  ports['edgeDenyList:write'].pickKeys(async () => (await ports['denyList:list'].all()).map(subjectName));
