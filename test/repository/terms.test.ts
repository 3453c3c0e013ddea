import { expect, it } from 'vitest';
import { replacedWords } from '../../bin/terms.ts';

it.each([
  ['a variable', 'const drawnPicture = 1;', ['a.ts:1 drawnPicture: say "rendered" instead of "drawn".']],
  ['a property', 'interface A {\n  ledgers: string;\n}', ['a.ts:2 ledgers: say "quota store" instead of "ledger".']],
  [
    'a word of two parts',
    'function startStandIns() {}',
    ['a.ts:1 startStandIns: say "emulator or mock" instead of "stand-in".'],
  ],
  ['a public name', 'const a = { picture: 1, drawConcurrency: 2 };', []],
  ['a comment', '// `drawn` once\n/** An image. */\nf(); // told', ['a.ts:3 Say "reported" instead of "told".']],
  ['a text or a use', "const a = 'drawn' + b.drawn;", []],
  ['a longer word', 'const standing = 1;', []],
])('finds a replaced word in %s', (_where, source, found) => {
  expect(replacedWords('a.ts', source)).toEqual(found);
});

it('finds a replaced word in a document, but not in code or an address', () => {
  const text = 'Kept by `the keeper`.\n\n```\ndrawn\n```\n[a](drawn.md) Whoever';
  expect(replacedWords('a.md', text)).toEqual([
    'a.md:1 Say "stored or cached" instead of "Kept".',
    'a.md:6 Say "the caller or a client" instead of "Whoever".',
  ]);
});
