import { describe, expect, it } from 'vitest';
import { getErrors } from './drafts.ts';

const getProblems = (background: string) => {
  const source = `export default () => <i style={{ background: ${JSON.stringify(background)} }} />;`;
  return getErrors(source).map(({ message }) => message);
};

describe('addresses in styles', () => {
  it('takes a reference inside a data: URI for a part of it', () => {
    const noise = 'url("data:image/svg+xml,%3Csvg%3E%3Crect filter=\'url(%23noise)\'/%3E%3C/svg%3E")';
    expect(getProblems(noise)).toEqual([]);
    expect(getProblems(`${noise}, url('grain.png')`)).toEqual([expect.stringContaining('"grain.png" is relative')]);
  });

  const relative = ['url(/a.png)', 'url( "/a.png" ) center', "url('/a.png"];
  it.each(relative)('finds the relative address in %s', (background) => {
    expect(getProblems(background)).toEqual([expect.stringContaining('"/a.png" is relative')]);
  });
});
