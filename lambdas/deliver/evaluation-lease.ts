import { isServiceError } from 'image-url-contract/errors.ts';
import { isFrozen } from '../domain/records/image-records.ts';
import { shortBackoffMs } from '../domain/times.ts';
import type { RenderLease } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { OnDemandRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { isRefusal } from '../publishing/freeze-image.ts';
import { getShortBackoffEnd, type OwnLease } from './render-lease.ts';

/** Returns a lease like that of another request, which a waiting one finds replaced at its next look. */
const endedLease = ({ now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>): RenderLease => ({
  ...{ id: Buffer.from(randomBytes(12)).toString('base64url'), number: 1, hasFailed: false },
  ...{ startedAt: now(), retryAt: new Date(now().getTime() + shortBackoffMs) },
});

/**
 * Returns the lease of the evaluation of an image, which is a field of the item that will hold what is frozen: one
 * write acquires it and claims the unit, and the write that freezes the image ends it.
 */
export const evaluationLease = (
  images: Ports['onDemand:freeze'],
  runtime: Pick<Runtime, 'now' | 'randomBytes'>,
  accountId: string,
) => {
  let claimedAt: Date | undefined;
  let failure: OnDemandRecord['failure'];
  const leases: Ports['renderLeases:acquire'] = {
    async find(identity) {
      const found = await images.find(identity);
      return isFrozen(found) ? endedLease(runtime) : found?.lease;
    },
    async begin(identity, lease, seen) {
      claimedAt = await images.begin(identity, accountId, lease, seen);
      return claimedAt !== undefined;
    },
    end: (identity: string, lease: RenderLease, next?: RenderLease) =>
      next ? images.fail(identity, lease, next, failure) : images.release(identity, lease),
  };
  return {
    ports: { 'renderLeases:acquire': leases },
    /** Returns when the unit was claimed first, once the lease is acquired. */
    getClaimedAt: (runtime: Pick<Runtime, 'now'>): Date => claimedAt ?? runtime.now(),
    /**
     * Ends the lease after a failure: with a backoff if the template or the service failed. Otherwise another try costs
     * a few reads only, and nothing was consumed.
     */
    async endAfter(error: unknown, lease: OwnLease, runtime: Pick<Runtime, 'now'>): Promise<void> {
      const isOwn = isServiceError(error) && error.code === 'INVALID_VARIABLES';
      if (isOwn) {
        const { code, message, publicMessage } = error;
        failure = { code, message, publicMessage };
        return lease.fail();
      }
      const isKnown = isServiceError(error) && (isRefusal(error) || error.code !== 'SERVER_ERROR');
      return isKnown ? lease.release() : lease.backOff(getShortBackoffEnd(runtime.now()));
    },
  };
};
