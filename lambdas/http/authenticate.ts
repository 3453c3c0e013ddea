import { type ParsedApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import { fail, failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { templateIdForm } from 'image-url-contract/schemas/key.ts';
import { includesScope, type Scope } from 'image-url-contract/scopes.ts';
import { isServed } from '../domain/quota/subscription.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeyRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Authenticated, getHeader, type Incoming, type RawBody } from './call.ts';

export type CallerReader = Ports['callers:read'];
type FoundCaller = Awaited<ReturnType<CallerReader['find']>>;

/** Returns the template ids in path and body. Malformed values are ignored here and rejected by the schemas later. */
const getTemplateIds = ({ pathParameters }: Incoming, rawBody: RawBody): string[] => {
  const body = rawBody && 'json' in rawBody ? (rawBody.json as Record<string, unknown> | null) : null;
  const items = Array.isArray(body?.items) ? body.items.slice(0, limits.itemsPerMint) : [];
  const listed = Array.isArray(body?.templateIds) ? body.templateIds.slice(0, limits.keyTemplates) : [];
  const candidates = [
    pathParameters?.templateId,
    body?.templateId,
    ...items.map((item) => item?.templateId),
    ...listed,
  ];
  return [...new Set(candidates)].filter((id): id is string => typeof id === 'string' && templateIdForm.test(id));
};

/** Parses the key in the `Authorization` header. @throws MISSING_API_KEY, INVALID_API_KEY */
const parseKey = (event: Incoming): ParsedApiKey => {
  const text = /^Bearer +(\S+)$/i.exec(getHeader(event, 'authorization') ?? '')?.[1];
  if (text === undefined) throw fail('MISSING_API_KEY');
  const presented = parseApiKey(text);
  if (!presented?.isChecksumRight)
    throw failWithDetail('INVALID_API_KEY', 'This is not an API key of this service: was it copied whole?');
  return presented;
};

/** Stores the day on which a key is used. A failure is logged and does not fail the request. */
const storeUse = async (
  callers: CallerReader,
  runtime: Runtime,
  presented: ParsedApiKey,
  { lastUsedOn }: FoundCaller,
) => {
  const day = runtime.now().toISOString().slice(0, 10);
  if (lastUsedOn !== undefined && lastUsedOn >= day) return;
  await callers.noteUse(presented, day).catch((cause: unknown) => {
    runtime.log('warn', 'use of a key not stored', { cause });
  });
};

/** Returns the templates that the API key may use: those in its `templateIds`, or all. */
const filterByKey = ({ templateIds }: KeyRecord, templates: FoundCaller['templates']) =>
  templateIds === undefined ? templates : new Map([...templates].filter(([id]) => templateIds.includes(id)));

/**
 * Authenticates the API key and reads its account, and the templates that the key may use of those in the request.
 *
 * @throws ServiceError for an inactive subscription and a key without one of the scopes
 * (docs/interface.md#authentication)
 */
export const authenticate = async (
  callers: CallerReader,
  runtime: Runtime,
  scopes: readonly Scope[],
  event: Incoming,
  rawBody: RawBody,
): Promise<Authenticated> => {
  const presented = parseKey(event);
  const found = await callers.find(presented, getTemplateIds(event, rawBody));
  const { key, account, templates } = found;
  if (!key || key.accountId !== presented.accountId) throw fail('INVALID_API_KEY');
  if (key.revoked) throw fail('KEY_INACTIVE');
  const now = runtime.now();
  if (key.expiresAt && key.expiresAt <= now) throw fail('KEY_EXPIRED');
  if (!account) throw fail('NO_SUBSCRIPTION');
  if (!isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  for (const scope of scopes) if (!includesScope(key.scopes, scope)) throw fail('INSUFFICIENT_SCOPE', { scope });
  await storeUse(callers, runtime, presented, found);
  const { fonts, usage } = found;
  return { now, caller: account, key, templates: filterByKey(key, templates), fonts, usage };
};
