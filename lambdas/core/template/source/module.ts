import type { CallExpression, ExportDefaultDeclaration, Node } from '@babel/types';
import type { Json } from '../../../contract/schemas/mint.ts';
import type { Diagnostic } from '../lint/source/diagnostics.ts';
import { type FunctionNode, isFunction, type Scopes } from './scopes.ts';
import { bare, diagnosticAt, type SyntaxTree } from './syntax-tree.ts';

/** What a template's module offers: its component and its options. */
export interface TemplateModule {
  readonly component?: FoundComponent;
  readonly options?: FoundOptions;
  readonly problems: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

export interface FoundComponent {
  /** The function that takes the variables. */
  readonly fn: FunctionNode;
  /** What the name is annotated with, as in `const Card: FC<Props>`. */
  readonly annotation?: Node;
  /** Name of the export inside the module; absent for one without a name. */
  readonly local?: string;
  /** `forwardRef` gives a second parameter of its own. */
  readonly takesRef: boolean;
}

export interface FoundOptions {
  readonly local: string;
  /** Where a message about them points. */
  readonly node: Node;
  /** Where each field stands, when they are written out. */
  readonly fields: ReadonlyMap<string, Node>;
  /** Their values, when all of them are literals; a function stands for what can never be options. */
  readonly written: Readonly<Record<string, Json>> | 'function' | undefined;
}

interface Exported {
  readonly name: string;
  /** The expression or declaration that is exported. */
  readonly value: Node;
  readonly node: Node;
  readonly local?: string;
}

/** Finds the default export and `options`, whichever way they are written. */
export const readModule = (tree: SyntaxTree, scopes: Scopes): TemplateModule => {
  const exported = tree.program.body.flatMap(getExports);
  const byName = (name: string) => exported.find((one) => one.name === name);
  const main = byName('default');
  const options = byName('options');
  const found = main ? getComponent(main, scopes) : noComponent(tree, exported);
  return {
    ...('fn' in found ? { component: found, problems: [] } : { problems: [found] }),
    ...(options?.local !== undefined && { options: getOptions(options, scopes) }),
    warnings: options ? [] : otherOptions(exported),
  };
};

/** Export names that other tools read an image's size from. */
const otherOptions = (exported: readonly Exported[]): Diagnostic[] =>
  exported
    .filter(({ name, value }) => (name === 'size' || name === 'config' || name === 'contentType') && !isFunction(value))
    .map(({ name, node }) =>
      diagnosticAt(
        node,
        'unknown-option',
        `${name} has no effect: write export const options = { width, height, format }.`,
      ),
    );

const noComponent = (tree: SyntaxTree, exported: readonly Exported[]): Diagnostic => {
  const { body } = tree.program;
  const element = body.find((statement) => statement.type === 'ExpressionStatement' && isElement(statement.expression));
  if (element) {
    const text =
      'There is no default export, only an element; write `export default function Card({ title }) { return (...); }` around it.';
    return diagnosticAt(element, 'no-default-export', text);
  }
  const route = exported.find(({ name }) => /^(?:GET|POST|Image|OGImage|loader|handler)$/.test(name));
  if (route) {
    const text = `${route.name} is no default export, and no picture that it returns was found in it; write \`export default function Card({ title }) { ... }\`, which returns the elements.`;
    return diagnosticAt(route.node, 'no-default-export', text);
  }
  const text = 'There is no default export; write `export default function Card({ title }) { ... }`.';
  const last = body.at(-1);
  return last
    ? diagnosticAt(last, 'no-default-export', text)
    : { line: 1, column: 1, code: 'no-default-export', message: text };
};

const isElement = (node: Node): boolean => /^JSX(?:Element|Fragment)$/.test(bare(node).type);

const getExports = (statement: Node): Exported[] => {
  if (statement.type === 'ExportDefaultDeclaration') {
    const value = bare(statement.declaration);
    const local = nameOfDefault(statement);
    return [{ name: 'default', value, node: statement, ...(local !== undefined && { local }) }];
  }
  if (statement.type !== 'ExportNamedDeclaration' || statement.source || statement.exportKind === 'type') return [];
  const { declaration } = statement;
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, value: id, node: statement, local: id.name }] : [],
    );
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    return declaration.id
      ? [{ name: declaration.id.name, value: declaration, node: statement, local: declaration.id.name }]
      : [];
  return statement.specifiers.flatMap((specifier) => {
    if (specifier.type !== 'ExportSpecifier' || specifier.exportKind === 'type') return [];
    const name = specifier.exported.type === 'Identifier' ? specifier.exported.name : specifier.exported.value;
    return [{ name, value: specifier.local, node: specifier, local: specifier.local.name }];
  });
};

/** Name a default export has inside the module, if it has one. */
export const nameOfDefault = ({ declaration }: ExportDefaultDeclaration): string | undefined => {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id?.name;
  const value = bare(declaration);
  return value.type === 'Identifier' ? value.name : undefined;
};

const getComponent = (exported: Exported, scopes: Scopes): FoundComponent | Diagnostic => {
  const local = exported.local === undefined ? {} : { local: exported.local };
  const resolved = resolveFunction(exported.value, scopes);
  if (typeof resolved !== 'string') return { ...resolved, ...local };
  return diagnosticAt(exported.node, 'no-component', `The default export must be a function component: ${resolved}.`);
};

