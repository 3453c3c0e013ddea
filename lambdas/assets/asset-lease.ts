import { ServiceError } from 'image-url-contract/errors.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { type OwnLease, underLease } from '../deliver/render-lease.ts';
import { patienceMs } from '../domain/times.ts';
import type { RenderLease } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { AssetItem } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

type LeasePorts = Pick<Ports, 'assets:write'>;

/** A picture of an account. */
interface Named {
  readonly accountId: string;
  readonly assetId: string;
}

/** The lease of a picture, as its holder needs it. */
export interface AssetLease {
  /** As the table has it. */
  readonly held: RenderLease;
  /** Ends it; the item stays if it has a picture. */
  readonly release: OwnLease['release'];
}

/**
 * Stores or deletes a picture while no other request does: its row and its file change together.
 *
 * @param settle returns the result for an item that nobody holds; undefined if it is to be changed
 * @param change changes it, ends the lease, and returns the result
 * @throws SERVICE_UNAVAILABLE when another request does not end; what the steps throw
 */
export const whileHoldingAsset = <T extends object | string>(
  { 'assets:write': assets }: LeasePorts,
  runtime: Runtime,
  { accountId, assetId }: Named,
  settle: (item: AssetItem | undefined) => T | undefined,
  change: (lease: AssetLease, item: AssetItem | undefined) => Promise<T>,
): Promise<T> => {
  let seen: AssetItem | undefined;
  let held: RenderLease | undefined;
  const leases: Ports['renderLeases:acquire'] = {
    find: async () => {
      seen = await assets.find(accountId, assetId);
      return seen?.lease;
    },
    begin: (_name, lease, before) => {
      held = lease;
      return assets.begin(accountId, assetId, lease, before);
    },
    end: (_name, lease) => assets.end(accountId, assetId, lease),
  };
  return underLease<T>({ 'renderLeases:acquire': leases }, runtime, assetId, sharedTime(patienceMs.image), {
    find: async () => ((await leases.find(assetId)) ? undefined : settle(seen)),
    known: () => seen?.lease,
    make: (lease) => change({ held: held as RenderLease, release: lease.release }, seen),
    refuse: async ({ retryAt }) => new ServiceError('SERVICE_UNAVAILABLE', [], { retryAt }),
  });
};
