import type { Diagnostic } from '../lint/source/diagnostics.ts';
import { createDiagnosticAt, getExcerpt, type SyntaxTree } from '../source/syntax-tree.ts';
import type { FoundVariable } from './found-variable.ts';
import { findUnguardedUses } from './guards.ts';

/**
 * Reports variables without a default that are dereferenced without a check (`author.name`, `tags.map(...)`): the
 * template throws if a mint sends null or omits an optional one.
 */
export const lintDereferences = (tree: SyntaxTree, variables: readonly FoundVariable[]): Diagnostic[] =>
  variables.flatMap(({ name, uses, hasDefault, required, isOptionalByGuard }) => {
    if (hasDefault || isOptionalByGuard) return [];
    const [first] = findUnguardedUses(tree, uses).flatMap((use) => {
      const { parent, key } = tree.positions.get(use) ?? {};
      return parent?.type === 'MemberExpression' && key === 'object' ? parent : [];
    });
    if (!first) return [];
    const fails = required ? 'sends null for it' : 'leaves it out';
    const message = `${name} has no default, so ${getExcerpt(tree, first, '')} fails for a mint that ${fails}; give ${name} a default.`;
    return [createDiagnosticAt(first, 'dereferenced', message)];
  });
