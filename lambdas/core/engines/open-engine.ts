import type { Engine, EngineParts } from './engine.ts';
import type { EngineName } from './engines.ts';
import { satoriEngine } from './satori/engine.ts';

const openers: Readonly<Record<EngineName, (parts: EngineParts) => Engine>> = { satori: satoriEngine };

/** Opens an engine: its libraries are loaded from here on. */
export const openEngine = (name: EngineName, parts: EngineParts): Engine => openers[name](parts);
