import { createConfig, lintFromString } from '@redocly/openapi-core';
import openApiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../tools/docs/openapi-document.ts';

const rulesBroken = async (document: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId }) => ruleId);
};

it('the OpenAPI document follows the recommended rules of its linter', async () => {
  expect(await rulesBroken(openApiDocument())).toEqual([]);
});

it('a document without addresses, security and licence does not', async () => {
  const { servers, security, info, ...rest } = openApiDocument();
  const bare = { ...rest, info: { title: info.title, version: info.version } };
  const open = JSON.parse(JSON.stringify(bare).replaceAll('"security":[],', ''));
  expect([servers, security]).not.toContain(undefined);
  expect(new Set(await rulesBroken(open))).toEqual(new Set(['info-license', 'no-empty-servers', 'security-defined']));
});

it('types that openapi-typescript makes of it never name themselves, and take any value of a variable', async () => {
  const types = astToString(
    await openApiTypes(openApiDocument() as Parameters<typeof openApiTypes>[0] & object),
  ).replaceAll(/\s+/g, ' ');
  expect(types).toContain('Variables: { [key: string]: components["schemas"]["Json"]; };');
  expect(types).toContain('/** @description Any JSON value. */ Json: unknown;');
});
