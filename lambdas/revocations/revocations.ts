import { hashAsset, readAssetPath } from 'image-url-contract/asset-path.ts';
import { isUnsignedPath, onDemandPrefix, sitePrefix } from 'image-url-contract/edge.ts';
import { fail, failWithDetail, isServiceError } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { parseQuery } from 'image-url-contract/signing/canonical-query.ts';
import type { Keyring } from 'image-url-contract/signing/keyring.ts';
import { hashOnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { hashSiteImage, readSitePath } from 'image-url-contract/sites/site-path.ts';
import { coversTemplate } from '../access/delegation.ts';
import { isUsableBy } from '../access/ownership.ts';
import { verifyImageUrl } from '../deliver/verify-image-url.ts';
import { verifyOnDemandUrl } from '../deliver/verify-on-demand-url.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import { getSignedText, hashUrl, lastVersion, readRevocationId } from '../domain/revocation.ts';
import type { KeyringReader } from '../ports/keyring.ts';
import type { Ports } from '../ports/ports.ts';
import type { RevocationRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, Call, UseCase } from '../ports/use-case.ts';
import { getSignedUrl } from '../publishing/signed-again.ts';
import { findTemplateAt } from '../publishing/template-version.ts';
import { createRevocationRecord, effectiveBy, isInForce, liftRevocation, revoke } from './revoke.ts';

/** Returns the template whose URLs a revocation is about. */
const getTemplateId = ({ revocationId, signed }: RevocationRecord): string => {
  const revocable = readRevocationId(revocationId);
  if (revocable && 'templateId' in revocable) return revocable.templateId;
  // an asset has no template, and that of a site image may change
  if (signed && isUnsignedPath(signed.query)) return '';
  if (signed?.query.startsWith('/')) return signed.query.split('/')[1] ?? '';
  return (signed && parseQuery(signed.query, (name) => name === 'templateId')?.get('templateId')) ?? '';
};

/** Runs a verification. @throws URL_NOT_FOUND for a URL that is not genuine or has expired */
const verifyOrNotFound = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify();
  } catch (error) {
    const isRefused = isServiceError(error) && ['URL_EXPIRED', 'INVALID_SIGNATURE'].includes(error.code);
    throw isRefused ? fail('URL_NOT_FOUND') : error;
  }
};

/**
 * Returns the revocation of a URL of any account. That of an on-demand URL applies to the same path signed by any key
 * of the account, that of a site image to all images of its page. That of an asset needs none, because caches still have
 * one that was deleted.
 *
 * @throws URL_NOT_FOUND for a URL that is not genuine or has expired, and for the image of a site that does not exist
 */
export const getRevocationOfUrl = async (
  ports: Pick<Ports, 'sites:read'> & { readonly 'keyring:read': KeyringReader },
  runtime: Runtime,
  url: string,
): Promise<RevocationRecord> => {
  const keys = ports['keyring:read'];
  const { pathname, search } = new URL(url);
  if (pathname.startsWith(sitePrefix)) {
    const image = readSitePath(pathname);
    if (!image || !(await ports['sites:read'].find(image.accountId, image.siteId))) throw fail('URL_NOT_FOUND');
    const revoked = { kind: 'url', hash: hashSiteImage(image) } as const;
    return {
      ...createRevocationRecord(runtime, image.accountId, revoked),
      signed: { query: pathname, keyId: '' },
    };
  }
  const asset = readAssetPath(pathname);
  if (asset) {
    const revoked = { kind: 'url', hash: hashAsset(pathname) } as const;
    return { ...createRevocationRecord(runtime, asset.accountId, revoked), signed: { query: pathname, keyId: '' } };
  }
  if (pathname.startsWith(onDemandPrefix)) {
    const { accountId, url: read, part } = await verifyOrNotFound(() => verifyOnDemandUrl(keys, runtime, pathname));
    const revoked = { kind: 'url', hash: hashOnDemandUrl(accountId, part) } as const;
    return { ...createRevocationRecord(runtime, accountId, revoked), signed: { query: part, keyId: read.key } };
  }
  if (pathname !== '/v1/image') throw fail('URL_NOT_FOUND');
  const rawQuery = search.slice(1);
  const { uid, exp } = await verifyOrNotFound(() => verifyImageUrl(keys, runtime, rawQuery));
  const sig = new URLSearchParams(rawQuery).get('sig') ?? '';
  return {
    ...createRevocationRecord(runtime, uid, { kind: 'url', hash: hashUrl(rawQuery) }),
    expiresAt: new Date(exp),
    signed: { query: getSignedText(rawQuery), keyId: sig.slice(0, sig.indexOf('.')) },
  };
};

/**
 * Returns what to revoke of a template: one version, all versions up to the current one, or all versions of a deleted
 * template.
 *
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND
 */
