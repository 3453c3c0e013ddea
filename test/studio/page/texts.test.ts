import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Attributes that users see or hear. */
const attributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);

/** Forms of what users type, which are no words. */
const samples = new Set(['https://example.com', 'iu_…']);

const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !samples.has(text);

/** Returns the texts in a component's markup, and in attributes that users see. */
const getTexts = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isText(node.text)) texts.push(node.text.trim());
    const { initializer } = ts.isJsxAttribute(node) ? node : {};
    if (ts.isJsxAttribute(node) && initializer && attributes.has(node.name.getText()))
      if (ts.isStringLiteral(initializer) && isText(initializer.text)) texts.push(initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.map((text) => `${file}: ${text}`);
};

it('are all in words.ts, which can be read through', () => {
  expect(globSync('studio/page/**/*.tsx').flatMap(getTexts)).toEqual([]);
});
