import type { CallExpression, ExportDefaultDeclaration, Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import type { Json } from '../../json.ts';
import { createDiagnosticAt, getKey, isMember, type SyntaxTree, stripTypeAnnotations } from './syntax-tree.ts';
import { type FunctionNode, isFunction } from './variable-scopes.ts';

/** The component and options of a template. */
export interface TemplateModule {
  readonly component?: FoundComponent;
  readonly options?: FoundOptions;
  readonly problems: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

export interface FoundComponent {
  /** The function whose parameter is the variables. */
  readonly fn: FunctionNode;
  /** The type annotation of its name, as in `const Card: FC<Props>`. */
  readonly annotation?: Node;
  /** Name of the export inside the module, if it has one. */
  readonly local?: string;
  /** Whether `forwardRef` adds a second parameter. */
  readonly takesRef: boolean;
}

export interface FoundOptions {
  readonly local: string;
  /** Position for diagnostics. */
  readonly node: Node;
  /** Nodes of the fields of an object literal. */
  readonly fields: ReadonlyMap<string, Node>;
  /** Their values if all are literals; null for a function, which is invalid. */
  readonly written: Readonly<Record<string, Json>> | null | undefined;
}

export interface Exported {
  readonly name: string;
  /** The name, expression or declaration that is exported. */
  readonly value: Node;
  readonly node: Node;
  /** Name inside the module. */
  readonly local?: string;
}

/** Finds the default export and `options` in any notation. */
export const readModule = (tree: SyntaxTree): TemplateModule => {
  const exported = getExports(tree);
  const byName = (name: string) => exported.find((one) => one.name === name);
  const main = byName('default');
  const options = byName('options');
  const found = main ? getComponent(main, tree) : noComponent(tree, exported);
  return {
    ...('fn' in found ? { component: found, problems: [] } : { problems: [found] }),
    ...(options?.local !== undefined && { options: getOptions(options, options.local, tree) }),
    warnings: options ? [] : otherOptions(exported),
  };
};

/** Reports exports from which other tools read the options of an image. */
const otherOptions = (exported: readonly Exported[]): Diagnostic[] =>
  exported
    .filter(({ name, value }) => (name === 'size' || name === 'config' || name === 'contentType') && !isFunction(value))
    .map(({ name, node }) => {
      const message = `${name} has no effect: write export const options = { width, height, format }.`;
      return createDiagnosticAt(node, 'unknown-option', message);
    });

const noComponent = ({ program }: SyntaxTree, exported: readonly Exported[]): Diagnostic => {
  const wanted = 'write `export default function Card({ title }) { ... }`';
  const at = (node: Node, message: string) => createDiagnosticAt(node, 'no-default-export', message);
  const element = program.body.find((one) => one.type === 'ExpressionStatement' && isElement(one.expression));
  if (element)
    return at(
      element,
      'There is no default export, only an element; write `export default function Card({ title }) { return (...); }` around it.',
    );
  const route = exported.find(({ name }) => /^(?:GET|POST|Image|OGImage|loader|handler)$/.test(name));
  if (route)
    return at(
      route.node,
      `${route.name} is not a default export, and no image that it returns was found in it; ${wanted}, which returns the elements.`,
    );
  return at(program.body.at(-1) ?? program, `There is no default export; ${wanted}.`);
};

export const isElement = (node: Node): boolean => stripTypeAnnotations(node).type.startsWith('JSX');

/** Returns the exports of a module in source order. */
export const getExports = ({ program }: SyntaxTree): Exported[] =>
  program.body.flatMap((statement): Exported[] => {
    const found = (name: string, value: Node, local: string | undefined, node: Node = statement): Exported => ({
      name,
      value: stripTypeAnnotations(value),
      node,
      ...(local !== undefined && { local }),
    });
    if (statement.type === 'ExportDefaultDeclaration')
      return [found('default', statement.declaration, nameOfDefault(statement))];
    if (statement.type !== 'ExportNamedDeclaration' || statement.source || statement.exportKind === 'type') return [];
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [found(id.name, id, id.name)] : [],
      );
    if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
      return declaration.id ? [found(declaration.id.name, declaration, declaration.id.name)] : [];
    return specifiers.flatMap((one) => {
      if (one.type !== 'ExportSpecifier' || one.exportKind === 'type') return [];
      const name = one.exported.type === 'Identifier' ? one.exported.name : one.exported.value;
      return [found(name, one.local, one.local.name, one)];
    });
  });

/** Returns the name of a default export inside the module, if it has one. */
export const nameOfDefault = ({ declaration }: ExportDefaultDeclaration): string | undefined => {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id?.name;
  const value = stripTypeAnnotations(declaration);
  return value.type === 'Identifier' ? value.name : undefined;
};

const getComponent = ({ value, node, local }: Exported, tree: SyntaxTree): FoundComponent | Diagnostic => {
  const resolved = resolveFunction(value, tree);
  return typeof resolved === 'string'
    ? createDiagnosticAt(node, 'no-component', `The default export must be a function component: ${resolved}.`)
    : { ...resolved, ...(local !== undefined && { local }) };
};

type Resolved = Omit<FoundComponent, 'local'>;

/** Returns the function to which an expression evaluates, or a description of any other value. */
const resolveFunction = (value: Node, tree: SyntaxTree, annotation?: Node, depth = 0): Resolved | string => {
  const node = stripTypeAnnotations(value);
  if (isFunction(node)) return { fn: node, takesRef: false, ...(annotation && { annotation }) };
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return 'class components do not work in templates';
  if (node.type === 'CallExpression') return wrappedFunction(node, tree, annotation, depth);
  if (node.type !== 'Identifier' || depth > 20) return `it is ${describeValue(node)}`;
  const declaration = tree.bindingOf(node)?.declaration;
  if (!declaration) return `${node.name} is not defined`;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return resolveFunction(declaration, tree);
  if (declaration.type !== 'VariableDeclarator' || declaration.id.type !== 'Identifier' || !declaration.init)
    return `${node.name} is not a function the compiler can see`;
  return resolveFunction(declaration.init, tree, declaration.id.typeAnnotation ?? annotation, depth + 1);
};

/** Returns the function inside `memo(...)` or `forwardRef(...)`, also as `React.memo`. */
const wrappedFunction = (
  call: CallExpression,
  tree: SyntaxTree,
  annotation: Node | undefined,
  depth: number,
): Resolved | string => {
  const wrapper = reactName(call.callee, tree);
  const [inner] = call.arguments;
  if ((wrapper !== 'memo' && wrapper !== 'forwardRef') || !inner) return 'it is the result of a call';
  const resolved = resolveFunction(inner, tree, annotation, depth + 1);
  return typeof resolved === 'string' || wrapper === 'memo' ? resolved : { ...resolved, takesRef: true };
};

const describeValue = (node: Node): string => {
  if (isElement(node)) return 'an element; put it into a function';
  if (node.type === 'ObjectExpression') return 'an object';
  if (node.type === 'StringLiteral' || node.type === 'TemplateLiteral') return 'text';
  return 'no function';
};

/** Returns React's name of a callee: `memo`, `React.memo`, or imported under another name. */
const reactName = (callee: Node, tree: SyntaxTree): string | undefined => {
  const node = stripTypeAnnotations(callee);
  if (isMember(node)) return isReact(node.object, tree) ? getKey(node) : undefined;
  const binding = tree.bindingOf(node);
  const specifier = binding?.declaration;
  if (specifier?.type !== 'ImportSpecifier' || tree.moduleOf(binding) !== 'react') return undefined;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
};

/** Returns whether an expression is the React object: imported, or the global one. */
export const isReact = (node: Node, tree: SyntaxTree): boolean => {
  const binding = tree.bindingOf(node);
  if (!binding) return (node.type === 'Identifier' || node.type === 'JSXIdentifier') && node.name === 'React';
  return binding.declaration.type !== 'ImportSpecifier' && tree.moduleOf(binding) === 'react';
};

const getOptions = ({ node, value }: Exported, local: string, tree: SyntaxTree): FoundOptions => {
  const declaration = tree.bindingOf(value)?.declaration;
  const init =
    declaration?.type === 'VariableDeclarator' && declaration.init ? stripTypeAnnotations(declaration.init) : undefined;
  const fields = new Map<string, Node>();
  const values = new Map<string, Json>();
  const properties = init?.type === 'ObjectExpression' ? init.properties : undefined;
  for (const property of properties ?? []) {
    const name = property.type === 'ObjectProperty' ? getKey(property) : undefined;
    if (property.type !== 'ObjectProperty' || name === undefined) continue;
    fields.set(name, property);
    const value = getLiteral(property.value);
    if (value !== undefined) values.set(name, value);
  }
  const isCallable = declaration?.type === 'FunctionDeclaration' || (init !== undefined && isFunction(init));
  const isWritten = properties?.length === values.size;
  const written = isCallable ? null : isWritten ? Object.fromEntries(values) : undefined;
  return { local, node: declaration ?? node, fields, written };
};

const getLiteral = (expression: Node): Json | undefined => {
  const node = stripTypeAnnotations(expression);
  if (node.type === 'StringLiteral' || node.type === 'NumericLiteral' || node.type === 'BooleanLiteral')
    return node.value;
  const negated = node.type === 'UnaryExpression' && node.operator === '-' ? node.argument : undefined;
  return negated?.type === 'NumericLiteral' ? -negated.value : undefined;
};
