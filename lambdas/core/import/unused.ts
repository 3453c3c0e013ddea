import type { Node, VariableDeclaration } from '@babel/types';
import { isWithin } from '../template/source/syntax-tree.ts';
import { findNames } from '../template/source/variable-scopes.ts';
import { type Conversion, getAssignmentStatement } from './conversion.ts';

/** Removes what is no longer mentioned: loaders, exports for the framework, and what only these used. */
export const dropUnused = (work: Conversion, entry: Node): void => {
  const { tree } = work;
  const declarators = tree.nodes.filter((node) => isDroppable(node));
  const queue: Node[] = declarators.filter((node) => node !== entry);
  const queued = new Set<Node>();
  const isGone = work.goneNow();
  const gone = new Set<Node>();
  for (let node = queue.pop(); node; node = queue.pop()) {
    queued.delete(node);
    if (gone.has(node) || work.retained.has(node) || isGone(node) || isWithin(entry, node) || isMentioned(work, node))
      continue;
    gone.add(node);
    drop(work, node);
    for (const { declaration } of work.takeUnmentioned()) {
      if (!isDroppable(declaration) || queued.has(declaration) || declaration === entry) continue;
      queued.add(declaration);
      queue.push(declaration);
    }
  }
};

const isDroppable = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' || node.type === 'VariableDeclarator';

/** Returns whether a name of the declaration is mentioned outside of it. */
const isMentioned = (work: Conversion, node: Node): boolean => {
  const id = 'id' in node ? (node.id as Node | null) : null;
  if (!id) return true;
  return findNames(id).some((name) => {
    if (name.name === 'options' && isExport(work, node)) return true;
    const binding = work.scopes.bindingOf(name);
    return binding === undefined || work.mentions(binding) > 0;
  });
};

const isExport = ({ tree }: Conversion, declarator: Node): boolean => {
  const declaration = tree.positions.get(declarator)?.parent;
  const statement = declaration?.type === 'VariableDeclaration' ? tree.positions.get(declaration)?.parent : undefined;
  return statement?.type === 'ExportNamedDeclaration';
};

const drop = (work: Conversion, node: Node): void => {
  dropAssignments(work, node);
  const parent = work.tree.positions.get(node)?.parent;
  const isOnly = parent?.type === 'VariableDeclaration' && parent.declarations.length === 1;
  if (node.type === 'VariableDeclarator' && !isOnly) {
    if (node.init && !isLoop(work, parent as VariableDeclaration)) work.replace(node.init, 'undefined');
    return;
  }
  const statement = node.type === 'VariableDeclarator' ? (parent as Node) : node;
  if (isLoop(work, statement)) return;
  const outer = work.tree.positions.get(statement)?.parent;
  work.replace(outer?.type === 'ExportNamedDeclaration' ? outer : statement, '');
};

/** Removes statements that only assign to the declaration. */
const dropAssignments = ({ tree, scopes, replace }: Conversion, node: Node): void => {
  const id = 'id' in node ? (node.id as Node | null) : null;
  for (const name of id ? findNames(id) : []) {
    for (const use of scopes.usesOf(name) ?? []) {
      const statement = getAssignmentStatement(tree, use);
      if (statement) replace(statement, '');
    }
  }
};

const isLoop = ({ tree }: Conversion, declaration: Node): boolean =>
  /^For/.test(tree.positions.get(declaration)?.parent.type ?? '');
