import { isServiceError } from 'image-url-contract/errors.ts';
import { readRevocationId } from '../lambdas/domain/revocation.ts';
import type { Ports } from '../lambdas/ports/ports.ts';
import type { RevocationRecord } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { findNewestInForce, getRevocationOfUrl, toRevocationResponse } from '../lambdas/revocations/revocations.ts';
import { effectiveBy, liftRevocation, revoke } from '../lambdas/revocations/revoke.ts';
import { AdminError } from './administer-accounts.ts';
import type { AdminStore } from './store.ts';

/** Ports for adding, listing and lifting revocations. */
export interface RevocationPorts
  extends Pick<
    Ports,
    | 'keyring:read'
    | 'settings:edge'
    | 'sites:read'
    | 'revocations:add'
    | 'revocations:lift'
    | 'revocations:walk'
    | 'edgeRevocations:add'
    | 'edgeRevocations:lift'
  > {
  readonly store: Pick<AdminStore, 'isClosed'>;
}

/** Runs `run` and rethrows a ServiceError as an AdminError with the same message. */
const forOperators = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw isServiceError(error) ? new AdminError(error.message) : error;
  }
};

/**
 * Revokes an image URL of any account. The account can list the revocation but not lift it.
 *
 * @returns the revocation, and `effectiveBy`: when it is in force everywhere at the latest
 * @throws AdminError when the URL is malformed, not genuine or expired
 */
export const revokeUrl = (ports: RevocationPorts, runtime: Runtime, url: string) =>
  forOperators(async () => {
    if (!URL.canParse(url)) throw new AdminError(`${url} is no URL.`);
    const wanted: RevocationRecord = { ...(await getRevocationOfUrl(ports, runtime, url)), by: 'operator' };
    if (await ports.store.isClosed(wanted.accountId))
      throw new AdminError(`The account ${wanted.accountId} was deleted: all of its URLs have ended.`);
    await revoke(ports, runtime, wanted);
    const { accountId, revocationId } = wanted;
    const holdsBy = effectiveBy(runtime.now(), ports['settings:edge'].isBehindEdge).toISOString();
    return { accountId, revocationId, effectiveBy: holdsBy };
  });

/** Lifts a revocation by an operator or the account. @throws AdminError when it does not exist */
export const liftAnyRevocation = async (
  ports: Omit<RevocationPorts, 'store'>,
  runtime: Runtime,
  accountId: string,
  revocationId: string,
): Promise<{ readonly accountId: string; readonly revocationId: string; readonly lifted: true }> => {
  const all = await ports['revocations:lift'].of(accountId);
  if (!readRevocationId(revocationId) || !all.some((one) => one.revocationId === revocationId))
    throw new AdminError(`The account ${accountId} has no revocation ${revocationId}.`);
  await runtime.beginAct({ accountId, subject: revocationId });
  await liftRevocation(ports, runtime, { accountId, revocationId });
  return { accountId, revocationId, lifted: true };
};

/** Returns the revocations in force, of all accounts or of one, newest first. */
export const listAllRevocations = async (
  ports: Omit<RevocationPorts, 'store'>,
  runtime: Runtime,
  imageUrl: string,
  accountId: string | undefined,
) => {
  const found = await (accountId === undefined
    ? ports['revocations:walk'].all()
    : ports['revocations:lift'].of(accountId));
  const keyring = await ports['keyring:read'].keyring(runtime);
  const toView = (one: RevocationRecord) => ({
    ...{ accountId: one.accountId, ...toRevocationResponse(one, keyring, imageUrl) },
  });
  return { revocations: findNewestInForce(found, runtime.now()).map(toView) };
};
