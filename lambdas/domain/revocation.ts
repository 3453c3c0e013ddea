import { createHash } from 'node:crypto';
import { limits } from 'image-url-contract/limits.ts';
import { toCanonicalQuery } from 'image-url-contract/signing/canonical-query.ts';
import { getImagePairs, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { toEpoch } from './epoch.ts';

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

const form =
  /^(?:url\.(?<hash>[\w-]{43})|key\.(?<signingKeyId>[0-9A-Za-z-]{1,64})|(?<kind>versions?)\.(?<templateId>[\w-]{1,64})\.(?<version>\d{9}))$/;

/** Parses the id of a revocation; undefined for any other text. */
export const readRevocationId = (id: string): Revocable | undefined => {
  const { hash, signingKeyId, kind, templateId, version } = form.exec(id)?.groups ?? {};
  if (hash !== undefined) return { kind: 'url', hash };
  if (signingKeyId !== undefined) return { kind: 'key', signingKeyId };
  if (templateId === undefined) return undefined;
  return { kind: kind as 'version' | 'versions', templateId, version: Number(version) };
};

/** Returns the text that a URL's signature covers. It is the same for every spelling of the URL and every key. */
export const getSignedText = (rawQuery: string): string =>
  toCanonicalQuery([...(getImagePairs(rawQuery) ?? [])].filter(([name]) => name !== 'sig'));

/** Returns the query of a signed URL as it was minted, whatever the order and additions of a request. */
export const getMintedQuery = (rawQuery: string): string =>
  `${getSignedText(rawQuery)}&sig=${getImagePairs(rawQuery)?.get('sig') ?? ''}`;

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

const entryNamePattern = /^(revokes|url|key|epoch|versions?):/;
/** Returns whether an entry of the edge's key-value store belongs to a revocation. */
export const isRevocationEntry = (name: string): boolean => entryNamePattern.test(name);

/** Identifies a revocation. */
export interface Revoked {
  readonly accountId: string;
  readonly revocationId: string;
}

/** The entry of a revocation at the edge, which `lambdas/edge` looks up. No signing key id has the form of a name. */
interface EdgeEntry {
  readonly name: string;
  /** The value: the version up to which all are revoked, for other kinds 1. */
  readonly upTo: number;
  /** Entry that changes with the revocations of a template's versions; in the cache key of URLs without a version. */
  readonly epoch?: string;
}

/**
 * Name of the entry that exists if an account has any revocation; only then are its other entries read. Its value
 * changes with the revocations, and is part of the cache key of site images, whose URL does not contain their template.
 */
const getAnyName = (accountId: string): string => `revokes:${accountId}`;

const getEntry = ({ accountId, revocationId }: Revoked): EdgeEntry => {
  const revocable = readRevocationId(revocationId);
  if (!revocable) throw new Error('A revocation has an id that says nothing.');
  if (revocable.kind === 'url') return { name: `url:${revocable.hash}`, upTo: 1 };
  if (revocable.kind === 'key') return { name: `key:${revocable.signingKeyId}`, upTo: 1 };
  const { kind, templateId, version } = revocable;
  const template = `${accountId}:${templateId}`;
  const epoch = `epoch:${template}`;
  return kind === 'version'
    ? { name: `version:${template}:${version}`, upTo: 1, epoch }
    : { name: `versions:${template}`, upTo: version, epoch };
};

/** Returns the edge entries of revocations by name. The list must contain all of an account's revocations or none. */
export const getEdgeEntries = (revocations: readonly Revoked[]): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  for (const one of revocations) {
    const { name, upTo } = getEntry(one);
    entries.set(name, String(Math.max(upTo, Number(entries.get(name) ?? 0))));
  }
  const toIds = (found: readonly Revoked[]): string[] => found.map(({ revocationId }) => revocationId);
  for (const [accountId, found] of Map.groupBy(revocations, (one) => one.accountId))
    entries.set(getAnyName(accountId), toEpoch(toIds(found)));
  for (const [epoch, found] of Map.groupBy(revocations, (one) => getEntry(one).epoch))
    if (epoch !== undefined) entries.set(epoch, toEpoch(toIds(found)));
  return entries;
};

/** Returns the names of all entries that a revocation affects. */
export const getAffectedEntries = (one: Revoked): string[] => {
  const { name, epoch } = getEntry(one);
  return [getAnyName(one.accountId), name, ...(epoch === undefined ? [] : [epoch])];
};

/**
 * Bytes of the edge's store that revocations may use, of 5 MB: those of accounts, and beyond them those of operators.
 * The rest is for keys and the deny list.
 */
export const edgeRevocationBytes = { account: 4_000_000, operator: 4_700_000 } as const;

/** Bytes of a revocation of a URL at the edge, with its share of the account's entry; those of versions take more. */
export const bytesPerRevocation = 50;

/** Days for which a revocation of versions is stored. After that, every URL minted before it has expired. */
export const versionsLifetimeDays = limits.urlLifetimeDays + 2;
