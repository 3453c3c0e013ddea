import { type ImageFormat, imageFormats } from '../../contract/image-formats.ts';
import { imageParameters } from '../../contract/image-parameters.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import type { RenderOptions } from '../rendering/render-options.ts';
import { parseQuery, type QueryPairs, toCanonicalQuery } from './canonical-query.ts';
import type { SigningKey } from './keyring.ts';
import { getSignature } from './signature.ts';

/** The parameters of a signed image URL except its signature (docs/interface.md#signed-urls). */
export interface ImageQuery {
  readonly templateId: string;
  readonly uid: string;
  /** Unix milliseconds. */
  readonly exp: number;
  readonly rv: string;
  readonly tv: string;
  /** Version of the template, if `tv` does not contain it. */
  readonly tvn?: number;
  readonly options: RenderOptions;
  /** Encoded values by variable name, without the prefix `v_`. */
  readonly variables: Readonly<Record<string, string>>;
}

const variablePrefix = 'v_';
const isOurs = (name: string): boolean => Object.hasOwn(imageParameters, name) || name.startsWith(variablePrefix);

/** Encodes a variable for a URL: a string without leading `~` as it is, any other value as `~` and its JSON. */
export const encodeVariable = (value: Json): string =>
  typeof value === 'string' && !value.startsWith('~') ? value : `~${JSON.stringify(value)}`;

/** Returns the shortest decimal notation without an exponent. */
const decimal = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
};

const getPairs = ({ options, variables, exp, tvn, ...texts }: ImageQuery): [string, string][] => [
  ...Object.entries(texts),
  ...(tvn === undefined ? [] : [['tvn', String(tvn)] as [string, string]]),
  ['exp', String(exp)],
  ['width', String(options.width)],
  ['height', String(options.height)],
  ['format', options.format],
  ...(options.quality === undefined ? [] : [['quality', decimal(options.quality)] as [string, string]]),
  ['dpr', decimal(options.devicePixelRatio)],
  ...Object.entries(variables).map(([name, value]): [string, string] => [variablePrefix + name, value]),
];

/** Returns the query string of a signed image URL, in canonical form with the signature last. */
export const getSignedQuery = (query: ImageQuery, key: SigningKey): string => {
  const pairs = getPairs(query);
  return `${toCanonicalQuery(pairs)}&sig=${getSignature(pairs, key)}`;
};

/** Parses the parameters of an image. Ignores those of trackers (`utm_source`, `fbclid`). */
export const getImagePairs = (raw: string): QueryPairs | undefined => parseQuery(raw, isOurs);

const notations = {
  exp: /^[1-9]\d{0,14}$/,
  tvn: /^[1-9]\d{0,8}$/,
  width: /^[1-9]\d{0,3}$/,
  height: /^[1-9]\d{0,3}$/,
  quality: /^(0|[1-9]\d?|100)(\.\d+)?$/,
  dpr: /^\d{1,4}(\.\d+)?$/,
} as const;

/** Returns `exp` in Unix milliseconds; undefined if it is missing or malformed. */
export const getExpiry = (pairs: QueryPairs): number | undefined => {
  const text = pairs.get('exp') ?? '';
  return notations.exp.test(text) ? Number(text) : undefined;
};

/** Parses pairs as an image query; undefined if one is missing or malformed. Does not verify the signature. */
export const readImageQuery = (pairs: QueryPairs): ImageQuery | undefined => {
  const text = (name: string): string => pairs.get(name) ?? '';
  const isNumber = (name: keyof typeof notations): boolean => notations[name].test(text(name));

  const [exp, format] = [getExpiry(pairs), text('format') as ImageFormat];
  const areTextsThere = ['templateId', 'uid', 'rv', 'tv'].every((name) => text(name) !== '');
  const areNumbers = isNumber('width') && isNumber('height') && isNumber('dpr');
  const areOptionalRight = (['quality', 'tvn'] as const).every((name) => !pairs.has(name) || isNumber(name));
  if (exp === undefined || !areTextsThere || !areNumbers || !areOptionalRight || !imageFormats.includes(format))
    return undefined;

  const given = [...pairs].filter(([name]) => name.startsWith(variablePrefix));
  return {
    templateId: text('templateId'),
    uid: text('uid'),
    rv: text('rv'),
    tv: text('tv'),
    ...(pairs.has('tvn') && { tvn: Number(text('tvn')) }),
    exp,
    options: {
      width: Number(text('width')),
      height: Number(text('height')),
      format,
      devicePixelRatio: Number(text('dpr')),
      ...(pairs.has('quality') && { quality: Number(text('quality')) }),
    },
    variables: Object.fromEntries(given.map(([name, value]) => [name.slice(variablePrefix.length), value])),
  };
};
