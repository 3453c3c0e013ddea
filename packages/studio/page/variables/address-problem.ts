import { limits } from 'image-url-contract/limits.ts';
import { words } from '../words.ts';

const { address: texts } = words;

/** What the service reports of a host that it does not reach. */
const notPublic = 'no public address';

/**
 * Returns what is wrong with the address of an image; undefined if nothing is known to be.
 *
 * @param imageHost whose own pictures need no `https:` on this machine
 */
export const getAddressProblem = (
  address: string,
  diagnostics: readonly { readonly message: string }[],
  imageHost = '',
): string | undefined => {
  if (address === '' || (imageHost !== '' && address.startsWith(`${imageHost}/v1/a/`))) return undefined;
  if (address.startsWith('data:'))
    return address.length > limits.urlBytes ? texts.tooLong(address.length, limits.urlBytes) : undefined;
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) return texts.relative;
  if (!URL.canParse(address)) return texts.noHost;
  const reported = diagnostics.find(({ message }) => message.includes(address))?.message;
  if (reported?.endsWith(notPublic)) return texts.notFound;
  if (reported !== undefined) return reported.replace(`${address}: `, '');
  return address.startsWith('http:') ? texts.insecure : undefined;
};
