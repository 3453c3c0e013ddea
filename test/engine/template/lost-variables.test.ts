import { expect, it } from 'vitest';
import { lintLostVariables } from '../../../lambdas/generation/generated-code.ts';

it.each([
  ['make it dark', ['title', 'author'], ['title'], ['author']],
  ['make it dark', ['title'], ['headline'], ['title']],
  ['make it dark', ['title', 'author'], ['author', 'title', 'badge'], []],
  ['drop the logo', ['title', 'logoUrl'], ['title'], []],
  ['Ohne Logo, bitte', ['title', 'logo_url'], ['title'], []],
  ['rename title to headline', ['title', 'author'], ['headline', 'author'], []],
  // a word of two letters is in every wish
  ['give it a tint', ['titleIn', 'id'], [], ['titleIn', 'id']],
])('after "%s" %j that became %j have lost %j', (wish, before, after, lost) => {
  expect(lintLostVariables(before, after, wish)).toEqual(lost);
});
