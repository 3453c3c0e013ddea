import { getLimit, platforms } from 'image-url-studio/page/cards/platforms.ts';
import { describe, expect, it } from 'vitest';
import { previewers } from '#engine/client-classes.ts';
import { applyEdgeCase, edgeCases } from '#engine/template/edge-cases/edge-cases.ts';

const under = (name: string) => {
  const edgeCase = edgeCases.find((known) => known.name === name);
  if (!edgeCase) throw new Error(`no stress ${name}`);
  return (variable: string, value: unknown) => applyEdgeCase(variable, value, edgeCase);
};

describe('an edge case', () => {
  it('reaches texts wherever they are, and nothing else', () => {
    const changed = under('Three times as long');
    expect(changed('title', 'Ada')).toBe('Ada Ada Ada');
    expect(changed('rows', [{ name: 'Ada', age: 3, isNew: true }])).toEqual([
      { name: 'Ada Ada Ada', age: 3, isNew: true },
    ]);
    expect(changed('accent', '#ff0000')).toBe('#ff0000');
    expect(changed('cover', 'https://example.com/a.png')).toBe('https://example.com/a.png');
  });

  it.each([
    ['Empty', 'Hello', ''],
    ['One long word', 'Hello', /^\S{60,}$/],
    ['Chinese, Japanese', 'Hello there', /^[\p{Script=Han}\p{Script=Hiragana}]{11}$/u],
    ['Arabic', 'Hello there', /^[\p{Script=Arabic} ]{9,11}$/u],
    ['Emoji', 'Hello', /^Hello \p{Emoji}/u],
  ])('%s makes of %j what it says', (name, text, expected) => {
    expect(under(name)('title', text)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it('has lists without rows and images that nobody has', () => {
    expect(under('Empty')('rows', ['a'])).toEqual([]);
    expect(under('Empty')('cover', 'https://example.com/a.png')).toBe('');
    expect(under('Missing image')('cover', '')).toBe('https://missing.invalid/picture.png');
    expect(under('Missing image')('title', 'Ada')).toBe('Ada');
  });
});

it.each(platforms.map((platform) => [platform.name, platform] as const))(
  'a platform %s is one of the readers',
  (_name, platform) => {
    const rows = previewers.filter(({ name }) => name.split(/[,;]? /).includes(platform.reader));
    expect(rows.map(({ bytes }) => bytes)).toContain(getLimit(platform));
  },
);
