import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type RenderLease, renderLeases } from '../../domain/records/image-records.ts';
import { toSeconds } from '../../domain/records/record.ts';
import { leaseKeptMs } from '../../domain/times.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';

const getWrite = ({ retryAt }: RenderLease) => ({ also: { expires: toSeconds(retryAt) + leaseKeptMs / 1_000 } });
const getCondition = ({ id }: RenderLease) => ({ condition: 'id = :id', values: { ':id': id } });

/**
 * Render leases by image name: one request at a time renders an image, and a failed render is repeated only after a
 * backoff.
 */
export const dynamoDbRenderLeases = ({ TREES_TABLE }: EnvironmentOf<'renderLeases:acquire'>) => ({
  find: (name: string): Promise<RenderLease | undefined> => findRecord(renderLeases, TREES_TABLE, name),
  /** Acquires the lease unless it has changed since it was read as `seen`. Resolves to false if it has. */
  begin(name: string, lease: RenderLease, seen: RenderLease | undefined): Promise<boolean> {
    const unchanged = seen ? getCondition(seen) : { condition: 'attribute_not_exists(address)' };
    return putRecord(renderLeases, TREES_TABLE, name, lease, { ...getWrite(lease), ...unchanged });
  },
  /** Replaces the lease by `outcome`, or deletes it. No effect if another request holds the lease. */
  async end(name: string, lease: RenderLease, outcome?: RenderLease): Promise<void> {
    const { condition, values } = getCondition(lease);
    await (outcome
      ? putRecord(renderLeases, TREES_TABLE, name, outcome, { ...getWrite(outcome), condition, values })
      : deleteRecord(renderLeases, TREES_TABLE, name, condition, values));
  },
});
