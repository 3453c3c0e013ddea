import { expect, it } from 'vitest';
import { getFrameworkSites } from './framework-sites.ts';

it('every block of code of docs/frameworks.md and of Get URL is in a site that is built and served every night', () => {
  const { unused } = getFrameworkSites('mine');
  expect(unused).toEqual([]);
});
