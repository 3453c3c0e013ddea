import type { Node, Statement } from '@babel/types';
import { isWithin } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import type { EntryPoint } from './context.ts';
import type { SliceContext } from './emit.ts';
import type { Images } from './images.ts';
import type { Statements } from './statements.ts';

/** Removes the statements that the image does not need. */
export const createDropping = (
  { program, values, cuts }: SliceContext,
  { isKept, hasKept }: Statements,
  images: Images,
  entry: EntryPoint,
) => {
  const { parentOf, functionAround, nodesIn } = program;
  const { workOf } = cuts;
  /** Leaves of a statement only a part. */
  const unwrap = (statement: Node, part: Node): void => {
    workOf(statement).replace({ start: statement.start, end: part.start }, '');
    if ((part.end ?? 0) < (statement.end ?? 0)) workOf(statement).replace({ start: part.end, end: statement.end }, '');
  };
  const dropIn = (statements: readonly Statement[]): void => statements.forEach(drop);
  const drop = (statement: Statement): void => {
    const work = workOf(statement);
    switch (statement.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        work.replace(statement, '');
        return;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        dropExport(statement);
        return;
      case 'VariableDeclaration':
        dropDeclarations(statement);
        return;
      case 'BlockStatement':
        dropIn(statement.body);
        return;
      case 'ReturnStatement':
        if (!isKept(statement)) dropReturn(statement);
        return;
      case 'EmptyStatement':
        return;
      default:
        if (isKept(statement)) dropInside(statement);
        else if (!/^TS/.test(statement.type)) dropWhole(statement);
    }
  };
  const dropWhole = (statement: Statement): void => {
    workOf(statement).remove(statement);
    if (statement.type !== 'IfStatement' || statement.alternate) return;
    const { test, consequent } = statement;
    const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
    if (last && /^(?:Return|Throw)Statement$/.test(last.type)) cuts.requireChecked(test);
  };
  /** Removes what the image does not need of a statement that it needs. */
  const dropInside = (statement: Statement): void => {
    switch (statement.type) {
      case 'FunctionDeclaration':
        dropIn(statement.body.body);
        return;
      case 'IfStatement':
        dropBranches(statement);
        return;
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
        if (values.isImageLoop(statement)) unwrap(statement, statement.body);
        dropBranch(statement.body);
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
        dropBranch(statement.body);
        return;
      case 'LabeledStatement':
        drop(statement.body);
        return;
      case 'SwitchStatement':
        for (const one of statement.cases) dropIn(one.consequent);
        return;
      case 'TryStatement':
        dropTry(statement);
    }
  };
  const dropExport = (
    statement: Extract<Statement, { type: 'ExportNamedDeclaration' | 'ExportDefaultDeclaration' }>,
  ): void => {
    const work = workOf(statement);
    const { declaration } = statement;
    if (isContainer(statement)) return;
    if (!declaration || !/Declaration$/.test(declaration.type) || !isDeclarationKept(declaration)) {
      work.replace(statement, '');
      return;
    }
    work.replace({ start: statement.start, end: declaration.start }, '');
    drop(declaration as Statement);
  };
  const isDeclarationKept = (declaration: Node): boolean =>
    isKept(declaration) ||
    (/^TS/.test(declaration.type) && declaration.type !== 'TSDeclareFunction') ||
    (declaration.type === 'VariableDeclaration' && declaration.declarations.some(isKept));
  const dropDeclarations = (statement: Extract<Statement, { type: 'VariableDeclaration' }>): void => {
    if (!statement.declarations.some(isKept)) {
      if (!isContainer(statement)) workOf(statement).remove(statement);
      return;
    }
    for (const [index, one] of statement.declarations.entries())
      if (!isKept(one)) workOf(one).replace(one, `${program.free('unused')}${one.start ?? index} = undefined`);
  };
  const dropBranches = (statement: Extract<Statement, { type: 'IfStatement' }>): void => {
    const { consequent, alternate } = statement;
    if (!images.isAssumed(statement)) {
      dropBranch(consequent);
      if (alternate && hasKept(alternate)) drop(alternate);
      else if (alternate) workOf(alternate).replace({ start: consequent.end, end: statement.end }, '');
      return;
    }
    const chosen = hasKept(consequent) || !alternate ? consequent : alternate;
    if (chosen === consequent && alternate && hasKept(alternate))
      workOf(alternate).note(
        alternate,
        'Another path gives this image, and a template is one: give it a file of its own.',
      );
    else if (chosen === consequent) cuts.requireTruthy(statement.test);
    unwrap(statement, chosen);
    drop(chosen);
  };
  const dropBranch = (branch: Statement): void => {
    if (branch.type === 'BlockStatement' || hasKept(branch)) drop(branch);
    else workOf(branch).replace(branch, ';');
  };
  /** What fails, fails the mint: a `try` around the image is unwrapped. */
  const dropTry = (statement: Extract<Statement, { type: 'TryStatement' }>): void => {
    const fn = functionAround(statement);
    const { block, handler, finalizer } = statement;
    const isOfImage = fn !== undefined && (images.isImageFunction(fn) || values.makesElements(fn));
    const isCaught = handler != null && hasKept(handler.body) && !hasImage(block);
    if (isOfImage && hasKept(block) && !isCaught) {
      unwrap(statement, block);
      dropIn(block.body);
      return;
    }
    dropIn(block.body);
    if (handler) dropIn(handler.body.body);
    if (finalizer) dropIn(finalizer.body);
  };
  const hasImage = (block: Node): boolean =>
    nodesIn(block).some((one) => /Expression$|^Identifier$/.test(one.type) && values.getValue(one).is === 'image');
  /** Removes an answer that is no image with its guard; another one is an error. */
  const dropReturn = (statement: Statement): void => {
    const { parent } = parentOf(statement) ?? {};
    const around = parent && parentOf(parent)?.parent;
    const isLast =
      parent?.type === 'BlockStatement' && parent.body.at(-1) === statement && around && isFunction(around);
    const isGuard = parent?.type === 'BlockStatement' && !parent.body.some(isKept) && around?.type === 'IfStatement';
    if (isLast || isGuard) workOf(statement).remove(statement);
    else workOf(statement).replace(statement, "throw new Error('There is no image for these variables.');");
  };
  /** Whether a top-level statement contains the function that is the template, and is replaced by it. */
  const isContainer = (statement: Node): boolean => isWithin(entry.fn, statement);

  return (functions: Iterable<FunctionNode>): void => {
    for (const { tree } of program.units)
      for (const statement of tree.program.body) {
        if (!isContainer(statement) || statement.type === 'VariableDeclaration') drop(statement);
        else if (entry.fn.type === 'FunctionDeclaration') dropIn(entry.fn.body.body);
      }
    // statements of functions that are expressions
    for (const fn of functions)
      if (fn.type !== 'FunctionDeclaration' && fn.body.type === 'BlockStatement') dropIn(fn.body.body);
  };
};
