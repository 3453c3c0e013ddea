import type { EngineName } from '../../contract/engine-names.ts';
import type { Engine, EngineParts } from './engine.ts';
import { engineOf } from './engine-of.ts';
import { layoutEngine as satoriLayout } from './satori/layout.ts';
import { loadSatori } from './satori/satori-call.ts';
import { layoutEngine as takumiLayout } from './takumi/layout.ts';

const openers: Readonly<Record<EngineName, (parts: EngineParts) => Engine>> = {
  satori: (parts) => ({ ...engineOf(satoriLayout(parts), parts.sharp), warm: loadSatori }),
  takumi: (parts) => engineOf(takumiLayout(parts), parts.sharp),
};

/** Opens an engine: its libraries are loaded from here on. */
export const openEngine = (name: EngineName, parts: EngineParts): Engine => openers[name](parts);
