import { getSignedPath, type OnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { readSigningKey } from 'image-url-contract/signing/signing-secret.ts';

export type Signed = Partial<Omit<OnDemandUrl, 'key' | 'payload'>> & {
  readonly templateId: string;
  readonly variables?: unknown;
  /** Takes the place of the variables. */
  readonly payload?: string;
};

export const onDemandPath = (signingKey: string, { variables, ...url }: Signed): string => {
  const { key, secret } = readSigningKey(signingKey) ?? { key: '', secret: Buffer.alloc(0) };
  const payload = variables === undefined ? '-' : Buffer.from(JSON.stringify(variables)).toString('base64url');
  return getSignedPath({ key, format: 'png', payload, ...url }, secret);
};
