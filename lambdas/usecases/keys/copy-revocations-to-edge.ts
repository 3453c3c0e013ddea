import { edgeEntries } from '../../core/revocation.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isInForce } from '../revocations/revoke.ts';

/** Gives the edge every revocation that holds, and takes from it what has expired or was left behind. */
export const fillRevocations = (
  ports: Pick<Ports, 'revocations:walk' | 'edgeRevocations:write'>,
  runtime: Pick<Runtime, 'now'>,
): Promise<void> =>
  ports['edgeRevocations:write'].pickKeys(async () => {
    const all = await ports['revocations:walk'].all();
    return edgeEntries(all.filter((one) => isInForce(one, runtime.now())));
  });
