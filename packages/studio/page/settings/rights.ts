import { computed, signal } from '@preact/signals';
import type { ownKeyResponse } from 'image-url-contract/schemas/key.ts';
import { includesScope, type Scope } from 'image-url-contract/scopes.ts';
import type * as z from 'zod';
import { hasAccount } from '../gallery/templates.ts';
import { ask } from '../session/service.ts';
import type { SettingsName } from '../shell/places.ts';

/** Scopes that a section needs to show anything. */
const needed: Readonly<Record<SettingsName, readonly Scope[]>> = {
  usage: ['usage:read'],
  views: ['usage:read'],
  failures: ['usage:read'],
  'api-keys': ['keys:write'],
  'signing-keys': ['keys:write'],
  sites: ['sites:write'],
  fallback: ['templates:write', 'mint'],
  fonts: ['templates:read'],
  revocations: ['revocations:write'],
};

/** The session's API key; undefined until the settings are opened. */
export const ownKey = signal<z.output<typeof ownKeyResponse>['key'] | undefined>(undefined);
const granted = computed(() => ownKey.value?.scopes);

/** Returns whether the session's API key has a scope. */
export const may = (scope: Scope): boolean => granted.value !== undefined && includesScope(granted.value, scope);

/** Returns the sections that the session's API key may use; undefined until they are known. */
export const allowedSections = (): readonly SettingsName[] | undefined =>
  granted.value && (Object.keys(needed) as SettingsName[]).filter((name) => needed[name].every(may));

/** Reads the scopes of the session's API key, once. @throws Refusal */
export const loadRights = async (): Promise<void> => {
  if (ownKey.value || !hasAccount.value) return;
  const { key } = await ask<z.output<typeof ownKeyResponse>>('GET', '/v1/keys/self');
  ownKey.value = key;
};
