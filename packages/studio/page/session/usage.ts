import { signal } from '@preact/signals';
import type { UsageResponse } from 'image-url-contract/schemas/usage.ts';
import { hasAccount } from '../gallery/templates.ts';
import { ask } from './service.ts';

export const usage = signal<UsageResponse | undefined>(undefined);

/** Loads the month's usage; a failure is ignored. */
export const loadUsage = async (): Promise<void> => {
  if (hasAccount.value) usage.value = await ask<UsageResponse>('GET', '/v1/usage').catch(() => undefined);
};
