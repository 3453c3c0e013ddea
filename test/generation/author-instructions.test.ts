import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { popularFamilies } from '#engine/rendering/fonts/font-index.ts';
import { compileOrFail } from '../../lambdas/templates/compile-template.ts';
import { authorInstructions } from '../../tools/docs/author-instructions.ts';

/**
 * Tokens of a text, rather too many: a word is one for each five letters, a sign, a break with what indents the next line, and three
 * digits are one. It counts a fifth to a quarter more than o200k does for these instructions.
 */
const getTokens = (text: string): number => text.match(/[A-Za-z]{1,5}|\d{1,3}|[^\sA-Za-z\d]|\n[^\S\n]*/g)?.length ?? 0;

it('fit into 6,400 tokens, and are long enough to be cached by the model', async () => {
  const tokens = getTokens(await authorInstructions());
  expect(tokens).toBeLessThan(6_400);
  // below 4,096 of its own tokens the most demanding family of models caches nothing
  expect(tokens).toBeGreaterThan(5_300);
});

it('name every family but those that scripts find by themselves, and what the guide teaches', async () => {
  const text = await authorInstructions();

  for (const { name } of popularFamilies) if (!/^Noto Sans ./.test(name)) expect(text).toContain(name);
  const guide = await readFile('docs/templates.md', 'utf8');
  for (const rule of [
    '`fit` on an element with text',
    'boxes are `border-box`',
    '`no-effect` names declarations that are not rendered',
  ]) {
    expect(guide).toContain(rule);
    expect(text).toContain(rule);
  }
  // what is left of a table, a link, an image or a mark would be noise
  expect(text).not.toMatch(/^\||\]\(|<!--/m);
});

it('show examples that compile, the first of them as it stands', async () => {
  const [first = ''] = [...(await authorInstructions()).matchAll(/```jsx\n([\s\S]*?)```/g)].map(([, code]) => code);
  const compiled = await compileOrFail(first, { now: () => new Date(0), defaultEngine: 'satori' });
  expect(compiled.renderPlan.variables.length).toBeGreaterThan(3);
});
