import type { Answer, Context } from '../context.ts';
import { checkedAddress, confirmAddress } from '../credentials.ts';

/** `image-url trust`: allows keys of the environment to be sent to an address. */
export const trust = async ({ environment }: Context, baseUrl: string): Promise<Answer> => {
  const address = checkedAddress(baseUrl);
  const file = confirmAddress(environment, address);
  return { json: { address, file }, text: `keys may be sent to ${address} (${file})` };
};
