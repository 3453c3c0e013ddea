import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type ImageOption, imageOptionNames, imageOptions, isNumeric } from 'image-url-engine/image-options.ts';
import { type ImageFormat, imageFormats } from 'image-url-engine/images.ts';
import type { Json } from 'image-url-engine/values.ts';
import { toCanonicalJson } from '../canonical-json.ts';
import { onDemandPrefix } from '../edge.ts';
import { failWithCause } from '../errors.ts';
import { limits } from '../limits.ts';
import { parseStrictJson } from '../strict-json.ts';

/** The parameters of an on-demand URL (docs/interface.md#on-demand-urls). */
export interface OnDemandUrl {
  /** Id of the signing key. */
  readonly key: string;
  readonly templateId: string;
  readonly format: ImageFormat;
  /** Version of the template; absent for the current one at the first request. */
  readonly version?: number;
  /** Name of one of the template's sizes. */
  readonly size?: string;
  readonly width?: number;
  readonly height?: number;
  readonly devicePixelRatio?: number;
  readonly quality?: number;
  /** `yyyymmdd`: the last UTC day on which it is delivered. */
  readonly lastDay?: string;
  /** base64url of JSON, or `-`. */
  readonly payload: string;
}

const version = 'iu1';
const signatureCharacters = 43;

const wholePath = /^\/v1\/i\/([0-9A-Za-z-]{1,64})\/([A-Za-z0-9_-]{43})(\/[A-Za-z0-9._/-]+)$/;
const signedForm = new RegExp(
  `^/([A-Za-z0-9_-]{1,64})/([0-9a-z.-]{1,64})/([A-Za-z0-9_-]+)\\.(${imageFormats.join('|')})$`,
);

type Options = Omit<OnDemandUrl, 'key' | 'templateId' | 'format' | 'payload'>;

interface PathToken {
  readonly letter: string;
  readonly name: keyof Options;
  readonly form: RegExp;
  readonly isNumeric: boolean;
  /** Completes "send". */
  readonly valid: string;
}

const getSignable = (name: Exclude<ImageOption, 'format'>): string => {
  const { valid, path } = imageOptions[name];
  return 'isDecimal' in path ? `${valid} with at most four decimals` : valid;
};

/** Letters of options, in canonical order. */
const order = 'vswhxqe';
/** Options by letter, in canonical order; the edge and the client have what `npm run docs` makes of it. */
export const pathTokens: readonly PathToken[] = [
  { letter: 'v', name: 'version', form: /^[1-9]\d{0,8}$/, isNumeric: true, valid: 'a whole number from 1' } as const,
  {
    letter: 'e',
    name: 'lastDay',
    form: /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
    isNumeric: false,
    valid: 'a day, yyyy-mm-dd',
  } as const,
  ...imageOptionNames.flatMap((name) =>
    name === 'format'
      ? []
      : [{ name, ...imageOptions[name].path, isNumeric: isNumeric(name), valid: getSignable(name) }],
  ),
].sort((one, other) => order.indexOf(one.letter) - order.indexOf(other.letter));

/** Formats options; `-` for none. */
const formatOptions = (options: Options): string =>
  pathTokens
    .flatMap(({ letter, name }) => (options[name] === undefined ? [] : [`${letter}${options[name]}`]))
    .join('-') || '-';

/** Returns the first option that no URL can say, such as a quality of five decimals; undefined if there is none. */
export const findUnwritable = (options: Options): keyof Options | undefined =>
  pathTokens.find(({ name, form }) => options[name] !== undefined && !form.test(String(options[name])))?.name;

/** Parses options in the form that `formatOptions` writes; undefined for any other text. */
const readOptions = (text: string): Options | undefined => {
  if (text === '-') return {};
  let last = -1;
  const options: Record<string, number | string> = {};
  for (const token of text.split('-')) {
    const at = pathTokens.findIndex(({ letter }) => letter === token.charAt(0));
    const [option, value] = [pathTokens[at], token.slice(1)];
    if (at <= last || !option?.form.test(value)) return undefined;
    options[option.name] = option.isNumeric ? Number(value) : value;
    last = at;
  }
  return options as Options;
};

