import { describe, expect, it } from 'vitest';
import { findUndocumented } from '../../tools/docs/interface-document.ts';
import { danglingReferences } from '../../tools/docs/references.ts';

const problems = (path: string, text: string): string[] => danglingReferences([{ path, text }]);
describe('references', () => {
  it.each([
    [
      'a chapter of a document',
      'lambdas/a.ts',
      '/** Bounds (interface 8, rule 3). */',
      '"interface 8" is no link or path',
    ],
    ['chapters of decisions', 'lambdas/a.ts', '// see decisions 3', '"decisions 3" is no link or path'],
    ['a record that is not there', 'README.md', 'as decision 9999 says', 'there is no decision 9999'],
    ['a record by its path', 'lib/a.ts', '// docs/decisions/9999', 'there is no decision 9999'],
    ['a document in code', 'lib/a.ts', '// docs/nowhere.md#x', 'docs/nowhere.md does not exist'],
    ['a heading in code', 'lib/a.ts', '// docs/interface.md#nothing', 'docs/interface.md has no heading #nothing'],
    ['a link', 'docs/a.md', '[there](nowhere.md)', 'docs/nowhere.md does not exist'],
    ['a link to a heading', 'docs/a.md', '[there](interface.md#x)', 'docs/interface.md has no heading #x'],
    ['a path in backticks', 'docs/a.md', '`lambdas/nothing.ts`', 'lambdas/nothing.ts does not exist'],
    ['a program', 'README.md', 'then `npm run nothing`', 'there is no npm run nothing'],
    ['a program of another package', 'README.md', 'then `npm run build`', 'there is no npm run build'],
    ['a path in a diagram', 'docs/a.md', '```\nusecases/nothing.ts  mints\n```', 'usecases/nothing.ts does not exist'],
  ])('finds %s that leads nowhere', (_title, path, text, problem) => {
    expect(problems(path, text)).toEqual([`${path}: ${problem}.`]);
  });

  it.each([
    ['a record', 'lambdas/a.ts', '// decision 52, docs/decisions/0052'],
    ['a heading in code', 'lib/a.ts', '// docs/interface.md#minting'],
    ['links', 'docs/a.md', '[a](interface.md#minting) [b](../README.md) [c](https://example.com/x.md)'],
    ['paths', 'docs/a.md', '`packages/contract/src/routes.ts`, `test/deliver`, `tools/docs/*.ts`'],
    ['a program of its package', 'examples/html/README.md', '`npm run build`, `npm run dev`'],
    ['a path in a diagram', 'docs/a.md', '```\nhttp/answer.ts   JSON\n```'],
  ])('passes %s that leads somewhere', (_title, path, text) => {
    expect(problems(path, text)).toEqual([]);
  });
});

it('the interface document names each route and each field', () => {
  const found = findUndocumented('`templateId` only');
  expect(found).toContain('docs/interface.md has no section "### `POST /v1/url`" with the marks of route mintUrl.');
  expect(found).toContain('docs/interface.md does not name the field devicePixelRatio of POST /v1/url.');
  expect(found).not.toContain('docs/interface.md does not name the field templateId of POST /v1/url.');
});
