import { isNumeric } from 'image-url-engine/image-options.ts';
import type { RenderOptions } from 'image-url-engine/options.ts';
import type { Json } from 'image-url-engine/values.ts';
import { type ImageParameter, imageParameters, optionParameters } from '../image-parameters.ts';
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
/** All parameters but the signature. */
const signedNames = Object.keys(imageParameters).filter((name) => name !== 'sig');
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
  ...optionParameters.flatMap(({ name, option }): [string, string][] => {
    const value = options[option];
    if (value === undefined) return [];
    return [[name, typeof value === 'number' ? decimal(value) : value]];
  }),
  ...Object.entries(variables).map(([name, value]): [string, string] => [variablePrefix + name, value]),
];

/** Returns the query string of a signed image URL, in canonical form with the signature last. */
export const getSignedQuery = (query: ImageQuery, key: SigningKey): string => {
  const pairs = getPairs(query);
  return `${toCanonicalQuery(pairs)}&sig=${getSignature(pairs, key)}`;
};

/** Parses the parameters of an image. Ignores those of trackers (`utm_source`, `fbclid`). */
export const getImagePairs = (raw: string): QueryPairs | undefined => parseQuery(raw, isOurs);

/** Returns whether a parameter has its form. */
const isValid = (pairs: QueryPairs, name: string): boolean => {
  const { form, isOptional = false } = imageParameters[name] as ImageParameter;
  const value = pairs.get(name);
  return value === undefined ? isOptional : form.test(value);
};

/** Returns the names of parameters that are there and malformed. */
export const getMalformed = (pairs: QueryPairs): string[] =>
  Object.keys(imageParameters).filter((name) => pairs.has(name) && !isValid(pairs, name));

/** Returns `exp` in Unix milliseconds; undefined if it is missing or malformed. */
export const getExpiry = (pairs: QueryPairs): number | undefined =>
  isValid(pairs, 'exp') ? Number(pairs.get('exp')) : undefined;

/** Parses pairs as an image query; undefined if one is missing or malformed. Does not verify the signature. */
export const readImageQuery = (pairs: QueryPairs): ImageQuery | undefined => {
  if (!signedNames.every((name) => isValid(pairs, name))) return undefined;
  const get = (name: string): string => pairs.get(name) ?? '';
  const options = optionParameters.flatMap(({ name, option }) =>
    pairs.has(name) ? [[option, isNumeric(option) ? Number(get(name)) : get(name)]] : [],
  );
  const variables = [...pairs].filter(([name]) => name.startsWith(variablePrefix));
  return {
    ...{ templateId: get('templateId'), uid: get('uid'), rv: get('rv'), tv: get('tv'), exp: Number(get('exp')) },
    ...(pairs.has('tvn') && { tvn: Number(get('tvn')) }),
    options: Object.fromEntries(options) as RenderOptions,
    variables: Object.fromEntries(variables.map(([name, value]) => [name.slice(variablePrefix.length), value])),
  };
};