/** Canonical base64url, or `-`. `lambdas/edge/verify-on-demand-url.js` has the same pattern. */
const payloadForm = /^(?:-|(?=.)(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?)$/;

/** Returns the signed part of the path: everything from the slash after the signature. */
export const signedPart = (url: Omit<OnDemandUrl, 'key'>): string =>
  `/${url.templateId}/${formatOptions(url)}/${url.payload}.${url.format}`;

/** Returns HMAC-SHA256 over `iu1`, a line feed and the part, as base64url: 43 characters. */
export const signPart = (part: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`${version}\n${part}`).digest('base64url');

export const getSignedPath = (url: OnDemandUrl, secret: Uint8Array): string => {
  const part = signedPart(url);
  return `${onDemandPrefix}${url.key}/${signPart(part, secret)}${part}`;
};

/** Returns whether the path of an on-demand URL with a part is short enough for CloudFront. */
export const isShortPart = ({ key, part }: Omit<SplitPath, 'signature'>): boolean =>
  onDemandPrefix.length + key.length + 1 + signatureCharacters + part.length <= limits.urlBytes;

/** The parts of an on-demand URL's path. */
export interface SplitPath {
  readonly key: string;
  readonly signature: string;
  readonly part: string;
}

/** Splits a path; undefined if it is not the path of an on-demand URL. Does not verify the signature. */
export const splitPath = (path: string): SplitPath | undefined => {
  if (path.length > limits.urlBytes) return undefined;
  const [, key, signature, part] = wholePath.exec(path) ?? [];
  return key === undefined || signature === undefined || part === undefined ? undefined : { key, signature, part };
};

/** Returns whether a part is signed with a secret. Takes the same time for every wrong signature. */
export const isSignedPart = ({ signature, part }: SplitPath, secret: Uint8Array): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signPart(part, secret)));

/** Parses the signed part of a path; undefined if it is not canonical. Does not verify the signature. */
export const readOnDemandUrl = ({ key, part }: SplitPath): OnDemandUrl | undefined => {
  const [, templateId, options, payload, format] = signedForm.exec(part) ?? [];
  if (templateId === undefined || options === undefined || payload === undefined) return undefined;
  const read = readOptions(options);
  if (!read || !payloadForm.test(payload)) return undefined;
  return { key, templateId, format: format as ImageFormat, payload, ...read };
};

export const isExpired = ({ lastDay }: Pick<OnDemandUrl, 'lastDay'>, now: Date): boolean =>
  lastDay !== undefined && lastDay < now.toISOString().slice(0, 10).replaceAll('-', '');

/** Returns the hash by which a URL is revoked. It covers the account and the signed part, but not the key. */
export const hashOnDemandUrl = (accountId: string, part: string): string =>
  createHash('sha256').update(`${version}\n${accountId}\n${part}`).digest('base64url');

/**
 * Returns the identity of an image, which is rendered and counted once. URLs that differ only in the spelling of the
 * payload, the signing key or the expiry have the same identity.
 */
export const getOnDemandIdentity = (
  accountId: string,
  { lastDay: _end, key: _key, payload: _payload, ...asked }: OnDemandUrl,
  variables: Readonly<Record<string, Json>>,
): string => createHash('sha256').update(toCanonicalJson({ accountId, asked, variables })).digest('base64url');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the payload of an on-demand URL: base64url of a JSON object in UTF-8, or `-` for none.
 *
 * @throws INVALID_VARIABLES, also for what request bodies may not contain
 */
export const readPayload = (payload: string): Readonly<Record<string, Json>> => {
  if (payload === '-') return {};
  try {
    const value = parseStrictJson(utf8.decode(Buffer.from(payload, 'base64url')));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Json>;
  } catch (error) {
    throw failWithCause(error, 'INVALID_VARIABLES');
  }
  throw failWithCause(undefined, 'INVALID_VARIABLES');
};
