/** Scopes of API keys (docs/interface.md#scopes). */
export const scopes = [
  'mint',
  'templates:read',
  'templates:write',
  'fonts:write',
  'assets:write',
  'revocations:write',
  'generate',
  'usage:read',
  'keys:write',
  'sites:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes as a key lists them; `*` stands for all, including those of later versions. */
export const keyScopes = [...scopes, '*'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Returns whether a key with these scopes has the wanted one; a key without a list has all. */
export const includesScope = (granted: readonly KeyScope[] | undefined, wanted: KeyScope): boolean =>
  granted === undefined || granted.includes('*') || granted.includes(wanted);
