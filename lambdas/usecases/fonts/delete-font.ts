import { fail } from '../../contract/errors.ts';
import type { UseCase } from '../../ports/use-case.ts';

/**
 * Deletes a custom font of the caller's account. Its file stays, because published URLs are rendered with it.
 *
 * @throws FONT_NOT_FOUND.
 */
export const deleteFont: UseCase<'deleteFont'> = async (ports, _, { caller, path: { fontId } }) => {
  if (!(await ports['fonts:delete'].delete(caller.accountId, fontId))) throw fail('FONT_NOT_FOUND');
  return { fontId };
};
