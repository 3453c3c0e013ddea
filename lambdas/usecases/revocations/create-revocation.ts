import { onDemandPrefix } from '../../contract/edge.ts';
import { fail, ServiceError } from '../../contract/errors.ts';
import type { CreateRevocationRequest, CreateRevocationResponse } from '../../contract/schemas/revocation.ts';
import { dayMs } from '../../core/days.ts';
import { getAllowance } from '../../core/quota/plans.ts';
import { lastVersion, revocationId, signedText, urlHash, versionsLifetimeDays } from '../../core/revocation.ts';
import type { ImageQuery } from '../../core/signing/image-query.ts';
import { onDemandUrlHash } from '../../core/signing/on-demand-url.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, RevocationRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Keys } from '../../ports/signing-keys.ts';
import { isUsableBy, mayUse } from '../accounts/ownership.ts';
import { verifyImageUrl } from '../images/verify-image-url.ts';
import { verifyOnDemandUrl } from '../images/verify-on-demand-url.ts';
import { templateAt } from '../templates/template-at.ts';
import { effectiveBy, revoke } from './revoke.ts';
import { templateOfRevocation } from './template-of-revocation.ts';

/** Parses and verifies an image URL. @throws URL_NOT_FOUND for one that is not genuine or has expired */
const readImageUrl = async (keys: Keys, runtime: Runtime, url: string): Promise<ImageQuery & { rawQuery: string }> => {
  const { pathname, search } = new URL(url);
  if (pathname !== '/v1/image') throw fail('URL_NOT_FOUND');
  const rawQuery = search.slice(1);
  return { ...(await orNotFound(() => verifyImageUrl(keys, runtime, rawQuery))), rawQuery };
};

/** Runs a verification. @throws URL_NOT_FOUND for a URL that is not genuine or has expired */
const orNotFound = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify();
  } catch (error) {
    const isRefused = error instanceof ServiceError && ['URL_EXPIRED', 'INVALID_SIGNATURE'].includes(error.code);
    throw isRefused ? fail('URL_NOT_FOUND') : error;
  }
};

/**
 * Returns the revocation of an on-demand URL. It applies to the same path signed by any key of the account.
 *
 * @throws URL_NOT_FOUND
 */
const revocationOfOnDemandUrl = async (keys: Keys, runtime: Runtime, path: string): Promise<RevocationRecord> => {
  const { accountId, url, part } = await orNotFound(() => verifyOnDemandUrl(keys, runtime, path));
  const createdAt = runtime.now();
  return {
    accountId,
    revocationId: revocationId({ kind: 'url', hash: onDemandUrlHash(accountId, part) }),
    by: 'account',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + versionsLifetimeDays * dayMs),
    isLifted: false,
    signed: { query: part, keyId: url.key },
  };
};

/**
 * Returns the revocation of a URL of any account.
 *
 * @throws URL_NOT_FOUND for a URL that is not genuine or has expired.
 */
export const revocationOfUrl = async (keys: Keys, runtime: Runtime, url: string): Promise<RevocationRecord> => {
  const { pathname } = new URL(url);
  if (pathname.startsWith(onDemandPrefix)) return revocationOfOnDemandUrl(keys, runtime, pathname);
  const { uid, exp, rawQuery } = await readImageUrl(keys, runtime, url);
  const sig = new URLSearchParams(rawQuery).get('sig') ?? '';
  return {
    accountId: uid,
    revocationId: revocationId({ kind: 'url', hash: urlHash(rawQuery) }),
    by: 'account',
    createdAt: runtime.now(),
    expiresAt: new Date(exp),
    isLifted: false,
    signed: { query: signedText(rawQuery), keyId: sig.slice(0, sig.indexOf('.')) },
  };
};

/**
 * Returns what to revoke: one version of a template, all versions up to the current one, or all versions of a deleted
 * template.
 *
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND.
 */
const revocableVersions = async (
  ports: Pick<PortsOf<'createRevocation'>, 'templates:trace' | 'versions:read'>,
  { accountId }: AccountRecord,
  template: TemplateRecord | undefined,
  { templateId, version }: { readonly templateId: string; readonly version: number | undefined },
) => {
  if (!template) {
    const isOwn = (await ports['templates:trace'].deletedBy(templateId)) === accountId;
    if (!isOwn) throw fail('TEMPLATE_NOT_FOUND');
    if (version !== undefined) throw fail('VERSION_NOT_FOUND');
    return { kind: 'versions', templateId, version: lastVersion } as const;
  }
  if (version === undefined) return { kind: 'versions', templateId, version: template.version } as const;
  await templateAt(ports, template, version);
  return { kind: 'version', templateId, version } as const;
};

/**
 * Revokes an image URL of the caller's account, or the URLs of a template.
 *
 * @throws URL_NOT_FOUND, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, TOO_MANY_REVOCATIONS.
 */
export const createRevocation = async (
  ports: PortsOf<'createRevocation'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { url, templateId = '', version }: CreateRevocationRequest,
): Promise<CreateRevocationResponse> => {
  const { accountId } = caller;
  const keys = ports['signingKeys:verify'];
  const now = runtime.now();
  const ofTemplate = async (): Promise<RevocationRecord> => {
    const found = templates.get(templateId);
    const usable = found && isUsableBy(found, caller) ? found : undefined;
    const id = revocationId(await revocableVersions(ports, caller, usable, { templateId, version }));
    const expiresAt = new Date(now.getTime() + versionsLifetimeDays * dayMs);
    return { accountId, revocationId: id, by: 'account', createdAt: now, expiresAt, isLifted: false };
  };
  if (templateId !== '' && !mayUse(runtime, templateId)) throw fail('TEMPLATE_NOT_FOUND');
  const wanted = url === undefined ? await ofTemplate() : await revocationOfUrl(keys, runtime, url);
  if (wanted.accountId !== accountId || !mayUse(runtime, templateOfRevocation(wanted))) throw fail('URL_NOT_FOUND');
  await revoke(ports, runtime, wanted, getAllowance(caller.plan, runtime.plans).revocations);
  return {
    revocationId: wanted.revocationId,
    effectiveBy: effectiveBy(runtime.now(), keys.isBehindEdge).toISOString(),
  };
};
