import type { ImportDeclaration, Node } from '@babel/types';
import { isTypeByUse } from '../template/source/imports.ts';
import { getExports } from '../template/source/module.ts';
import type { SyntaxTree } from '../template/source/syntax-tree.ts';

/** A file whose exports other files import. */
interface Exporter {
  readonly tree: SyntaxTree;
}

/** Maximum number of files through which a name is handed on. */
const maxDepth = 5;

export const getName = (node: Node): string =>
  node.type === 'StringLiteral' ? node.value : node.type === 'Identifier' ? node.name : '';

/** Returns the name that an import takes of its module; undefined for the whole module. */
export const importedName = (declaration: Node): string | undefined =>
  declaration.type === 'ImportSpecifier'
    ? getName(declaration.imported)
    : declaration.type === 'ImportDefaultSpecifier'
      ? 'default'
      : undefined;

/** Returns what a module exports under a name, and the file that declares it. */
export const followImport = <Unit extends Exporter>(
  unit: Unit,
  module: string,
  name: string,
  findUnit: (from: Unit, module: string) => Unit | undefined,
  depth = 0,
): { readonly unit: Unit; readonly value: Node } | undefined => {
  const target = depth > maxDepth ? undefined : findUnit(unit, module);
  if (!target) return undefined;
  const found = getExports(target.tree).find((one) => one.name === name);
  if (found) return { unit: target, value: found.value };
  for (const { from, imported, exported } of getReexports(target.tree)) {
    if (exported !== name && exported !== '*') continue;
    const inner = followImport(target, from, exported === '*' ? name : imported, findUnit, depth + 1);
    if (inner) return inner;
  }
  return undefined;
};

interface Reexport {
  readonly node: Node;
  readonly from: string;
  /** `*` for all names. */
  readonly imported: string;
  readonly exported: string;
}

/** Returns what a file exports of other files: `export { a as b } from`, `export * from`. */
export const getReexports = ({ program }: SyntaxTree): readonly Reexport[] =>
  program.body.flatMap((node): Reexport[] => {
    if (node.type === 'ExportAllDeclaration') return [{ node, from: node.source.value, imported: '*', exported: '*' }];
    if (node.type !== 'ExportNamedDeclaration' || !node.source || node.exportKind === 'type') return [];
    const from = node.source.value;
    return node.specifiers.flatMap((one) =>
      one.type === 'ExportSpecifier'
        ? [{ node, from, imported: getName(one.local), exported: getName(one.exported) }]
        : [],
    );
  });

/** Returns whether an import is of types only. */
export const isTypeImport = ({ importKind, specifiers }: ImportDeclaration, tree: SyntaxTree): boolean =>
  importKind === 'type' ||
  (specifiers.length > 0 &&
    specifiers.every(
      (one) => (one.type === 'ImportSpecifier' && one.importKind === 'type') || isTypeByUse(one.local, tree),
    ));
