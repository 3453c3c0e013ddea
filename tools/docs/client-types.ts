import { limits } from 'image-url-contract/limits.ts';
import { routes } from 'image-url-contract/routes.ts';
import { pathTokens } from 'image-url-contract/signing/on-demand-url.ts';
import { imageOptions } from 'image-url-engine/image-options.ts';
import openApiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from './openapi-document.ts';

/** A recursive type must be declared at the top level. */
const json = 'export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };';

/** The schemas that the client uses. */
const used = [
  ...['MintRequest', 'MintResponse', 'MintDetails', 'MintBatchResponse'],
  ...['Asset', 'CreateAssetResponse', 'ListAssetsResponse'],
];

/** Returns the schemas of some names, and those that they refer to. */
const getUsed = (schemas: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const names = new Set(used);
  for (const name of names)
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(other);
  return Object.fromEntries([...names].map((name) => [name, schemas[name]]));
};

const writeToken = ({ letter, name, form, valid }: (typeof pathTokens)[number]): string =>
  `  { letter: '${letter}', name: '${name}', form: ${form}, valid: ${JSON.stringify(valid)} },`;

/** Returns `packages/client/src/contract.ts`: what the client knows of the contract. */
export const clientTypes = async (): Promise<string> => {
  const { openapi, info, components } = openApiDocument();
  const schemas = getUsed(components?.schemas ?? {});
  const part = { openapi, info, components: { schemas } } as Parameters<typeof openApiTypes>[0] & object;
  const nodes = await openApiTypes(part, {
    inject: json,
    transform: (_schema, { path }) =>
      path === '#/components/schemas/Json' ? ts.factory.createTypeReferenceNode('Json') : undefined,
  });
  const types = astToString(nodes);
  const codes = [...new Set([...routes.mintUrl.errors, ...routes.mintUrls.errors])].map((code) => `  | '${code}'\n`);
  return `/* made by npm run docs from packages/contract; do not edit */

/** Routes of minting, and the limits of a batch: its items, and bytes of its body. */
export const minting = { single: '${routes.mintUrl.path}', batch: '${routes.mintUrls.path}' } as const;
export const mostItems = ${limits.itemsPerMint};
export const mostBodyBytes = ${limits.bodyBytes.mintBatch.toLocaleString('en').replaceAll(',', '_')};

/** Options of an on-demand URL, in the order in which it has them. */
export const pathTokens = [
${pathTokens.map(writeToken).join('\n')}
] as const;
export const formatForm = ${imageOptions.format.query.form};
export const validFormat = '${imageOptions.format.valid}';

/** Error codes of the service for minting. */
export type ServiceCode =
${codes.join('').trimEnd()};

${types}`;
};
