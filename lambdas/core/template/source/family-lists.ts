import type { SyntaxTree } from './syntax-tree.ts';

const maxLists = 1_000;
/** Returns whether a text consists of names and commas. */
const isList = (text: string): boolean => text.length <= 200 && /^[\p{L}\d"'][\p{L}\d ,"'_-]+$/u.test(text);

/** Returns string literals that may be lists of font families, including those that the sample does not render. */
export const getFamilyLists = ({ nodes }: SyntaxTree): string[] => {
  const lists = new Set<string>();
  for (const node of nodes) {
    const text =
      node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : undefined;
    if (text !== undefined && isList(text)) lists.add(text);
    if (lists.size === maxLists) break;
  }
  return [...lists];
};
