import { limits } from 'image-url-contract/limits.ts';
import { newKeyring } from 'image-url-contract/signing/keyring.ts';
import { expect, it } from 'vitest';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import type { Call } from '../../lambdas/ports/use-case.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { listTemplates } from '../../lambdas/templates/list-templates.ts';
import { aRecord } from '../support/records.ts';

const start = new Date(0);
const caller: AccountRecord = {
  ...{ accountId: 'ana', anchor: start, periodStart: start, periodEnd: start },
  plan: 'pro',
  status: 'active',
};

const getPreview = async (title: string) => {
  const record = aRecord({ preview: { rv: 'e1-0123456789abcdef', variables: { title } } });
  const keyring = newKeyring(new Uint8Array(32), new Date(0));
  const ports = {
    'usage:read': {
      find: async () => ({ mints: 0, generations: 0, keys: new Map(), hasDays: false, lastDay: () => undefined }),
    },
    'templates:list': { ownedBy: async () => [record] },
    'renderPlans:read': { find: async () => undefined },
    'keyring:read': { keyring: async () => keyring },
    'settings:urls': { imageUrl: 'https://images.test', lifetimeDays: 1 },
  };
  const call = { caller, query: { scope: 'mine' } } as Call<'listTemplates'>;
  const { templates } = await listTemplates(ports, runtime, call);
  return templates[0]?.signedPreviewUrl;
};

it('a preview whose URL is longer than the image host takes is left out', async () => {
  expect(await getPreview('x'.repeat(limits.urlBytes))).toBe('');
  expect(await getPreview('x')).toContain('v_title=x');
});
