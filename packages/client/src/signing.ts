import { formatForm, pathTokens, validFormat } from './contract.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintRequest, TemplateName } from './minting.ts';
import { hmacSha256 } from './sha256.ts';

/** A request to sign, as for a mint. The default of `format` is that of a named template, or else `webp`; link previewers get JPEG or PNG anyway. */
export type SignRequest<Name extends TemplateName = TemplateName> = Omit<
  MintRequest<Name>,
  'prewarm' | 'tv' | 'options' | 'form'
> & {
  /** Last UTC day on which the URL is delivered, `yyyy-mm-dd`. @default as long as the signing key verifies */
  readonly lastDay?: string | undefined;
};

/** A request whose template has an id. */
interface Wanted {
  readonly templateId?: string | undefined;
  readonly version?: number | undefined;
  readonly size?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly devicePixelRatio?: number | undefined;
  readonly quality?: number | undefined;
  readonly format?: string | undefined;
  readonly lastDay?: string | undefined;
}

/** CloudFront accepts no longer URLs. */
const longestUrl = 8_192;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const utf8 = new TextEncoder();

const base64Url = (bytes: Uint8Array): string => {
  let text = '';
  for (let n = 0; n < bytes.length; n += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(n, n + 3);
    const group = (a << 16) | (b << 8) | c;
    for (let shift = 18; shift >= 0; shift -= 6) text += alphabet.charAt((group >> shift) & 63);
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3));
};

const getBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, count, at] = [0, 0, 0];
  for (const digit of text) {
    bits = (bits << 6) | alphabet.indexOf(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = (bits >> count) & 255;
    at += 1;
  }
  return bytes;
};

const fail = (message: string, code: string): ImageUrlError => new ImageUrlError(message, { code });

const keyForm = /^iusk\.([0-9A-Za-z-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** Parses a signing key to its id and 32-byte secret; undefined if the text is not a signing key. */
export const parseSigningKey = (text: string): { readonly key: string; readonly secret: Uint8Array } | undefined => {
  const [, key, secret] = keyForm.exec(text.trim()) ?? [];
  return key === undefined || secret === undefined ? undefined : { key, secret: getBytes(secret) };
};

/** Returns the id of a key and its function that signs. @throws INVALID_SIGNING_KEY, without the key in its message */
export const readSigningKey = (text = '') => {
  const parsed = parseSigningKey(text);
  if (parsed) return { key: parsed.key, hmac: hmacSha256(parsed.secret) };
  const what = text ? 'The signingKey has not the form of one' : 'There is no signing key';
  throw fail(
    `${what}: give createClient a signingKey, iusk.<key>.<secret>, best from the environment.`,
    'INVALID_SIGNING_KEY',
  );
};

/** Returns an option as the path has it; empty if it is undefined. @throws INVALID_SIZE, INVALID_BODY naming it */
const write = ({ letter, name, form, valid }: (typeof pathTokens)[number], value: number | string | undefined) => {
  if (value === undefined) return [];
  // a day loses its dashes
  const text = name === 'lastDay' ? String(value).replace(/^(\d{4})-(\d\d)-(\d\d)$|.*/, '$1$2$3') : String(value);
  if (form.test(text)) return [letter + text];
  throw fail(
    `${name}: ${JSON.stringify(value)} cannot be signed; send ${valid}.`,
    name === 'size' ? 'INVALID_SIZE' : 'INVALID_BODY',
  );
};

/** Matches a lone surrogate, which is the only one that JSON escapes. */
const loneSurrogate = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/**
 * Returns a function that signs image URLs locally; the same request gives the same URL everywhere.
 *
 * @param imageHost URL of the image host
 * @param variablesJson the variables as JSON, names in order; undefined for none
 * @throws nothing; the function throws INVALID_VARIABLES, INVALID_SIZE, INVALID_BODY and MISSING_TEMPLATE_ID
 */
export const signer = ({ key, hmac }: ReturnType<typeof readSigningKey>, imageHost: string) => {
  return (wanted: Wanted, variablesJson: string | undefined): string => {
    const { templateId = '', format = 'webp' } = wanted;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(templateId))
      throw fail('templateId: expected the id of a template.', 'MISSING_TEMPLATE_ID');
    if (!formatForm.test(format))
      throw fail(`format: expected ${validFormat}, got ${JSON.stringify(format)}.`, 'INVALID_FORMAT');
    if (wanted.size !== undefined && (wanted.width ?? wanted.height) !== undefined)
      throw fail('size already says width and height; send either.', 'INVALID_SIZE');
    if (variablesJson !== undefined && loneSurrogate.test(variablesJson))
      throw fail('variables holds text with an unpaired surrogate.', 'INVALID_VARIABLES');
    const options = pathTokens.flatMap((token) => write(token, wanted[token.name])).join('-');
    const payload = variablesJson === undefined ? '-' : base64Url(utf8.encode(variablesJson));
    const part = `/${templateId}/${options || '-'}/${payload}.${format}`;
    const url = `${imageHost}/v1/i/${key}/${base64Url(hmac(utf8.encode(`iu1\n${part}`)))}${part}`;
    if (url.length > longestUrl)
      throw fail(`variables make the URL longer than ${longestUrl} bytes.`, 'INVALID_VARIABLES');
    return url;
  };
};
