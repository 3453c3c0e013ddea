import type { UseCase } from '../../ports/use-case.ts';
import { toFontResponse } from './font-response.ts';

/** Lists the caller's fonts, the newest first. */
export const listFonts: UseCase<'listFonts'> = async (ports, _, { caller }) => ({
  fonts: (await ports['fonts:read'].of(caller.accountId)).map(toFontResponse),
});
