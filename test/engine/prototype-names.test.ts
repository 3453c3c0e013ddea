import { describe, expect, it } from 'vitest';
import { lintDeclaration } from '#engine/lint/tree/declarations.ts';
import { getFontSize } from '#engine/styles/font-size.ts';
import { readTheme } from '#engine/styles/tailwind/theme.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { getPixels } from '#engine/styles/values/lengths.ts';
import { parseTemplateSource } from '#engine/template/render-plan/draft.ts';

/** Tables are looked up with words of templates: what every object has by its prototype is in none of them. */
describe('names of Object.prototype', () => {
  it.each(['tracking-constructor', '-tracking-constructor', 'drop-shadow-constructor'])('%s is no utility', (name) => {
    expect(readUtilities(name, 1200)).toEqual({ style: {}, betweenChildren: {}, unknown: [name], idle: [] });
  });

  it('may be tokens of a theme', () => {
    const theme = readTheme('@theme { --text-constructor: 20px }');
    expect(readUtilities('text-constructor', 1200, theme).style).toEqual({ fontSize: '20px' });
  });

  it('are no units and no sizes of tags', () => {
    expect(getPixels('12constructor', 16)).toBeUndefined();
    expect(getFontSize('constructor', undefined, 16)).toBe(16);
  });

  it('get a message like any other name', () => {
    expect(parseTemplateSource('export default () => <p>{constructor}</p>;')).toMatchObject({
      errors: [{ code: 'undefined-name', message: 'constructor is not defined.' }],
    });
    expect(lintDeclaration('textAlign', 'constructor', 'takumi')?.message).toBe(
      'textAlign: constructor is not a value of text-align.',
    );
  });
});
