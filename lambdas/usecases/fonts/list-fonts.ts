import type { ListFontsResponse } from '../../contract/schemas/font.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { toFontResponse } from './font-response.ts';

/** Lists the caller's fonts, the newest first. */
export const listFonts = async (
  ports: PortsOf<'listFonts'>,
  { accountId }: AccountRecord,
): Promise<ListFontsResponse> => ({ fonts: (await ports['fonts:read'].of(accountId)).map(toFontResponse) });
