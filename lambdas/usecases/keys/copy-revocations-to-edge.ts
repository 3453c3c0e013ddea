import { edgeEntries } from '../../core/revocation.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isInForce } from '../revocations/revoke.ts';

/** Makes the edge's revocation entries equal to the revocations in force. */
export const copyRevocationsToEdge = (
  ports: Pick<Ports, 'revocations:walk' | 'edgeRevocations:write'>,
  runtime: Pick<Runtime, 'now'>,
): Promise<void> =>
  ports['edgeRevocations:write'].replaceEntries(async () => {
    const all = await ports['revocations:walk'].all();
    return edgeEntries(all.filter((one) => isInForce(one, runtime.now())));
  });
