import type { MiddlewareObj } from '@middy/core';
import { fail } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { readApiKey } from '../core/api-key.ts';
import { isServed } from '../core/quota/subscription.ts';
import type { CallerReader } from '../ports/callers.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Incoming, Outgoing } from './call.ts';

const templateIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Template ids anywhere in a request. What is malformed is passed over here and refused by the schemas later. */
const mentionedTemplates = ({ pathParameters, call }: Incoming): string[] => {
  const body = call.rawBody && 'json' in call.rawBody ? (call.rawBody.json as Record<string, unknown> | null) : null;
  const items = Array.isArray(body?.items) ? body.items.slice(0, limits.itemsPerMint) : [];
  const candidates = [pathParameters?.templateId, body?.templateId, ...items.map((item) => item?.templateId)];
  return [...new Set(candidates)].filter((id): id is string => typeof id === 'string' && templateIdForm.test(id));
};

/** Finds the account behind the API key and lets only a live subscription through (docs/interface.md#authentication). */
export const authenticate = (callers: CallerReader, runtime: Runtime): MiddlewareObj<Incoming, Outgoing> => ({
  before: async ({ event }) => {
    const header = Object.entries(event.headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const presented = readApiKey(/^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '');
    if (!presented) throw fail('MISSING_API_KEY');
    if (!presented.isChecksumRight) throw fail('INVALID_API_KEY');

    const { key, account, templates } = await callers.find(presented, mentionedTemplates(event));
    if (!key || key.accountId !== presented.accountId) throw fail('INVALID_API_KEY');
    if (key.revoked) throw fail('KEY_INACTIVE');
    if (!account) throw fail('NO_SUBSCRIPTION');
    const now = runtime.now();
    if (!isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
    Object.assign(event.call, { now, caller: account, templates });
  },
});
