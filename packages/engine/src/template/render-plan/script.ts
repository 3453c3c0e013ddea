import type { Node, Statement } from '@babel/types';
import { transform } from 'sucrase';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import { applyEdits, type Edit } from '../source/edits.ts';
import type { RuntimeImport } from '../source/imports.ts';
import { nameOfDefault, type TemplateModule } from '../source/module.ts';
import { getSourcePosition, hasSourcePosition } from '../source/source-positions.ts';
import { getAncestors, getEndOfSpace, getText, isWithin, namesBeside, type SyntaxTree } from '../source/syntax-tree.ts';
import { isFunction, type Range } from '../source/variable-scopes.ts';
import type { FoundVariable } from '../variables/find-variables.ts';

/** Returns names of the script that the template does not use. */
const getScriptNames = (tree: SyntaxTree) => {
  const free = namesBeside(tree);
  // The sandbox's API, the object that receives the exports, and a default export without a name.
  return { sandbox: free('__sandbox'), exported: free('__exported'), component: free('__component') };
};
type ScriptNames = ReturnType<typeof getScriptNames>;

export interface WrittenScript {
  /** Has the line numbers of the source. */
  readonly script: string;
  /** The script that also exports the variables' defaults. */
  readonly inspectionScript: string;
  /** The script whose elements have their source position (`sourcePositionProperty`). */
  readonly placedScript: string;
}

/**
 * Writes the script for the sandbox: a function of `(__sandbox, __exported)` (see
 * `packages/engine/src/isolation/sandbox/runtime/run.ts`) without types, JSX, imports and exports. It has the semantics of a module
 * (docs/decisions/0110), and is async if the module awaits at the top level.
 *
 * @returns a diagnostic if the transformer does not support the syntax.
 */
export const writeScript = (
  tree: SyntaxTree,
  module: TemplateModule,
  imports: readonly RuntimeImport[],
  variables: readonly FoundVariable[],
): WrittenScript | Diagnostic => {
  const names = getScriptNames(tree);
  const edits = [
    ...(tree.program.interpreter ? [blank(tree.source, tree.program.interpreter)] : []),
    ...tree.program.body.flatMap((statement) => getEdits(tree.source, statement, names)),
    ...tree.nodes.flatMap((node) => attributeEdits(tree.source, node)),
  ];
  const { text: body } = applyEdits(tree.source, edits);
  const positions = tree.nodes.flatMap((node) => positionEdits(node, tree));
  const { text: placed } = applyEdits(tree.source, [...edits, ...positions]);
  const imported = imports.map((one) => importCode(one, names)).join(' ');
  const awaiting = tree.nodes.filter(isAwaiting);
  const word = awaiting.some((node) => !isInFunction(tree, node)) ? 'async ' : '';
  const head = `(${word}function (${names.sandbox}, ${names.exported}) { 'use strict'; ${imported} `;
  const exported = [
    `${names.exported}.component = ${module.component?.local ?? names.component};`,
    ...(module.options ? [`${names.exported}.options = ${module.options.local};`] : []),
  ].join(' ');
  const defaults = variables.flatMap(({ name, defaultExpression }) =>
    defaultExpression
      ? [
          `${JSON.stringify(name)}: ${awaiting.some((node) => isWithin(node, defaultExpression)) ? 'async ' : ''}() => (${getText(tree, defaultExpression)})`,
        ]
      : [],
  );
  try {
    const write = (tail: string, code = body) => `${head}${stripTypeSyntax(`${code}\n${tail}`, names)}\n})`;
    const inspection = `${exported} ${names.exported}.defaults = {\n${defaults.join(',\n')}\n};`;
    return {
      script: write(exported),
      inspectionScript: write(inspection),
      placedScript: write(exported, placed),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return transformProblem(error);
  }
};

/** `await ...`, `for await (...)` */
const isAwaiting = (node: Node): boolean =>
  node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);

const isInFunction = (tree: SyntaxTree, node: Node): boolean =>
  getAncestors(tree, node).some(({ parent }) => isFunction(parent));

const stripTypeSyntax = (code: string, { sandbox }: ScriptNames): string =>
  transform(code, {
    transforms: ['typescript', 'jsx'],
    jsxRuntime: 'classic',
    jsxPragma: `${sandbox}.jsx`,
    jsxFragmentPragma: `${sandbox}.fragment`,
    production: true,
    disableESTransforms: true,
  }).code;

const transformProblem = (error: Error): Diagnostic => {
  const [, line = '1', column = '1'] = /\((\d+):(\d+)\)/.exec(error.message) ?? [];
  const message = error.message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '');
  return { line: Number(line), column: Number(column), code: 'syntax', message };
};

const importCode = ({ local, module, name }: RuntimeImport, { sandbox }: ScriptNames): string => {
  const from = `${sandbox}.modules[${JSON.stringify(module)}]`;
  return name === '*' ? `const ${local} = ${from};` : `const ${local} = ${from}[${JSON.stringify(name)}];`;
};

/** Removes imports and the words `export` and `default`, and names a default export that has no name. */
const getEdits = (source: string, statement: Statement, { component }: ScriptNames): Edit[] => {
  const isDefault = statement.type === 'ExportDefaultDeclaration';
  if (!isDefault && statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') return [];
  const declaration = 'declaration' in statement ? statement.declaration : undefined;
  const start = statement.start ?? 0;
  if (isDefault && nameOfDefault(statement) === undefined) {
    const afterDefault = afterWord(source, afterWord(source, start, 'export'), 'default');
    const end = statement.end ?? 0;
    // Prevents that a following line starting with ( or [ is parsed as a call.
    return [
      { start, end: afterDefault, text: `       const ${component} =` },
      { start: end, end, text: ';' },
    ];
  }
  const isDeclared = declaration && (!isDefault || /^(?:Function|Class)Declaration$/.test(declaration.type));
  return [blank(source, { start, end: isDeclared ? declaration.start : statement.end })];
};

/** Replaces a range by white space. */
const blank = (source: string, range: Range): Edit => {
  const [start, end] = [range.start ?? 0, range.end ?? 0];
  return { start, end, text: source.slice(start, end).replaceAll(/[^\n\r\u2028\u2029]/g, ' ') };
};

/** Returns the offset after a word, skipping comments and white space before it. */
const afterWord = (source: string, from: number, word: string): number => getEndOfSpace(source, from) + word.length;

/** Renames attributes with a colon, which the transformer does not support: `xlink:href` becomes `xlinkHref`. */
const attributeEdits = (source: string, node: Node): Edit[] => {
  if (node.type !== 'JSXAttribute' || node.name.type !== 'JSXNamespacedName') return [];
  const { namespace, name } = node.name;
  const inReact = namespace.name + name.name.charAt(0).toUpperCase() + name.name.slice(1);
  const { text, ...range } = blank(source, node.name);
  // There may be line breaks between the parts.
  return [{ ...range, text: inReact + text }];
};

/** Inserted directly after the tag name, so that a spread element keeps its own position. */
const positionEdits = (node: Node, tree: SyntaxTree): Edit[] => {
  if (node.type !== 'JSXOpeningElement' || !hasSourcePosition(node, tree)) return [];
  const end = node.typeParameters?.end ?? node.name.end ?? 0;
  return [{ start: end, end, text: ` ${sourcePositionProperty}="${getSourcePosition(node)}"` }];
};
