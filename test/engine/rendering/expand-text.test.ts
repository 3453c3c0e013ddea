import { describe, expect, it } from 'vitest';
import { expandTexts } from '#engine/rendering/tree/expand-text.ts';
import type { PreparedElement, PreparedProps } from '#engine/rendering/tree/prepared-tree.ts';

const element = (type: string, props: PreparedProps): PreparedElement => ({ type, props });

const expanded = (tree: PreparedElement, hasTags?: boolean) => {
  expandTexts(tree, hasTags);
  return tree.props.children;
};

describe('letters change case by language', () => {
  it.each([
    ['tr', 'uppercase', 'istanbul', 'İSTANBUL'],
    ['tr', 'lowercase', 'ISPARTA', 'ısparta'],
    ['el', 'uppercase', 'Ελλάδα όνομα', 'ΕΛΛΑΔΑ ΟΝΟΜΑ'],
    ['de', 'uppercase', 'straße', 'straße'],
    ['tr', 'none', 'istanbul', 'istanbul'],
    ['tr-', 'uppercase', 'istanbul', 'istanbul'],
  ])('%s, %s: %s becomes %s', (lang, textTransform, text, changed) => {
    expect(expanded(element('div', { lang, style: { textTransform }, children: [text] }), false)).toEqual([changed]);
  });
});

describe('capitalised text', () => {
  const style = { textTransform: 'capitalize' };

  it.each([
    ["hello-world it's o'neil", "Hello-World It's O'neil"],
    ["’tis 3d, 'quoted' (aside) snake_case", "’Tis 3d, 'Quoted' (Aside) Snake_case"],
    ['élan ǆ 東京 straße', 'Élan Ǆ 東京 Straße'],
  ])('%s has words as a browser', (text, changed) => {
    const tree = element('p', { style, children: [text] });
    expect(expanded(tree)).toEqual([changed]);
    expect(tree.props.style).toEqual({ textTransform: 'none' });
  });

  it('goes on with a word over texts, and not over elements', () => {
    const inner = element('b', { children: ["it's"] });
    expect(expanded(element('p', { style, children: ['no', 'on ', inner, 'a'] }))).toEqual(['No', 'on ', inner, 'A']);
    expect(inner.props.children).toEqual(["It's"]);
  });

  it('follows its language, and is left to an engine that has it', () => {
    expect(expanded(element('p', { lang: 'tr', style, children: ['izmir'] }))).toEqual(['İzmir']);
    expect(expanded(element('p', { style, children: ["it's"] }), false)).toEqual(["it's"]);
  });
});

describe('elements without a glyph of their own', () => {
  it.each([
    ['wbr', '\u200b'],
    ['b', element('b', {})],
  ])('<%s>', (type, written) => {
    expect(expanded(element('div', { children: ['a', element(type, {})] }))).toEqual(['a', written]);
  });

  it('isolates <bdi>', () => {
    expect(expanded(element('bdi', { children: ['a'] }))).toEqual(['\u2068', 'a', '\u2069']);
  });

  it.each([
    ['"«" "»" "‹" "›"', ['«', '‹', 'b', '›', '»']],
    ['none', ['b']],
    ['auto', ['“', '‘', 'b', '’', '”']],
  ])('writes the marks that quotes names: %s', (quotes, expected) => {
    const inner = element('q', { children: ['b'] });
    const outer = element('q', { children: [inner] });
    expandTexts(element('p', { style: { quotes }, children: [outer] }));
    expect(
      [...(outer.props.children ?? [])].flatMap((child) => (child === inner ? inner.props.children : child)),
    ).toEqual(expected);
  });

  it('alternates the marks of quotations, by language', () => {
    const inner = element('q', { children: ['b'] });
    const outer = element('q', { children: ['a', inner] });
    expandTexts(element('p', { lang: 'de-AT', children: [outer] }));
    expect(outer.props.children).toEqual(['„', 'a', inner, '“']);
    expect(inner.props.children).toEqual(['‚', 'b', '‘']);
  });

  it.each([
    ['fr', '«', '»'],
    ['fr-CA', '«', '»'],
    ['es', '“', '”'],
    ['sv', '”', '”'],
    ['zh-Hant', '「', '」'],
    ['xx', '“', '”'],
  ])('has the marks of the language around it: %s', (lang, before, after) => {
    const quote = element('q', { lang: 'de', children: ['a'] });
    expandTexts(element('p', { lang, children: [quote] }));
    expect(quote.props.children).toEqual([before, 'a', after]);
  });

  it('turns what <bdo> turns', () => {
    expect(expanded(element('bdo', { dir: 'rtl', children: ['a'] }))).toEqual(['\u2067\u202e', 'a', '\u202c\u2069']);
  });

  it('lets lines begin with small kana unless they are strict', () => {
    expect(expanded(element('p', { children: ['ニュース ー'] }))).toEqual(['ニ\u200bュ\u200bース ー']);
    const strict = { lineBreak: 'strict' };
    expect(expanded(element('p', { style: strict, children: ['ニュース'] }))).toEqual(['ニュース']);
  });

  it('is left to engines that show what others show', () => {
    expect(expanded(element('q', { children: ['a'] }), false)).toEqual(['a']);
  });
});
