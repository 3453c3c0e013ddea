import { isSignedPart, type SplitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { parseSigningKey } from '../../../client/src/signing.ts';
import type { Answer, Context } from '../context.ts';
import { findSigningKey } from '../credentials.ts';
import { explainUrl } from '../explained-url.ts';
import { table } from '../output.ts';

type Signature = 'valid' | 'invalid' | 'not verified';

/** Returns whether a signature is valid, with the reason. */
const verify = (
  context: Context,
  imageHost: string,
  signed: SplitPath | undefined,
): { signature: Signature; reason: string } => {
  if (!signed)
    return { signature: 'not verified', reason: 'a minted URL is signed with a key that only the service has' };
  const found = findSigningKey(context, imageHost);
  const own = found === undefined ? undefined : parseSigningKey(found);
  if (!own) return { signature: 'not verified', reason: 'there is no signing key here: set IMAGE_URL_SIGNING_KEY' };
  if (own.key !== signed.key)
    return { signature: 'not verified', reason: `it names the key ${signed.key}, and the one here is ${own.key}` };
  return isSignedPart(signed, own.secret)
    ? { signature: 'valid', reason: `signed with the key ${own.key}` }
    : { signature: 'invalid', reason: 'the URL was changed after it was signed, or signed with another secret' };
};

/** `image-url explain`: prints the contents of an image URL and verifies it locally. Sends no request. */
export const explain = async (context: Context, url: string): Promise<Answer> => {
  const { signed, expiresAt, ...explained } = explainUrl(url);
  const { kind, imageHost, templateId, version, options, variables } = explained;
  const { signature, reason } = verify(context, imageHost, signed);
  const isExpired = expiresAt !== undefined && expiresAt <= Date.now();
  const expiry =
    expiresAt === undefined
      ? 'not in the URL: when its signing key ends'
      : `${new Date(expiresAt).toISOString()}${isExpired ? ', which is over' : ''}`;
  const rows = [
    ['kind', kind],
    ['image host', imageHost],
    ...(signed ? [['signing key', signed.key]] : []),
    ['template', templateId],
    ['version', version ?? 'not pinned: the one that is current at the first request'],
    ...Object.entries(options).map(([name, value]) => [name, String(value)]),
    ['expires', expiry],
    ['signature', `${signature}: ${reason}`],
    ...Object.entries(variables).map(([name, value]) => [`variable ${name}`, JSON.stringify(value)]),
  ];
  return {
    json: {
      ...explained,
      ...(signed && { key: signed.key }),
      expiresAt: expiresAt ?? null,
      isExpired,
      signature,
      reason,
    },
    text: table(rows),
    exitCode: signature === 'invalid' || isExpired ? 1 : 0,
  };
};
