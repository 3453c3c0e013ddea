/** Property names that reach an object's prototype; rejected in requests, at any depth. */
export const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
