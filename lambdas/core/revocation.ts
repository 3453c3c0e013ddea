import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { sha256Hex } from './hash.ts';
import { toCanonicalQuery } from './signing/canonical-query.ts';
import { getImagePairs, type ImageQuery } from './signing/image-query.ts';

/** What an account can revoke: a URL, the URLs of a template version or of all up to one, or of a signing key. */
export type Revocable =
  | { readonly kind: 'url'; readonly hash: string }
  | { readonly kind: 'key'; readonly signingKeyId: string }
  | { readonly kind: 'version' | 'versions'; readonly templateId: string; readonly version: number };

/** Digits of a version in an id, padded so that ids sort numerically. */
const versionDigits = 9;
/** The highest possible version. */
export const lastVersion = 10 ** versionDigits - 1;
const digits = (version: number): string => String(version).padStart(versionDigits, '0');

/** Returns the id of a revocation. It is derived from what is revoked, so revoking twice gives the same id. */
export const getRevocationId = (revocable: Revocable): string =>
  revocable.kind === 'url'
    ? `url.${revocable.hash}`
    : revocable.kind === 'key'
      ? `key.${revocable.signingKeyId}`
      : `${revocable.kind}.${revocable.templateId}.${digits(revocable.version)}`;

const urlId = /^url\.([A-Za-z0-9_-]{43})$/;
const keyId = /^key\.([0-9A-Za-z-]{1,64})$/;
const versionId = /^(version|versions)\.([A-Za-z0-9_-]{1,64})\.(\d{9})$/;

/** Parses the id of a revocation; undefined for any other text. */
export const readRevocationId = (id: string): Revocable | undefined => {
  const [, hash] = urlId.exec(id) ?? [];
  if (hash !== undefined) return { kind: 'url', hash };
  const [, signingKeyId] = keyId.exec(id) ?? [];
  if (signingKeyId !== undefined) return { kind: 'key', signingKeyId };
  const [, kind, templateId, version] = versionId.exec(id) ?? [];
  if (templateId === undefined) return undefined;
  return { kind: kind as 'version' | 'versions', templateId, version: Number(version) };
};

/** Returns the text that a URL's signature covers. It is the same for every spelling of the URL and every key. */
export const getSignedText = (rawQuery: string): string =>
  toCanonicalQuery([...(getImagePairs(rawQuery) ?? [])].filter(([name]) => name !== 'sig'));

/** Returns the hash by which a URL is revoked. `lambdas/edge/verify-image-url.js` computes the same hash. */
export const hashUrl = (rawQuery: string): string =>
  createHash('sha256').update(getSignedText(rawQuery)).digest('base64url');

/**
 * Returns the version of the template in a URL; 0 if there is none, as in old URLs with a custom `tv`.
 * `lambdas/edge/verify-image-url.js` does the same.
 */
export const getVersion = ({
  tv,
  tvn = /^\d{1,9}$/.test(tv) ? Number(tv) : 0,
}: Pick<ImageQuery, 'tv' | 'tvn'>): number => tvn;

/** Names of edge entries, which `lambdas/edge` looks up. No signing key id has such a form. */
const entryName = {
  /** Exists if an account has any revocation; only then are its other entries read. */
  any: (accountId: string) => `revokes:${accountId}`,
  key: (signingKeyId: string) => `key:${signingKeyId}`,
  url: ({ hash }: { readonly hash: string }) => `url:${hash}`,
  version: (accountId: string, templateId: string, version: number) => `version:${accountId}:${templateId}:${version}`,
  /** Changes with the revocations of a template's versions. Part of the cache key of URLs without a version. */
  epoch: (accountId: string, templateId: string) => `epoch:${accountId}:${templateId}`,
  /** The value is the version up to which all are revoked. */
  versions: (accountId: string, templateId: string) => `versions:${accountId}:${templateId}`,
};
const entryNamePattern = /^(revokes|url|key|epoch|versions?):/;
/** Returns whether an entry of the edge's key-value store belongs to a revocation. */
export const isRevocationEntry = (name: string): boolean => entryNamePattern.test(name);

/** Identifies a revocation. */
export interface Revoked {
  readonly accountId: string;
  readonly revocationId: string;
}

/** Returns the name of a revocation's edge entry. */
const getEntry = ({ accountId, revocationId: id }: Revoked): string => {
  const revocable = readRevocationId(id);
  if (!revocable) throw new Error('A revocation has an id that says nothing.');
  if (revocable.kind === 'url') return entryName.url(revocable);
  if (revocable.kind === 'key') return entryName.key(revocable.signingKeyId);
  const { kind, templateId, version } = revocable;
  return kind === 'version'
    ? entryName.version(accountId, templateId, version)
    : entryName.versions(accountId, templateId);
};

/** Returns the name of the entry that changes when template versions are revoked; undefined for other kinds. */
const getEpoch = ({ accountId, revocationId: id }: Revoked): string | undefined => {
  const revocable = readRevocationId(id);
  return revocable && 'templateId' in revocable ? entryName.epoch(accountId, revocable.templateId) : undefined;
};

/** Returns the edge entries of revocations by name. The list must contain all of an account's revocations or none. */
export const getEdgeEntries = (revocations: readonly Revoked[]): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  const ids = new Map<string, string[]>();
  for (const one of revocations) {
    const [name, revocable] = [getEntry(one), readRevocationId(one.revocationId)];
    const upTo = revocable?.kind === 'versions' ? Math.max(revocable.version, Number(entries.get(name) ?? 0)) : 1;
    entries.set(entryName.any(one.accountId), '1').set(name, String(upTo));
    const epoch = getEpoch(one);
    if (epoch !== undefined) ids.set(epoch, [...(ids.get(epoch) ?? []), one.revocationId]);
  }
  for (const [name, found] of ids) entries.set(name, sha256Hex(found.sort().join(' ')).slice(0, 16));
  return entries;
};

/** Returns the names of all entries that a revocation affects. */
export const getAffectedEntries = (one: Revoked): string[] => {
  const epoch = getEpoch(one);
  return [entryName.any(one.accountId), getEntry(one), ...(epoch === undefined ? [] : [epoch])];
};

/** Maximum number of edge entries. A deployment that creates a new store writes all of them, 50 at a time. */
export const maxEdgeEntries = 20_000;

/** Days for which a revocation of versions is stored. After that, every URL minted before it has expired. */
export const versionsLifetimeDays = limits.urlLifetimeDays + 2;
