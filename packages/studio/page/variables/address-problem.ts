import { words } from '../words.ts';

const { address: texts } = words;

/** What the service reports of a host that it does not reach. */
const notPublic = 'no public address';

/** Returns what is wrong with the address of an image; undefined if nothing is known to be. */
export const getAddressProblem = (
  address: string,
  diagnostics: readonly { readonly message: string }[],
): string | undefined => {
  if (address === '' || address.startsWith('data:')) return undefined;
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) return texts.relative;
  if (!URL.canParse(address)) return texts.noHost;
  const reported = diagnostics.find(({ message }) => message.includes(address))?.message;
  if (reported?.endsWith(notPublic)) return texts.notFound;
  if (reported !== undefined) return reported.replace(`${address}: `, '');
  return address.startsWith('http:') ? texts.insecure : undefined;
};
