import type { FontBytes } from '../../isolation/render/render.ts';
import type { Ports } from '../../ports/ports.ts';

/** Returns a function that reads custom fonts of an account, and font packs. */
export const readFontBytes =
  (ports: Pick<Ports, 'fontFiles:read' | 'fontPacks:read'>, accountId: string): FontBytes =>
  (hash, kind) =>
    kind === 'pack' ? ports['fontPacks:read'].read(hash) : ports['fontFiles:read'].read(accountId, hash);
