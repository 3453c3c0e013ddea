import { getLost } from 'image-url-studio/page/ai/lost-variables.ts';
import { getCrop } from 'image-url-studio/page/image/crop.ts';
import { getAddressProblem } from 'image-url-studio/page/variables/address-problem.ts';
import { words } from 'image-url-studio/page/words.ts';
import { expect, it } from 'vitest';

it('finds the variables that a revision lost', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  expect(getLost(named('title', 'date'), named('date', 'author'))).toEqual(['title']);
  expect(getLost(named('title'), named('author', 'title'))).toEqual([]);
});

it('crops around the centre', () => {
  expect(getCrop(2, 1)).toEqual({ width: 50, height: 100 });
  expect(getCrop(1, 2)).toEqual({ width: 100, height: 50 });
});

it('says what is wrong with the address of an image, from what is known without a request and from the service', () => {
  const { relative, insecure, noHost, notFound } = words.address;
  const reported = [
    { code: 'missing-image' as const, message: 'https://none.example/a.png: no public address' },
    { code: 'missing-image' as const, message: 'https://there.example/a.png: HTTP 404' },
  ];
  const problem = (address: string) => getAddressProblem(address, reported);
  expect(problem('')).toBeUndefined();
  expect(problem('data:image/png;base64,AA')).toBeUndefined();
  expect(problem('https://good.example/a.png')).toBeUndefined();
  expect(problem('/a.png')).toBe(relative);
  expect(problem('http://good.example/a.png')).toBe(insecure);
  expect(problem('https://')).toBe(noHost);
  expect(problem('https://none.example/a.png')).toBe(notFound);
  expect(problem('https://there.example/a.png')).toBe('HTTP 404');
});