type Resolved = Omit<FoundComponent, 'local'>;

/** The function an expression evaluates to, or a description of what it is instead. */
const resolveFunction = (value: Node, scopes: Scopes, annotation?: Node, depth = 0): Resolved | string => {
  const node = bare(value);
  const cached = annotation ? { annotation } : {};
  if (isFunction(node)) return { fn: node, takesRef: false, ...cached };
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return 'class components do not work in templates';
  if (node.type === 'CallExpression') return wrappedFunction(node, scopes, annotation, depth);
  if (node.type !== 'Identifier' || depth > 20) return `it is ${wordFor(node)}`;
  const binding = scopes.bindingAt(node.name, node);
  if (!binding) return `${node.name} is not defined`;
  const { declaration } = binding;
  if (declaration.type === 'FunctionDeclaration') return { fn: declaration, takesRef: false };
  if (declaration.type === 'ClassDeclaration') return 'class components do not work in templates';
  if (declaration.type !== 'VariableDeclarator' || declaration.id.type !== 'Identifier' || !declaration.init)
    return `${node.name} is not a function the compiler can see`;
  return resolveFunction(declaration.init, scopes, declaration.id.typeAnnotation ?? annotation, depth + 1);
};

/** Through `memo(...)` and `forwardRef(...)`, alone or as `React.memo`. */
const wrappedFunction = (
  call: CallExpression,
  scopes: Scopes,
  annotation: Node | undefined,
  depth: number,
): Resolved | string => {
  const wrapper = reactName(call.callee, scopes);
  const [inner] = call.arguments;
  if ((wrapper !== 'memo' && wrapper !== 'forwardRef') || !inner) return 'it is the result of a call';
  const resolved = resolveFunction(inner, scopes, annotation, depth + 1);
  return typeof resolved === 'string' || wrapper === 'memo' ? resolved : { ...resolved, takesRef: true };
};

const wordFor = (node: Node): string => {
  if (node.type.startsWith('JSX')) return 'an element; put it into a function';
  if (node.type === 'ObjectExpression') return 'an object';
  if (node.type === 'StringLiteral' || node.type === 'TemplateLiteral') return 'text';
  return 'no function';
};

/** The React name of a callee, if it is React's: `memo`, `React.memo`, or imported under another name. */
const reactName = (callee: Node, scopes: Scopes): string | undefined => {
  const node = bare(callee);
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed)
    return isReact(node.object, scopes) ? node.property.name : undefined;
  if (node.type !== 'Identifier') return undefined;
  const specifier = scopes.bindingAt(node.name, node)?.declaration;
  if (specifier?.type !== 'ImportSpecifier' || importedFrom(specifier, scopes) !== 'react') return undefined;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
};

/** Whether an expression is the React object: imported, or the global one. */
export const isReact = (node: Node, scopes: Scopes): boolean => {
  if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return false;
  const binding = scopes.bindingAt(node.name, node);
  if (!binding) return node.name === 'React';
  const isWhole =
    binding.declaration.type === 'ImportDefaultSpecifier' || binding.declaration.type === 'ImportNamespaceSpecifier';
  return isWhole && importedFrom(binding.declaration, scopes) === 'react';
};

const importedFrom = (specifier: Node, scopes: Scopes): string | undefined => scopes.importSources.get(specifier);

const getOptions = ({ node, local = '', value }: Exported, scopes: Scopes): FoundOptions => {
  const declaration = scopes.bindingAt(local, value)?.declaration;
  const init = declaration?.type === 'VariableDeclarator' && declaration.init ? bare(declaration.init) : undefined;
  const fields = new Map<string, Node>();
  for (const property of init?.type === 'ObjectExpression' ? init.properties : []) {
    if (property.type === 'ObjectProperty' && property.key.type === 'Identifier')
      fields.set(property.key.name, property);
    if (property.type === 'ObjectProperty' && property.key.type === 'StringLiteral')
      fields.set(property.key.value, property);
  }
  const isCallable = declaration?.type === 'FunctionDeclaration' || (init !== undefined && isFunction(init));
  return { local, node: declaration ?? node, fields, written: isCallable ? 'function' : writtenOptions(init, fields) };
};

const writtenOptions = (init: Node | undefined, fields: ReadonlyMap<string, Node>) => {
  if (init?.type !== 'ObjectExpression' || init.properties.length !== fields.size) return undefined;
  const values = [...fields].map(([name, node]): [string, Json | undefined] => [
    name,
    node.type === 'ObjectProperty' ? getLiteral(node.value) : undefined,
  ]);
  return values.every((entry): entry is [string, Json] => entry[1] !== undefined)
    ? Object.fromEntries(values)
    : undefined;
};

const getLiteral = (expression: Node): Json | undefined => {
  const node = bare(expression);
  if (node.type === 'StringLiteral' || node.type === 'NumericLiteral' || node.type === 'BooleanLiteral')
    return node.value;
  const isNegative =
    node.type === 'UnaryExpression' && node.operator === '-' && node.argument.type === 'NumericLiteral';
  return isNegative ? -(node.argument as { value: number }).value : undefined;
};
