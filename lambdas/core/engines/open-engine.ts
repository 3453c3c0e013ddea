import type { EngineName } from '../../contract/engine-names.ts';
import type { Engine, EngineParts } from './engine.ts';
import { satoriEngine } from './satori/engine.ts';
import { takumiEngine } from './takumi/engine.ts';

const openers: Readonly<Record<EngineName, (parts: EngineParts) => Engine>> = {
  satori: satoriEngine,
  takumi: takumiEngine,
};

/** Opens an engine: its libraries are loaded from here on. */
export const openEngine = (name: EngineName, parts: EngineParts): Engine => openers[name](parts);
