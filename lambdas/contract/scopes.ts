/** What an API key may be allowed to do (docs/interface.md#scopes). */
export const scopes = [
  'mint',
  'templates:read',
  'templates:write',
  'fonts:write',
  'revocations:write',
  'generate',
  'usage:read',
  'keys:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes as a key lists them; `*` stands for all, those of later versions included. */
export const keyScopes = [...scopes, '*'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Returns whether a key with these scopes has another one; a key without a list has all. */
export const includesScope = (granted: readonly KeyScope[] | undefined, wanted: KeyScope): boolean =>
  granted === undefined || granted.includes('*') || granted.includes(wanted);
