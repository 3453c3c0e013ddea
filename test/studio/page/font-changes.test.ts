import { getFontChanges } from 'image-url-studio/page/editor/font-changes.ts';
import { describe, expect, it } from 'vitest';

/** Returns code after a font was chosen at the position of `|`. */
const choose = (marked: string, family = 'Dancing Script'): string => {
  const cursor = marked.indexOf('|');
  const code = marked.replace('|', '');
  const { changes } = getFontChanges(code, Math.max(cursor, 0), family);
  return changes.reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), code);
};

describe('a font that is chosen', () => {
  it.each([
    ['<h1 style={{ color: "red" }}>Hi|</h1>', `<h1 style={{ fontFamily: 'Dancing Script', color: "red" }}>Hi</h1>`],
    ['<h1 tw="p-4">H|i</h1>', `<h1 style={{ fontFamily: 'Dancing Script' }} tw="p-4">Hi</h1>`],
    ["<h1 style={{ fontFamily: 'Inter' }}>H|i</h1>", `<h1 style={{ fontFamily: 'Dancing Script' }}>Hi</h1>`],
    ['<h1 style={{}}>H|i</h1>', `<h1 style={{ fontFamily: 'Dancing Script' }}>Hi</h1>`],
    ['<div><Title>H|i</Title></div>', `<div style={{ fontFamily: 'Dancing Script' }}><Title>Hi</Title></div>`],
    [
      '<div><h1 style={title}>H|i</h1></div>',
      `<div style={{ fontFamily: 'Dancing Script' }}><h1 style={title}>Hi</h1></div>`,
    ],
  ])('is in the style of the element at the cursor: %s', (before, after) => {
    expect(choose(`export default () => ${before};`)).toBe(`export default () => ${after};`);
  });

  it.each([
    [
      'export const options = { width: 1 };\n|const a = 1;',
      "export const options = { fontFamily: 'Dancing Script', width: 1 };\nconst a = 1;",
    ],
    ['|export const options = { fontFamily: "Inter" };', "export const options = { fontFamily: 'Dancing Script' };"],
    ['|const a = 1;', "export const options = { fontFamily: 'Dancing Script' };\n\nconst a = 1;"],
    [
      "import clsx from 'clsx';\n|const a = 1;",
      "import clsx from 'clsx';\n\nexport const options = { fontFamily: 'Dancing Script' };\n\nconst a = 1;",
    ],
  ])('is in the options elsewhere: %s', (before, after) => {
    expect(choose(before)).toBe(after);
  });

  it('is a string, whatever its name', () => {
    expect(choose('|const a = 1;', "It's \\ so")).toContain("fontFamily: 'It\\'s \\\\ so'");
  });
});
