import { fail } from 'image-url-contract/errors.ts';
import { expect, it } from 'vitest';
import { whileCountingTemplate } from '../../lambdas/limits/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

it('a place that cannot be given back is a line in the log with its account, and the request fails as it would', async () => {
  const cause = new Error('throttled');
  const budgets = { consume: async () => true, release: () => Promise.reject(cause) };
  const lines: unknown[] = [];
  const runtime = { ...quietRuntime(() => new Date()), log: (...line: unknown[]) => lines.push(line) };
  const caller = { accountId: 'a1', plan: 'free' } as AccountRecord;

  const saving = whileCountingTemplate({ 'budgets:consume': budgets }, runtime, caller, () => {
    throw fail('COMPILE_ERROR', { problems: 'none' });
  });

  await expect(saving).rejects.toMatchObject({ code: 'COMPILE_ERROR' });
  expect(lines).toEqual([['error', 'template still counted', { accountId: 'a1', cause }]]);
});
