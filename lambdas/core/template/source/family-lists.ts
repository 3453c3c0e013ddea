import type { SyntaxTree } from './syntax-tree.ts';

const mostLists = 1_000;
/** Names and commas; a list of families is no sentence. */
const isList = (text: string): boolean => text.length <= 200 && /^[\p{L}\d"'][\p{L}\d ,"'_-]+$/u.test(text);

/**
 * Returns the string literals of a source that may be lists of font families: a variable may hold one that the sample
 * does not show.
 */
export const getFamilyLists = ({ nodes }: SyntaxTree): string[] => {
  const lists = new Set<string>();
  for (const node of nodes) {
    const text =
      node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : undefined;
    if (text !== undefined && isList(text)) lists.add(text);
    if (lists.size === mostLists) break;
  }
  return [...lists];
};
