import type { Node } from '@babel/types';
import { afterSpace } from '../template/source/skip.ts';
import type { SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Entry } from './entry.ts';
import type { Parameters } from './parameters.ts';
import type { Work } from './work.ts';

/** `export default async function`, and a name exported elsewhere, stay as they are but for waiting. */
const isPlainDefault = ({ fn, statement }: Entry): boolean => {
  if (statement.type === 'ExportDefaultDeclaration') return getBare(statement.declaration) === fn;
  if (statement.type === 'FunctionDeclaration') return statement === fn;
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.length === 1 &&
    statement.declarations[0]?.init != null &&
    getBare(statement.declarations[0].init) === fn
  );
};

const getBare = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? getBare(node.expression) : node;

/** Whatever stood around the function, it is the default export now, and waits for nothing. */
export const writeExport = (work: Work, entry: Entry): void => {
  const { tree } = work;
  const { fn, statement } = entry;
  if (entry.isDefault && isPlainDefault(entry)) {
    if (fn.async) dropAsync(work, fn);
    return;
  }
  for (const one of tree.program.body)
    if (one !== statement && (one.type === 'ExportDefaultDeclaration' || isReExport(one))) work.replace(one, '');
  const start = fn.async && fn.type !== 'ObjectMethod' ? afterAsync(tree.source, fn) : (fn.start ?? 0);
  work.replace({ start: statement.start ?? 0, end: start }, 'export default ');
  const end = statement.end ?? 0;
  if ((fn.end ?? 0) < end) work.replace({ start: fn.end ?? 0, end }, ';');
};

/** `export { handler as GET }` */
const isReExport = (statement: Node): boolean =>
  statement.type === 'ExportNamedDeclaration' && !statement.declaration && !statement.source;

const dropAsync = (work: Work, fn: Node): void => {
  work.edits.push({ start: fn.start ?? 0, end: afterAsync(work.tree.source, fn), text: '' });
};

const afterAsync = (source: string, { start }: Node): number => afterSpace(source, (start ?? 0) + 'async'.length);

/** `props` where anything is read of it; beside variables taken by name it is the rest of them. */
export const writeParameters = (work: Work, fn: Entry['fn'], { pattern }: Parameters, props: string): void => {
  const isRead = work.edits.some(({ text }) => new RegExp(`(?:^|[^\\w.])${props}\\b`).test(text));
  const [first, last] = [fn.params[0], fn.params.at(-1)];
  if (pattern) {
    if (isRead) addRest(work, pattern, props);
    return;
  }
  if (first && last)
    work.replace({ start: first.start ?? 0, end: last.end ?? 0 }, isRead ? props : '', first.start ?? 0);
  else if (isRead) insertParameter(work, fn, props);
};

const addRest = (work: Work, pattern: NonNullable<Parameters['pattern']>, props: string): void => {
  const last = pattern.properties.at(-1);
  const close = getClosing(work.tree, pattern);
  const from = last?.end ?? (pattern.start ?? 0) + 1;
  work.edits.push({ start: from, end: close, text: `${last ? ', ' : ' '}...${props} ` });
};

/** The bracket that closes a pattern, which a type may follow. */
const getClosing = (
  { source }: SyntaxTree,
  { start, end, typeAnnotation }: NonNullable<Parameters['pattern']>,
): number => source.lastIndexOf('}', typeAnnotation?.start ? typeAnnotation.start - 1 : (end ?? start ?? 0));

/** Between the brackets of a function that takes nothing. */
const insertParameter = (work: Work, fn: Entry['fn'], props: string): void => {
  const { source } = work.tree;
  let at = fn.start ?? 0;
  const id = 'id' in fn ? fn.id : undefined;
  if (id) at = id.end ?? at;
  const open = source.indexOf('(', at);
  if (open >= 0 && open < (fn.body.start ?? 0)) work.edits.push({ start: open + 1, end: open + 1, text: props });
};
