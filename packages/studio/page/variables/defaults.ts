import { tsxLanguage } from '@codemirror/lang-javascript';

type SyntaxNode = ReturnType<typeof tsxLanguage.parser.parse>['topNode'];

export interface DefaultChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Formats a value as a JavaScript literal. */
const writeLiteral = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);
  const entries = Object.entries(value).map(
    ([key, inner]) => `${isName(key) ? key : writeLiteral(key)}: ${writeLiteral(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};

/** Returns the function that a module exports by default, inline or by name. */
const exportedFunction = (root: SyntaxNode, code: string): SyntaxNode | undefined => {
  const isFunction = ({ name }: SyntaxNode) =>
    ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction'].includes(name);
  const exported = root
    .getChildren('ExportDeclaration')
    .find((one) => one.getChild('default') || /^export\s+default\b/.test(code.slice(one.from, one.to)));
  if (!exported) return undefined;
  for (let child = exported.firstChild; child; child = child.nextSibling) {
    if (isFunction(child)) return child;
    if (child.name !== 'VariableName') continue;
    const wanted = code.slice(child.from, child.to);
    for (let one = root.firstChild; one; one = one.nextSibling) {
      const definition = one.getChild('VariableDefinition');
      if (!definition || code.slice(definition.from, definition.to) !== wanted) continue;
      return isFunction(one) ? one : (one.getChild('ArrowFunction') ?? one.getChild('FunctionExpression') ?? undefined);
    }
  }
  return undefined;
};

/**
 * Returns the changes that make values the defaults of the component's destructured variables.
 *
 * @returns also the names of variables that are not destructured
 */
export const defaultChanges = (
  code: string,
  values: Readonly<Record<string, unknown>>,
): { readonly changes: DefaultChange[]; readonly left: string[] } => {
  const pattern = exportedFunction(tsxLanguage.parser.parse(code).topNode, code)
    ?.getChild('ParamList')
    ?.getChild('ObjectPattern');
  const changes: DefaultChange[] = [];
  const done = new Set<string>();
  for (const property of pattern?.getChildren('PatternProperty') ?? []) {
    const name = property.getChild('PropertyName') ?? property.firstChild;
    const text = name ? code.slice(name.from, name.to) : '';
    if (!Object.hasOwn(values, text)) continue;
    const equals = property.getChild('Equals');
    const insert = writeLiteral(values[text]);
    const value = property.lastChild;
    if (equals && value) changes.push({ from: value.from, to: value.to, insert });
    else changes.push({ from: property.to, to: property.to, insert: ` = ${insert}` });
    done.add(text);
  }
  return { changes, left: Object.keys(values).filter((name) => !done.has(name)) };
};
