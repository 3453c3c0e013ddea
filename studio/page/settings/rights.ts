import { signal } from '@preact/signals';
import type { Scope } from '../../../lambdas/contract/scopes.ts';
import { Refusal } from '../../templates/template-source.ts';
import { hasAccount } from '../gallery/templates.ts';
import { ask } from '../session/service.ts';
import type { SettingsName } from '../shell/places.ts';

/** Requests that change nothing, one for each scope: the service rejects the caller before it reads the request. */
const probes = {
  'usage:read': ['GET', '/v1/usage'],
  'keys:write': ['GET', '/v1/keys'],
  'sites:write': ['GET', '/v1/sites'],
  'revocations:write': ['GET', '/v1/revocations'],
  'templates:read': ['GET', '/v1/fonts'],
  'fonts:write': ['DELETE', '/v1/fonts/none'],
  'templates:write': ['PATCH', '/v1/templates/none', {}],
  mint: ['POST', '/v1/urls', { items: [] }],
} as const satisfies Partial<Record<Scope, readonly [method: string, path: string, body?: object]>>;
type Probed = keyof typeof probes;

/** Scopes that a section needs to show anything. */
const needed: Readonly<Record<SettingsName, readonly Probed[]>> = {
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

/** Scopes of the session's API key; undefined until the settings are opened. */
const rights = signal<ReadonlySet<Probed> | undefined>(undefined);

/** Returns whether the session's API key has a scope. */
export const may = (scope: Probed): boolean => rights.value?.has(scope) === true;

/** Returns the sections that the session's API key may use; undefined until they are known. */
export const allowedSections = (): readonly SettingsName[] | undefined =>
  rights.value && (Object.keys(needed) as SettingsName[]).filter((name) => needed[name].every((scope) => may(scope)));

const isGranted = async (scope: Probed): Promise<boolean> => {
  const [method, path, body]: readonly [string, string, object?] = probes[scope];
  try {
    await ask(method, path, body);
    return true;
  } catch (error) {
    return error instanceof Refusal && error.code !== 'INSUFFICIENT_SCOPE';
  }
};

/** Finds the scopes of the session's API key, once. */
export const loadRights = async (): Promise<void> => {
  if (rights.value || !hasAccount.value) return;
  const scopes = Object.keys(probes) as Probed[];
  const granted = await Promise.all(scopes.map(isGranted));
  rights.value = new Set(scopes.filter((_, at) => granted[at]));
};
