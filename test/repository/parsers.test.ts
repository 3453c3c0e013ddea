import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What parses nothing a stranger wrote. */
const others: Readonly<Record<string, string>> = {
  '@aws-lambda-powertools/logger': 'writes',
  '@aws-lambda-powertools/metrics': 'writes',
  '@aws-sdk/signature-v4a': 'signs our own requests',
  '@aws-sdk/util-dynamodb': 'reads what our tables hold',
  '@babel/types': 'walks what the parser made',
  '@middy/core': 'calls one function after the other',
  'lru-cache': 'keeps',
};
const isOfAws = (name: string) => /^@aws-sdk\/(?:client-|lib-)/.test(name);
const isData = (name: string) => /^@(?:fontsource|fontsource-variable|twemoji)\//.test(name);

const getDependencies = (file: string): string[] => Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies);
const rows = readFileSync('SECURITY.md', 'utf8')
  .split('## Parsers of others')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('|'));

it('every dependency that parses what a stranger wrote is listed with its bound', () => {
  const dependencies = [...getDependencies('package.json'), ...getDependencies('layers/render/package.json')];
  const unlisted = dependencies.filter(
    (name) => !isOfAws(name) && !isData(name) && !(name in others) && !rows?.some((row) => row.includes(`\`${name}\``)),
  );
  expect(rows?.length).toBeGreaterThan(10);
  expect(unlisted).toEqual([]);
  expect(Object.keys(others).filter((name) => !dependencies.includes(name))).toEqual([]);
});
