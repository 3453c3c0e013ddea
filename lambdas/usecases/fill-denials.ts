import { subjectName } from '../core/denial.ts';
import type { Ports } from '../ports/ports.ts';

/** Gives the edge every denial, after a deployment that may have made its store. */
export const fillDenials = (ports: Pick<Ports, 'denials:list' | 'edgeDenials:write'>): Promise<void> =>
  ports['edgeDenials:write'].keepOnly(async () => (await ports['denials:list'].all()).map(subjectName));
