import { imageParameters } from 'image-url-contract/image-parameters.ts';
import { limits } from 'image-url-contract/limits.ts';
import { getImagePairs, getMalformed, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { pathTokens, readOnDemandUrl, type SplitPath, splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { imageFormats } from 'image-url-engine/images.ts';
import type { Json } from 'image-url-engine/values.ts';
import { type Failure, wrongUse } from './failure.ts';

/** Contents of an image URL. */
export interface ExplainedUrl {
  readonly kind: 'on-demand' | 'minted';
  /** Origin of the image host. */
  readonly imageHost: string;
  readonly templateId: string;
  /** As in the URL; absent if none is pinned. */
  readonly version?: string;
  readonly options: Readonly<Record<string, string | number>>;
  readonly variables: Readonly<Record<string, Json>>;
  /** When the URL expires, in Unix milliseconds; absent if the URL does not contain it. */
  readonly expiresAt?: number;
  /** The signed part and the signing key's id, of an on-demand URL. */
  readonly signed?: SplitPath;
}

const createFailure = (what: string): Failure => wrongUse('INVALID_URL', `This is not an image URL: ${what}`);

const onDemandMark = '/v1/i/';
const tokens = pathTokens.map(({ letter, name }) => ({
  letter,
  // devicePixelRatio: device pixel ratio
  name: name === 'lastDay' ? 'expiry' : name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
}));
const letters = tokens.map(({ letter }) => letter);
const lettersText = `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`;

/** Returns whether options are in the form that the service parses. */
const areOptions = (options: string): boolean =>
  readOnDemandUrl({ key: 'k', signature: '', part: `/t/${options}/-.png` }) !== undefined;

const checkOptions = (options: string): void => {
  if (areOptions(options)) return;
  if (options === '') throw createFailure('its options are empty; "-" stands for none.');
  for (const token of options.split('-')) {
    const known = tokens.find(({ letter }) => letter === token.charAt(0));
    if (!known)
      throw createFailure(`its option ${JSON.stringify(token)} is unknown; options begin with ${lettersText}.`);
    if (!areOptions(token)) throw createFailure(`its option ${JSON.stringify(token)} is no ${known.name}.`);
  }
  throw createFailure(
    `its options ${JSON.stringify(options)} are not in the order ${letters.join(', ')}, each at most once.`,
  );
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const readVariables = (payload: string): Readonly<Record<string, Json>> => {
  if (payload === '-') return {};
  let text: string;
  try {
    text = utf8.decode(Buffer.from(payload, 'base64url'));
  } catch {
    throw createFailure('its variables are no UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createFailure('its variables are no JSON; was the URL copied whole?');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Json>;
  throw createFailure('its variables are no JSON object.');
};

/** Checks each segment in turn, so that the error names the first invalid one. */
const checkSegments = (rest: string): void => {
  const segments = rest.split('/');
  if (segments.length !== 5)
    throw createFailure(
      `behind ${onDemandMark} there are ${segments.length} segments instead of 5: key, signature, template, options, payload.format.`,
    );
  const [key = '', signature = '', templateId = '', options = '', last = ''] = segments;
  if (!/^[0-9A-Za-z-]{1,64}$/.test(key))
    throw createFailure('its key is none; 1 to 64 letters, digits and - were expected.');
  if (!/^[A-Za-z0-9_-]{43}$/.test(signature))
    throw createFailure(`its signature has ${signature.length} characters or others than base64url; 43 were expected.`);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(templateId)) throw createFailure('its template is not an id.');
  checkOptions(options);
  const dot = last.lastIndexOf('.');
  if (dot < 0 || !(imageFormats as readonly string[]).includes(last.slice(dot + 1)))
    throw createFailure(`it does not end with .${imageFormats.join(', .')}.`);
};

const explainOnDemand = (imageHost: string, path: string): ExplainedUrl => {
  if (path.length > limits.urlBytes) throw createFailure(`its path is longer than ${limits.urlBytes} bytes.`);
  checkSegments(path.slice(onDemandMark.length));
  const signed = splitPath(path);
  const read = signed && readOnDemandUrl(signed);
  if (!signed || !read) throw createFailure('its payload is not base64url without padding.');
  const { key: _key, templateId, format, version, lastDay, payload, ...options } = read;
  const [, year, month, day] = /^(....)(..)(..)$/.exec(lastDay ?? '') ?? [];
  return {
    kind: 'on-demand',
    imageHost,
    templateId,
    ...(version !== undefined && { version: String(version) }),
    options: { ...options, format },
    variables: readVariables(payload),
    ...(lastDay !== undefined && { expiresAt: Date.UTC(Number(year), Number(month) - 1, Number(day) + 1) }),
    signed,
  };
};

/** Returns a variable's value: text as it is, any other value from `~` and its JSON. */
const readVariable = ([name, value]: [string, string]): [string, Json] => {
  if (!value.startsWith('~')) return [name, value];
  try {
    return [name, JSON.parse(value.slice(1))];
  } catch {
    throw createFailure(`its variable v_${name} begins with ~, but what follows is no JSON.`);
  }
};

const explainMinted = (imageHost: string, query: string): ExplainedUrl => {
  const pairs = getImagePairs(query);
  if (!pairs) throw createFailure('a parameter is there twice, or is not percent-encoded UTF-8.');
  const missing = Object.entries(imageParameters).filter(([name, { isOptional }]) => !isOptional && !pairs.get(name));
  if (missing.length > 0)
    throw createFailure(`these parameters are missing: ${missing.map(([name]) => name).join(', ')}.`);
  const read = readImageQuery(pairs);
  if (!read) throw createFailure(`these parameters are malformed: ${getMalformed(pairs).join(', ')}.`);
  const { templateId, options, variables, exp, tv, tvn } = read;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    kind: 'minted',
    imageHost,
    templateId,
    version: tvn === undefined ? tv : String(tvn),
    options: Object.fromEntries(given),
    variables: Object.fromEntries(Object.entries(variables).map(readVariable)),
    expiresAt: exp,
  };
};

/** Parses an image URL without verifying its signature. @throws Failure INVALID_URL naming the problem */
export const explainUrl = (given: string): ExplainedUrl => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw createFailure('it is not an address that begins with https://.');
  if (url.username || url.password) throw createFailure('it has a user or a password in it.');
  const path = url.pathname;
  const at = path.indexOf(onDemandMark);
  if (at >= 0) return explainOnDemand(url.origin + path.slice(0, at), path.slice(at));
  const end = '/v1/image';
  if (path.endsWith(end)) return explainMinted(url.origin + path.slice(0, -end.length), url.search.slice(1));
  throw createFailure(`its path is neither ${end} nor one that has ${onDemandMark}.`);
};
