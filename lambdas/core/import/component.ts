import type { Node } from '@babel/types';
import { getEndOfSpace, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';
import type { Entry } from './entry.ts';
import type { Parameters } from './parameters.ts';

/** Returns whether the statement is already a default export and only `async` has to go. */
const isPlainDefault = ({ fn, statement }: Entry): boolean => {
  if (statement.type === 'ExportDefaultDeclaration') return stripTypeAnnotations(statement.declaration) === fn;
  if (statement.type !== 'VariableDeclaration') return statement === fn;
  const [first, ...others] = statement.declarations;
  return others.length === 0 && first?.init != null && stripTypeAnnotations(first.init) === fn;
};

/** Makes the entry function the synchronous default export. */
export const writeExport = (work: Conversion, { fn, statement, ...entry }: Entry): void => {
  const { body } = work.tree.program;
  const start = fn.async && fn.type !== 'ObjectMethod' ? getEndOfWord(work.tree, fn, 'async') : (fn.start ?? 0);
  if (entry.isDefault && isPlainDefault({ fn, statement, ...entry })) {
    if (fn.async) work.edits.push({ start: fn.start ?? 0, end: start, text: '' });
    return;
  }
  for (const one of body)
    if (one !== statement && (one.type === 'ExportDefaultDeclaration' || isReExport(one))) work.replace(one, '');
  work.replace({ start: statement.start, end: start }, 'export default ');
  if ((fn.end ?? 0) < (statement.end ?? 0)) work.replace({ start: fn.end, end: statement.end }, ';');
};

/** `export { handler as GET }` */
const isReExport = (statement: Node): boolean =>
  statement.type === 'ExportNamedDeclaration' && !statement.declaration && !statement.source;

/** Returns the offset of what follows the first word of a node. */
export const getEndOfWord = ({ source }: SyntaxTree, { start }: Node, word: string): number =>
  getEndOfSpace(source, (start ?? 0) + word.length);

/** Writes the parameter `props` if it is read. Next to destructured variables, it is the rest element. */
export const writeParameters = (work: Conversion, fn: Entry['fn'], { pattern }: Parameters, props: string): void => {
  const isRead = work.edits.some(({ text }) => new RegExp(`(?:^|[^\\w.])${props}\\b`).test(text));
  const [first, last] = [fn.params[0], fn.params.at(-1)];
  if (pattern) {
    if (isRead) addRest(work, pattern, props);
  } else if (first && last) work.replace({ start: first.start, end: last.end }, isRead ? props : '');
  else if (isRead) {
    // Between the parentheses of a function without parameters.
    const open = work.tree.source.indexOf('(', ('id' in fn && fn.id?.end) || (fn.start ?? 0));
    if (open >= 0 && open < (fn.body.start ?? 0)) work.insert(props, open + 1);
  }
};

const addRest = ({ edits, tree }: Conversion, pattern: NonNullable<Parameters['pattern']>, props: string): void => {
  const last = pattern.properties.at(-1);
  // A type annotation can follow the closing brace.
  const end = tree.source.lastIndexOf('}', (pattern.typeAnnotation?.start ?? (pattern.end ?? 0) + 1) - 1);
  edits.push({ start: last?.end ?? (pattern.start ?? 0) + 1, end, text: `${last ? ', ' : ' '}...${props} ` });
};
