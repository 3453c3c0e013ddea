import { globSync, readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { type Node, traverseFast } from '@babel/types';
import { analyse } from 'scslre';

/** A pattern in the source, and why some text may take it more than a time that grows with its length. */
export interface SlowPattern {
  readonly file: string;
  readonly pattern: string;
  readonly why: readonly string[];
}

/** Patterns whose text is written down; those that a program puts together are tested where they are. */
const getPattern = (node: Node): { pattern: string; flags: string } | undefined => {
  if (node.type === 'RegExpLiteral') return { pattern: node.pattern, flags: node.flags };
  const isMade =
    (node.type === 'NewExpression' || node.type === 'CallExpression') &&
    node.callee.type === 'Identifier' &&
    node.callee.name === 'RegExp';
  if (!isMade) return undefined;
  const [pattern, flags] = node.arguments;
  if (pattern?.type !== 'StringLiteral') return undefined;
  return { pattern: pattern.value, flags: flags?.type === 'StringLiteral' ? flags.value : '' };
};

/** The slow ones of a file's patterns. */
export const slowPatternsIn = (source: string, file: string): SlowPattern[] => {
  const found: SlowPattern[] = [];
  traverseFast(parse(source, { sourceType: 'module', plugins: ['typescript'] }), (node) => {
    const literal = getPattern(node);
    if (!literal) return;
    const { reports } = analyse({ source: literal.pattern, flags: literal.flags }, { reportTypes: { Move: true } });
    const why = reports.map(({ type, exponential }) => `${exponential ? 'exponential' : 'polynomial'} (${type})`);
    if (why.length > 0) found.push({ file, pattern: `/${literal.pattern}/${literal.flags}`, why });
  });
  return found;
};

export const slowPatterns = (folders: readonly string[]): { files: number; slow: SlowPattern[] } => {
  const files = globSync(folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.js`]));
  return { files: files.length, slow: files.flatMap((file) => slowPatternsIn(readFileSync(file, 'utf8'), file)) };
};
