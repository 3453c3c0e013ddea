import { tsxLanguage } from '@codemirror/lang-javascript';
import type { DefaultChange } from '../variables/defaults.ts';

type SyntaxNode = ReturnType<typeof tsxLanguage.parser.parse>['topNode'];

export interface FontChanges {
  readonly changes: readonly DefaultChange[];
  /** What gets the font: the name of the element at the cursor, or undefined for the whole template. */
  readonly element?: string;
}

const getText = (code: string, node: SyntaxNode | null | undefined): string =>
  node ? code.slice(node.from, node.to) : '';

const writeName = (family: string): string => `'${family.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Returns the change that sets a property of an object in the code. */
const setProperty = (code: string, object: SyntaxNode, family: string): DefaultChange => {
  const property = object
    .getChildren('Property')
    .find((one) => /^['"]?fontFamily['"]?$/.test(getText(code, one.firstChild)));
  const value = property?.lastChild;
  if (property && value && value !== property.firstChild)
    return { from: value.from, to: value.to, insert: writeName(family) };
  const isEmpty = object.getChildren('Property').length === 0;
  const [from, rest] = [object.from + 1, code.slice(object.from + 1)];
  const separator = isEmpty ? (/^\s/.test(rest) ? '' : ' ') : ',';
  return { from, to: from, insert: ` fontFamily: ${writeName(family)}${separator}` };
};

/** Returns the change of an element's style; undefined for a style that is no object in the tag. */
const setStyle = (code: string, tag: SyntaxNode, name: SyntaxNode, family: string): DefaultChange | undefined => {
  const style = tag.getChildren('JSXAttribute').find((one) => getText(code, one.firstChild) === 'style');
  if (!style) return { from: name.to, to: name.to, insert: ` style={{ fontFamily: ${writeName(family)} }}` };
  const object = style.getChild('JSXEscape')?.getChild('ObjectExpression');
  return object ? setProperty(code, object, family) : undefined;
};

/** Returns the change of the innermost HTML element around a position. */
const inElement = (code: string, root: SyntaxNode, cursor: number, family: string): FontChanges | undefined => {
  for (let node: SyntaxNode | null = root.resolveInner(cursor, 1); node; node = node.parent) {
    if (node.name !== 'JSXElement') continue;
    const tag = node.getChild('JSXOpenTag') ?? node.getChild('JSXSelfClosingTag');
    const name = tag?.getChild('JSXBuiltin') ?? tag?.getChild('JSXIdentifier');
    if (!tag || !name || !/^[a-z]/.test(getText(code, name))) continue;
    const change = setStyle(code, tag, name, family);
    if (change) return { changes: [change], element: getText(code, name) };
  }
  return undefined;
};

/** Returns the object of `export const options = {...}`. */
const getOptions = (code: string, root: SyntaxNode): SyntaxNode | undefined => {
  for (const exported of root.getChildren('ExportDeclaration')) {
    const declaration = exported.getChild('VariableDeclaration');
    if (getText(code, declaration?.getChild('VariableDefinition')) !== 'options') continue;
    return declaration?.getChild('ObjectExpression') ?? undefined;
  }
  return undefined;
};

/** Returns the changes that set a font: in the style of the element at the cursor, otherwise in `options`. */
export const getFontChanges = (code: string, cursor: number, family: string): FontChanges => {
  const root = tsxLanguage.parser.parse(code).topNode;
  const found = inElement(code, root, cursor, family);
  if (found) return found;
  const options = getOptions(code, root);
  if (options) return { changes: [setProperty(code, options, family)] };
  const from = root.getChildren('ImportDeclaration').at(-1)?.to ?? 0;
  const insert = `export const options = { fontFamily: ${writeName(family)} };\n`;
  return { changes: [{ from, to: from, insert: from === 0 ? `${insert}\n` : `\n\n${insert}` }] };
};
