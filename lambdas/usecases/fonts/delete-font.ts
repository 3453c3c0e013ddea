import { fail } from '../../contract/errors.ts';
import type { DeleteFontResponse } from '../../contract/schemas/font.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';

/**
 * Deletes a custom font of the caller's account. Its file stays, because published URLs are rendered with it.
 *
 * @throws FONT_NOT_FOUND.
 */
export const deleteFont = async (
  ports: PortsOf<'deleteFont'>,
  { accountId }: AccountRecord,
  fontId: string,
): Promise<DeleteFontResponse> => {
  if (!(await ports['fonts:delete'].delete(accountId, fontId))) throw fail('FONT_NOT_FOUND');
  return { fontId };
};
