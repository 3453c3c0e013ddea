import { imageFormats } from 'image-url-engine/images.ts';
import type { RenderOptions } from 'image-url-engine/options.ts';
import type { Json } from 'image-url-engine/values.ts';
import * as z from 'zod';
import { imageParameters } from '../image-parameters.ts';
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

const text = z.string().min(1);
const number = (form: RegExp) => z.string().regex(form).transform(Number);
const parameters = z.object({
  ...{ templateId: text, uid: text, rv: text, tv: text },
  exp: number(/^[1-9]\d{0,14}$/),
  tvn: number(/^[1-9]\d{0,8}$/).exactOptional(),
  width: number(/^[1-9]\d{0,3}$/),
  height: number(/^[1-9]\d{0,3}$/),
  format: z.enum(imageFormats),
  quality: number(/^(0|[1-9]\d?|100)(\.\d+)?$/).exactOptional(),
  dpr: number(/^\d{1,4}(\.\d+)?$/),
});

/** Returns `exp` in Unix milliseconds; undefined if it is missing or malformed. */
export const getExpiry = (pairs: QueryPairs): number | undefined =>
  parameters.shape.exp.safeParse(pairs.get('exp')).data;

/** Parses pairs as an image query; undefined if one is missing or malformed. Does not verify the signature. */
export const readImageQuery = (pairs: QueryPairs): ImageQuery | undefined => {
  const { data } = parameters.safeParse(Object.fromEntries(pairs));
  if (!data) return undefined;
  const { width, height, format, quality, dpr: devicePixelRatio, ...query } = data;
  const variables = [...pairs].filter(([name]) => name.startsWith(variablePrefix));
  return {
    ...query,
    options: { width, height, format, devicePixelRatio, ...(quality !== undefined && { quality }) },
    variables: Object.fromEntries(variables.map(([name, value]) => [name.slice(variablePrefix.length), value])),
  };
};
