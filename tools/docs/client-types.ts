import openApiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from './openapi-document.ts';

/** A recursive type must be declared at the top level. */
const json = 'export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };';

/** Returns `packages/client/src/contract.ts`: the types of `docs/openapi.json`, for the client. */
export const clientTypes = async (): Promise<string> => {
  const nodes = await openApiTypes(openApiDocument() as Parameters<typeof openApiTypes>[0] & object, {
    inject: json,
    transform: (_schema, { path }) =>
      path === '#/components/schemas/Json' ? ts.factory.createTypeReferenceNode('Json') : undefined,
  });
  return `/* made by npm run docs from packages/contract; do not edit */\n\n${astToString(nodes)}`;
};
