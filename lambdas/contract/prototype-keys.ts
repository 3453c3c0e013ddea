/** Names that reach an object's prototype; no request may hold them, at no depth. */
export const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
