import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { sha256Hex } from './hash.ts';
import { canonicalQuery } from './signing/canonical-query.ts';
import { type ImageQuery, imagePairs } from './signing/image-query.ts';

/**
 * What an account can take back: one URL, of a template's URLs those of one version or of all up to one, or those of a signing key.
 */
export type Revocable =
  | { readonly kind: 'url'; readonly hash: string }
  | { readonly kind: 'key'; readonly signingKeyId: string }
  | { readonly kind: 'version' | 'versions'; readonly templateId: string; readonly version: number };

/** Digits of a version in an id: numbers sort as text when they are equally long. */
const versionDigits = 9;
/** No version is later. */
export const lastVersion = 10 ** versionDigits - 1;
const digits = (version: number): string => String(version).padStart(versionDigits, '0');

/** The id of a revocation says what is revoked, so that the same again is the same revocation. */
export const revocationId = (revocable: Revocable): string =>
  revocable.kind === 'url'
    ? `url.${revocable.hash}`
    : revocable.kind === 'key'
      ? `key.${revocable.signingKeyId}`
      : `${revocable.kind}.${revocable.templateId}.${digits(revocable.version)}`;

const urlId = /^url\.([A-Za-z0-9_-]{43})$/;
const keyId = /^key\.([0-9A-Za-z-]{1,64})$/;
const versionId = /^(version|versions)\.([A-Za-z0-9_-]{1,64})\.(\d{9})$/;

/** What a revocation's id says is revoked; undefined for a text that is no such id. */
export const readRevocationId = (id: string): Revocable | undefined => {
  const [, hash] = urlId.exec(id) ?? [];
  if (hash !== undefined) return { kind: 'url', hash };
  const [, signingKeyId] = keyId.exec(id) ?? [];
  if (signingKeyId !== undefined) return { kind: 'key', signingKeyId };
  const [, kind, templateId, version] = versionId.exec(id) ?? [];
  if (templateId === undefined) return undefined;
  return { kind: kind as 'version' | 'versions', templateId, version: Number(version) };
};

/** What a URL's signature is made over: the same URL however it is spelt, whichever key signed it. */
export const signedText = (rawQuery: string): string =>
  canonicalQuery([...(imagePairs(rawQuery) ?? [])].filter(([name]) => name !== 'sig'));

/** Which URL it is. `lambdas/edge/verify-image-url.js` makes the same hash. */
export const urlHash = (rawQuery: string): string =>
  createHash('sha256').update(signedText(rawQuery)).digest('base64url');

/**
 * The version of its template that a URL shows; 0, before any other, where it says none, as a URL with a `tv` of its mint's own did
 * before there were revocations. `lambdas/edge/verify-image-url.js` reads the same.
 */
export const getVersion = ({
  tv,
  tvn = /^\d{1,9}$/.test(tv) ? Number(tv) : 0,
}: Pick<ImageQuery, 'tv' | 'tvn'>): number => tvn;

/** Names of the edge's entries, which `lambdas/edge/verify-image-url.js` looks up. No id of a signing key looks like one. */
const entryName = {
  /** Says that an account has revoked anything at all; only then is the rest looked up. */
  any: (accountId: string) => `revokes:${accountId}`,
  key: (signingKeyId: string) => `key:${signingKeyId}`,
  url: ({ hash }: { readonly hash: string }) => `url:${hash}`,
  version: (accountId: string, templateId: string, version: number) => `version:${accountId}:${templateId}:${version}`,
  /** Its value changes with what is revoked of a template's versions: part of the cache key of URLs that name no version. */
  epoch: (accountId: string, templateId: string) => `epoch:${accountId}:${templateId}`,
  /** Its value is the version up to which all are revoked. */
  versions: (accountId: string, templateId: string) => `versions:${accountId}:${templateId}`,
};
const ownName = /^(revokes|url|key|epoch|versions?):/;
/** Whether an entry of the edge's store is one of a revocation. */
export const isRevocationEntry = (name: string): boolean => ownName.test(name);

/** Whose revocation, and of what. */
export interface Revoked {
  readonly accountId: string;
  readonly revocationId: string;
}

/** The name of a revocation's entry at the edge. */
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

/** The name of the entry that tells that versions of a template are revoked; undefined for revocations of anything else. */
const getEpoch = ({ accountId, revocationId: id }: Revoked): string | undefined => {
  const revocable = readRevocationId(id);
  return revocable && 'templateId' in revocable ? entryName.epoch(accountId, revocable.templateId) : undefined;
};

/** What the edge holds of these revocations, by entry name; of each account all of them must be there, or none. */
export const edgeEntries = (revocations: readonly Revoked[]): ReadonlyMap<string, string> => {
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

/** The names of all entries that a revocation concerns. */
export const concernedEntries = (one: Revoked): string[] => {
  const epoch = getEpoch(one);
  return [entryName.any(one.accountId), getEntry(one), ...(epoch === undefined ? [] : [epoch])];
};

/** Most entries in the edge's store: a deployment that makes a new one writes all of them, 50 at a time. */
export const mostEdgeEntries = 20_000;

/** From its making to this a revocation of versions lives: by then every URL minted before it has expired. */
export const versionsLifetimeDays = limits.urlLifetimeDays + 2;
