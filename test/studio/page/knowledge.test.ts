import { getFix, getSourcePosition } from 'image-url-studio/page/knowledge/fixes.ts';
import { positionAt } from 'image-url-studio/page/knowledge/place.ts';
import { describe, expect, it } from 'vitest';
import { getVocabulary } from '#engine/lint/vocabulary.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';

const known = getVocabulary();
const names = { utilities: Object.keys(known.utilities), families: known.families.map(({ name }) => name) };

describe('what the editor proposes', () => {
  it('is what the service knows, and nothing it would warn about', () => {
    const names = Object.keys(known.utilities);

    expect(names.length).toBeGreaterThan(2_000);
    expect(readUtilities(names.join(' '), 1200).unknown).toEqual([]);
    expect(known.utilities['px-4']).toBe('paddingLeft: 16; paddingRight: 16');
    expect(known.elements).toContain('div');
    expect(known.elements).not.toContain('video');
    expect(known.properties.alignItems).toContain('center');
    expect(known.properties).toHaveProperty('lineClamp');
    expect(known.properties).toHaveProperty('WebkitTextStroke');
    for (const unrendered of ['cursor', 'transition', 'columnCount'])
      expect(known.properties).not.toHaveProperty(unrendered);
    expect(known.families).toContainEqual({ name: 'Inter', id: 'inter', kind: 'sans', isPopular: true });
  });

  it.each([
    ['return <di', { is: 'element', typed: 'di' }],
    ['return <', { is: 'element', typed: '' }],
    ['<div tw="flex ite', { is: 'utility', typed: 'ite' }],
    ['<div className={`flex ', { is: 'utility', typed: '' }],
    ['<div style={{ fontF', { is: 'property', typed: 'fontF' }],
    ["<div style={{ color: 'red', alignI", { is: 'property', typed: 'alignI' }],
    ["<div style={{ alignItems: 'ce", { is: 'value', typed: 'ce', property: 'alignItems' }],
    ['const box = { fontFamily: "DM S', { is: 'value', typed: 'DM S', property: 'fontFamily' }],
    ['<div style={{ color }}>{tit', undefined],
    ['const a = b', undefined],
  ])('after %j is for %j', (before, position) => {
    expect(positionAt(before)).toEqual(position);
  });

  it.each([
    ['itmes-center is not a utility class known here, and no <style> names it.', 'itmes-center', 'items-center'],
    ['colour is not a CSS property; do you mean color?', 'colour', 'color'],
    ['textAlign: middle is not a value of text-align; do you mean center?', 'middle', 'center'],
    ['The font Dancing Scrpt is not available; Inter is rendered instead.', 'Dancing Scrpt', 'Dancing Script'],
    ['options.widht has no effect; there are width, height, format.', 'widht', 'width'],
    ['<dib> is not an element of HTML, so it is rendered as a plain box; do you mean <div>?', 'dib', 'div'],
  ])('%s', (message, wrong, right) => {
    expect(getFix(message, names)).toEqual({ wrong, right });
  });

  it('mends nothing that is not obvious', () => {
    for (const message of ['xyzzy-plugh is not a utility class known here.', 'Expected "{", but there is cnst.'])
      expect(getFix(message, names)).toBeUndefined();
  });

  it('mends the whole word, at the place of the message or behind it', () => {
    const text = 'colours colour: colour';
    expect(getSourcePosition(text, 'colour', 0)).toEqual({ from: 8, to: 14 });
    expect(getSourcePosition(text, 'colour', 9)).toEqual({ from: 16, to: 22 });
    expect(getSourcePosition(text, 'w-[3(', 0)).toBeUndefined();
  });
});
