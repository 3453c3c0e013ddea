import { failWithDetail } from 'image-url-contract/errors.ts';
import { includesScope, type KeyScope } from 'image-url-contract/scopes.ts';
import type { AccountRecord, KeyRecord, Limits, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { requireUsable } from './ownership.ts';

/*
 * What an API key may pass on, and what it may see and change (docs/interface.md#what-a-key-passes-on). Both follow from
 * one rule: nothing that a key causes lies outside its own limits.
 */

/** The request of an API key that creates something. */
interface Maker {
  readonly caller: AccountRecord;
  readonly key: KeyRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
}

/** Returns the earlier of two moments, either of which may be missing. */
const getEarlier = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a && b ? (a < b ? a : b) : (a ?? b);

/**
 * Returns the limits of a new API key, signing key, site or fallback image: the requested ones within those of the API
 * key that creates it. `authenticate` has checked the scopes of the route, `mint` included where it creates a consumer.
 *
 * @throws INVALID_BODY when `expiresAt` is in the past; TEMPLATE_NOT_FOUND for a template that the caller cannot use
 */
export const inheritLimits = (
  { caller, key: maker, templates }: Maker,
  { templateIds, expiresAt, monthlyMints }: Omit<Limits, 'countsAgainst'>,
  { now }: Pick<Runtime, 'now'>,
): Limits => {
  if (expiresAt && expiresAt <= now()) throw failWithDetail('INVALID_BODY', 'expiresAt is in the past.');
  for (const id of templateIds ?? []) requireUsable(templates.get(id), caller);
  const { monthlyMints: most, keyId } = maker;
  return {
    templateIds: templateIds ?? maker.templateIds,
    expiresAt: getEarlier(expiresAt, maker.expiresAt),
    // all that a limited key creates shares its counter: with counters of their own, many would exceed its limit
    ...(most === undefined
      ? { monthlyMints }
      : { monthlyMints: Math.min(most, monthlyMints ?? most), countsAgainst: keyId }),
  };
};

/** Returns whether an API key may use a template: it has no `templateIds`, or they include it. */
export const coversTemplate = (key: Pick<Limits, 'templateIds'> | undefined, templateId: string): boolean =>
  key?.templateIds === undefined || key.templateIds.includes(templateId);

/** Limits of something that an API key wants to see or change. */
type Made = Limits & {
  /** Id of an API key. */
  readonly keyId?: string;
  /** Scopes of an API key. */
  readonly scopes?: readonly KeyScope[] | undefined;
};

/** Returns whether an API key covers something: it is itself, or its limits lie within those of the key. */
export const covers = (key: KeyRecord, made: Made): boolean => {
  if (made.keyId === key.keyId) return true;
  const hasTemplates =
    key.templateIds === undefined || (made.templateIds?.every((id) => coversTemplate(key, id)) ?? false);
  const endsInTime = key.expiresAt === undefined || (made.expiresAt !== undefined && made.expiresAt <= key.expiresAt);
  const isCounted = key.monthlyMints === undefined || made.countsAgainst === key.keyId;
  const scopes = made.keyId === undefined ? [] : (made.scopes ?? (['*'] as const));
  return hasTemplates && endsInTime && isCounted && scopes.every((scope) => includesScope(key.scopes, scope));
};
