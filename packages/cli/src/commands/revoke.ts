import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';

/** `image-url revoke`: revokes a published URL. */
export const revoke = async (context: Context, url: string): Promise<Answer> => {
  const revocation = await getService(context).call('createRevocation', { body: { url } });
  const { revocationId, effectiveBy } = revocation;
  return { json: revocation, text: `${revocationId}: the URL is answered 410 from ${effectiveBy} on` };
};