const getRevocableVersions = async (
  ports: Pick<Ports, 'templates:trace' | 'versions:read'>,
  { caller, templates }: Call<'createRevocation'>,
  templateId: string,
  version: number | undefined,
) => {
  const template = templates.get(templateId);
  if (!template || !isUsableBy(template, caller)) {
    const isOwn = (await ports['templates:trace'].deletedBy(templateId)) === caller.accountId;
    if (!isOwn) throw fail('TEMPLATE_NOT_FOUND');
    if (version !== undefined) throw fail('VERSION_NOT_FOUND');
    return { kind: 'versions', templateId, version: lastVersion } as const;
  }
  if (version === undefined) return { kind: 'versions', templateId, version: template.version } as const;
  await findTemplateAt(ports, template, version);
  return { kind: 'version', templateId, version } as const;
};

/**
 * Revokes an image URL of the caller's account, or the URLs of a template.
 *
 * @throws URL_NOT_FOUND, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, TOO_MANY_REVOCATIONS
 */
export const createRevocation: UseCase<'createRevocation'> = async (ports, runtime, call) => {
  const { accountId, plan } = call.caller;
  const { url, templateId = '', version } = call.body;
  if (templateId !== '' && !coversTemplate(runtime.apiKey, templateId)) throw fail('TEMPLATE_NOT_FOUND');
  const wanted =
    url === undefined
      ? createRevocationRecord(runtime, accountId, await getRevocableVersions(ports, call, templateId, version))
      : await getRevocationOfUrl(ports, runtime, url);
  if (wanted.accountId !== accountId || !coversTemplate(runtime.apiKey, getTemplateId(wanted)))
    throw fail('URL_NOT_FOUND');
  const { isBehindEdge } = ports['settings:edge'];
  // a bucket alone answers for assets
  if (!isBehindEdge && url !== undefined && readAssetPath(new URL(url).pathname))
    throw failWithDetail('URL_NOT_FOUND', 'This service has no edge function, which ends assets: delete it instead.');
  await revoke(ports, runtime, wanted, getAllowance(plan, runtime.plans).revocations);
  return {
    revocationId: wanted.revocationId,
    effectiveBy: effectiveBy(runtime.now(), isBehindEdge).toISOString(),
  };
};

/** Converts a revocation to the API's view. Its URL is signed again, because tables store no signatures. */
export const toRevocationResponse = (one: RevocationRecord, keyring: Keyring, imageUrl: string) => {
  const { revocationId, by, createdAt, expiresAt, signed } = one;
  const revocable = readRevocationId(revocationId);
  const url = signed && getSignedUrl(signed, keyring, imageUrl);
  return {
    revocationId,
    ...(url !== undefined && { url }),
    ...(revocable?.kind === 'key' && { signingKeyId: revocable.signingKeyId }),
    templateId: getTemplateId(one),
    ...(revocable?.kind === 'version' && { version: revocable.version }),
    ...(revocable?.kind === 'versions' && { upToVersion: revocable.version }),
    by,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
};

/** Returns the revocations in force, the newest first. */
export const findNewestInForce = (all: readonly RevocationRecord[], now: Date): RevocationRecord[] =>
  all.filter((one) => isInForce(one, now)).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

/** Lists the caller's revocations in force, newest first, up to about `limits.listedBytes`. */
export const listRevocations: UseCase<'listRevocations'> = async (ports, runtime, { caller }) => {
  const found = await ports['revocations:list'].of(caller.accountId);
  const keyring = await ports['keyring:read'].keyring(runtime);
  const { imageUrl } = ports['settings:urls'];
  const revocations: Answer<'listRevocations'>['revocations'] = [];
  let bytes = 0;
  for (const one of findNewestInForce(found, runtime.now())) {
    if (!coversTemplate(runtime.apiKey, getTemplateId(one))) continue;
    const view = toRevocationResponse(one, keyring, imageUrl);
    bytes += Buffer.byteLength(JSON.stringify(view));
    if (bytes > limits.listedBytes) break;
    revocations.push(view);
  }
  return { revocations };
};

/** Lifts a revocation that the caller's account has created. @throws REVOCATION_NOT_FOUND */
export const deleteRevocation: UseCase<'deleteRevocation'> = async (ports, runtime, { caller, path }) => {
  const { revocationId } = path;
  const all = await ports['revocations:lift'].of(caller.accountId);
  const found = all.find((one) => one.revocationId === revocationId);
  // lifting was interrupted if it is marked as lifted, so it is lifted again
  const isConfined = found !== undefined && !coversTemplate(runtime.apiKey, getTemplateId(found));
  if (isConfined || found?.by !== 'account' || found.expiresAt <= runtime.now()) throw fail('REVOCATION_NOT_FOUND');
  await runtime.beginAct({ accountId: caller.accountId, subject: revocationId });
  await liftRevocation(ports, runtime, found);
  return { revocationId };
};
