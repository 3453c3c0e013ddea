import { signal } from '@preact/signals';
import type { UsageResponse } from '../../lambdas/contract/schemas/usage.ts';
import { ask } from './service.ts';
import { hasAccount } from './templates.ts';

export const usage = signal<UsageResponse | undefined>(undefined);

/** How much of the month is left; not knowing it hinders nothing. */
export const loadUsage = async (): Promise<void> => {
  if (hasAccount.value) usage.value = await ask<UsageResponse>('GET', '/v1/usage').catch(() => undefined);
};
