import type { Answer, Context } from '../context.ts';
import { checkedAddress, confirmAddress } from '../credentials.ts';

/** `image-url trust`: keys of the environment may be sent to an address from now on. */
export const trust = async ({ environment }: Context, baseUrl: string): Promise<Answer> => {
  const address = checkedAddress(baseUrl);
  const file = confirmAddress(environment, address);
  return { json: { address, file }, text: `keys may be sent to ${address} (${file})` };
};
