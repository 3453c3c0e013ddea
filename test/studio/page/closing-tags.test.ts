import { typeClosingTag } from 'image-url-studio/page/editor/closing-tags.ts';
import { expect, it } from 'vitest';

/** Types a text at `|`, one character after the other, as the editor does. */
const type = (text: string, typed: string): string => {
  let [before = '', after = ''] = text.split('|');
  for (const character of typed) {
    const at = before.length;
    const over = typeClosingTag(before, after, at, character);
    const { from, to = from, insert = '' } = over?.changes ?? { from: at, insert: character };
    const whole = before + after;
    const next = whole.slice(0, from) + insert + whole.slice(to);
    const cursor = over?.cursor ?? at + 1;
    [before, after] = [next.slice(0, cursor), next.slice(cursor)];
  }
  return `${before}|${after}`;
};

it.each([
  ['a closing tag that is there', '<div>a|</div>', '</div>', '<div>a</div>|'],
  ['one with a name of several parts', '<motion.b>|</motion.b>', '</motion.b>', '<motion.b></motion.b>|'],
  ['one that is not there', '<div>a|', '</div>', '<div>a</div>|'],
  ['an element before a closing tag', '<div>|</div>', '<b />', '<div><b />|</div>'],
  ['that of an element inside', '<div><b>a|</div>', '</b>', '<div><b>a</b>|</div>'],
  [
    'that of an element behind a closed one',
    '<div onX={() => 1}><b>a</b><img />|</div>',
    '</div>',
    '<div onX={() => 1}><b>a</b><img /></div>|',
  ],
  ['a division', 'a |b', '/ ', 'a / |b'],
  ['a fragment', '<>|</>', '</>', '<></>|'],
])('typing %s', (_what, text, typed, expected) => {
  expect(type(text, typed)).toBe(expected);
});
