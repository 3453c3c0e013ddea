import type { Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { limits } from '../../limits.ts';
import { prototypeKeys } from '../../prototype-keys.ts';
import { joinFirst } from '../../truncate.ts';
import { variableName, variableNameText } from '../../variable-name.ts';
import { getConstants } from '../source/constants.ts';
import type { FoundComponent } from '../source/module.ts';
import {
  createDiagnosticAt,
  getAncestors,
  getExcerpt,
  getKey,
  getMemberRead,
  getText,
  isWithin,
  type SyntaxTree,
} from '../source/syntax-tree.ts';
import { referencesWithin } from '../source/variable-scopes.ts';
import { findUnguardedUses, getFallbacks, isGuarded, isReadAsArguments } from './guards.ts';
import { getLocalFunctions } from './local-functions.ts';
import { getPropTypes, type MemberType } from './prop-types.ts';
import { followUses } from './uses.ts';
import { sizeProp } from './variable-names.ts';

export interface FoundVariable {
  readonly name: string;
  readonly node: Node;
  readonly required: boolean;
  /** Whether it is optional only because every use checks that it is present. */
  readonly isOptionalByGuard: boolean;
  /** Evaluates to the default without the other variables. */
  readonly defaultExpression?: Node;
  readonly hasDefault: boolean;
  /** Every node that reads it. */
  readonly uses: readonly Node[];
  /** The pattern that destructures it, as in `{ author: { name } }`. */
  readonly pattern?: Node;
  readonly type?: Node;
  /** Whether only a type says that it is read. */
  readonly isTyped?: boolean;
}

export interface FoundVariables {
  readonly variables: readonly FoundVariable[];
  readonly seesAll: boolean;
  readonly problems: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** A mention of a variable: a property of a pattern, or `props.x`. */
interface Mention {
  readonly name: string;
  readonly node: Node;
  readonly default?: Node;
  readonly uses: readonly Node[];
  readonly pattern?: Node;
  /** Whether it is `props.x!`, which asserts that it is present. */
  readonly isAsserted?: boolean;
  /** Whether only a type says that it is read, by what is given the props as a whole. */
  readonly isTyped?: boolean;
}

/** A mention, or `all` for a use of the props that can read every variable. */
type Mentioned = Mention | 'all';

/**
 * Finds the variables of a template: the properties of its component's first parameter, in order, under their outer
 * names. Source: docs/templates.md#variables.
 *
 * @param hasSizes whether the template has sizes, so that the prop `size` is not a variable.
 */
export const findVariables = (tree: SyntaxTree, component: FoundComponent, hasSizes = false): FoundVariables => {
  const found = mentionsIn(tree, component);
  const types = getPropTypes(tree, component);
  const typed = found.includes('all') ? [...types.keys()].map((name) => toMention(name, component.fn)) : [];
  const mentions = [...found, ...typed.filter(({ name }) => !found.some((one) => one !== 'all' && one.name === name))]
    .filter((one) => one !== 'all')
    .filter(({ name }) => !(hasSizes && name === sizeProp));
  const variables = [...Map.groupBy(mentions, ({ name }) => name)].map(([name, group]) =>
    getVariable(tree, name, group as [Mention, ...Mention[]], types.get(name)),
  );
  return {
    variables,
    seesAll: found.includes('all'),
    problems: checkNames(variables),
    warnings: [...getWarnings(variables), ...lintDereferences(tree, variables), ...requiredNote(variables)],
  };
};

const toMention = (name: string, { params: [first] }: FoundComponent['fn']): Mention => ({
  ...{ name, node: first as Node, uses: [], isTyped: true },
});

const mentionsIn = (tree: SyntaxTree, { fn }: FoundComponent): readonly Mentioned[] => {
  const [first] = fn.params;
  const parameter = first?.type === 'AssignmentPattern' ? first.left : first;
  const readsArguments = tree.references.some(
    ({ node, binding }) => !binding && node.name === 'arguments' && isReadAsArguments(tree, node, fn),
  );
  const mentions = parameter ? mentionsOf(tree, parameter) : [];
  return readsArguments ? [...mentions, 'all'] : mentions;
};

/** Maximum number of names through which the props are followed. */
const maxDepth = 10;

/** The mentions in names and patterns that were visited, so that each is visited once. */
type Visited = Map<Node, readonly Mentioned[]>;

/** Returns the mentions of variables in a name of the props, or in a pattern that destructures them. */
const mentionsOf = (tree: SyntaxTree, target: Node, visited: Visited = new Map(), depth = 0): readonly Mentioned[] => {
  const known = visited.get(target);
  if (known) return known;
  visited.set(target, []);
  const found = mentionsWithin(tree, target, visited, depth);
  const mentions = [...new Set(found)];
  visited.set(target, mentions);
  return mentions;
};

const mentionsWithin = (tree: SyntaxTree, target: Node, visited: Visited, depth: number): readonly Mentioned[] => {
  if (target.type === 'ObjectPattern')
    return target.properties.flatMap((property) => mentionOf(tree, property, visited, depth));
  if (target.type !== 'Identifier') return ['all'];
  return (tree.usesOf(target) ?? []).flatMap((use) => mentionOfProps(tree, use, visited, depth));
};

const mentionOf = (tree: SyntaxTree, property: Node, visited: Visited, depth: number): readonly Mentioned[] => {
  if (property.type === 'RestElement') return mentionsOf(tree, property.argument, visited, depth + 1);
  const name = getKey(property);
  if (property.type !== 'ObjectProperty' || name === undefined) return ['all'];
  const { value } = property;
  const target = value.type === 'AssignmentPattern' ? value.left : value;
  const fallback = value.type === 'AssignmentPattern' && { default: value.right };
  const read = target.type === 'Identifier' ? { uses: tree.usesOf(target) ?? [] } : { uses: [], pattern: target };
  return [{ name, node: property, ...fallback, ...read }];
};

/** Handles the parameter `props`: each `props.x` and `const { x } = props` is a variable; other uses read all. */
const mentionOfProps = (tree: SyntaxTree, use: Node, visited: Visited, depth: number): readonly Mentioned[] => {
  const member = getMemberRead(tree, use);
  if (member) {
    const { name, node } = member;
    return [{ name, node, uses: [node], isAsserted: tree.positions.get(node)?.parent.type === 'TSNonNullExpression' }];
  }
  if (depth >= maxDepth) return ['all'];
  // `const { title } = await props`
  const around = getAncestors(tree, use).find(({ parent }) => parent.type !== 'AwaitExpression');
  const named = around?.parent.type === 'VariableDeclarator' && around.key === 'init' ? around.parent : undefined;
  if (named) return mentionsOf(tree, named.id, visited, depth + 1);
  const { targets = [], given } = receiverOf(tree, use) ?? {};
  if (targets.length === 0) return ['all'];
  const mentions = targets.flatMap((one) => mentionsOf(tree, one, visited, depth + 1));
  return mentions.filter((one) => one === 'all' || !given?.has(one.name));
};

/**
 * Returns the parameters of functions of the file that are given the props, and the names that are given besides:
 * `card(props)`, `cards[kind](props)`, `card({ ...props, logo })`, `<Card {...props} logo={logo} />`.
 */
const receiverOf = (tree: SyntaxTree, use: Node) => {
  const { parent, key } = tree.positions.get(use) ?? {};
  const targetsOf = (callee: Node, index: number): readonly Node[] =>
    getLocalFunctions(tree, getConstants(tree), callee).flatMap(({ params }) => {
      const parameter = params[index];
      return (parameter?.type === 'AssignmentPattern' ? parameter.left : parameter) ?? [];
    });
  if (parent?.type === 'CallExpression' && key === 'arguments')
    return { targets: targetsOf(parent.callee, parent.arguments.indexOf(use as never)) };
  const holder = parent && tree.positions.get(parent)?.parent;
  if (parent?.type === 'JSXSpreadAttribute' && holder?.type === 'JSXOpeningElement') {
    const after = holder.attributes.slice(holder.attributes.indexOf(parent) + 1);
    const given = after.map((one) => (one.type === 'JSXAttribute' ? String(one.name.name) : undefined));
    return { targets: targetsOf(holder.name, 0), given: new Set(given) };
  }
  const call = holder && tree.positions.get(holder);
  if (parent?.type !== 'SpreadElement' || holder?.type !== 'ObjectExpression' || call?.key !== 'arguments')
    return undefined;
  const { properties } = holder;
  const given = new Set(properties.slice(properties.indexOf(parent) + 1).map((one) => getKey(one)));
  return call.parent.type === 'CallExpression'
    ? { targets: targetsOf(call.parent.callee, call.parent.arguments.indexOf(holder)), given }
    : undefined;
};

const getVariable = (
  tree: SyntaxTree,
  name: string,
  mentions: readonly [Mention, ...Mention[]],
  { isOptional, type }: Partial<MemberType> = {},
): FoundVariable => {
  const followed = mentions.map((mention) => ({ ...mention, ...followUses(tree, mention.uses) }));
  const needed = followed.filter((mention) => mention.default === undefined && mention.fallback === undefined);
  const uses = followed.flatMap((mention) => mention.uses);
  const isNeverNeeded = needed.length === 0;
  const isGuardedEverywhere =
    needed.every(({ pattern, isAsserted, isTyped }) => !pattern && !isAsserted && !isTyped) &&
    isGuarded(
      tree,
      needed.flatMap((mention) => mention.uses),
    );
  const fallbacks = isNeverNeeded
    ? followed.flatMap((mention) => mention.default ?? mention.fallback ?? [])
    : isGuardedEverywhere
      ? getFallbacks(tree, uses)
      : [];
  const [fallback] = fallbacks;
  const isOne = new Set(fallbacks.map((node) => getText(tree, node))).size === 1;
  const pattern = mentions.find((mention) => mention.pattern)?.pattern;
  const isRequired = !isNeverNeeded && isOptional !== true;
  return {
    name,
    node: mentions[0].node,
    required: isRequired && !isGuardedEverywhere,
    isOptionalByGuard: isRequired && isGuardedEverywhere && fallbacks.length === 0,
    ...(fallback && isOne && isSelfContained(tree, fallback) && { defaultExpression: fallback }),
    hasDefault: isNeverNeeded,
    uses,
    ...(pattern && { pattern }),
    ...(type && { type }),
    ...(mentions[0].isTyped && { isTyped: true }),
  };
};

/** Returns whether an expression can be evaluated outside its function: it uses none of its locals. */
const isSelfContained = (tree: SyntaxTree, expression: Node): boolean =>
  referencesWithin(tree, expression).every(
    ({ binding }) => !binding || binding.scope === tree.program || isWithin(binding.scope, expression),
  );

const getWarnings = (variables: readonly FoundVariable[]): Diagnostic[] =>
  variables.flatMap(({ name, node, uses, pattern, required, isOptionalByGuard, isTyped }) => {
    const guarded = `${name} has no default, but every use asks whether it is there: it is optional.`;
    if (isOptionalByGuard) return [createDiagnosticAt(node, 'optional-by-guard', guarded)];
    const unused = `${name} is never used, yet every mint must send it; give it a default or drop it.`;
    return required && uses.length === 0 && !pattern && !isTyped
      ? [createDiagnosticAt(node, 'unused-variable', unused)]
      : [];
  });

/** Returns whether what a node throws is caught in the same file. */
const isCaught = (tree: SyntaxTree, node: Node): boolean =>
  getAncestors(tree, node).some(
    ({ parent, key }) => parent.type === 'TryStatement' && key === 'block' && parent.handler,
  );

/**
 * Reports variables without a default that are dereferenced without a check (`author.name`, `tags.map(...)`): the
 * template throws if a mint sends null or omits an optional one.
 */
const lintDereferences = (tree: SyntaxTree, variables: readonly FoundVariable[]): Diagnostic[] =>
  variables.flatMap(({ name, uses, hasDefault, required, isOptionalByGuard }) => {
    if (hasDefault || isOptionalByGuard) return [];
    const [first] = findUnguardedUses(tree, uses).flatMap((use) => {
      const { parent, key } = tree.positions.get(use) ?? {};
      return parent?.type === 'MemberExpression' && key === 'object' && !isCaught(tree, use) ? parent : [];
    });
    if (!first) return [];
    const fails = required ? 'sends null for it' : 'leaves it out';
    const message = `${name} has no default, so ${getExcerpt(tree, first, '')} fails for a mint that ${fails}; give ${name} a default.`;
    return [createDiagnosticAt(first, 'dereferenced', message)];
  });

/** Maximum number of names in a note. */
const maxListed = 10;

/** Returns one note for all required variables, at the first. Unused ones are reported separately. */
const requiredNote = (variables: readonly FoundVariable[]): Diagnostic[] => {
  const required = variables.filter((one) => one.required && (one.uses.length > 0 || one.pattern || one.isTyped));
  const [first] = required;
  if (!first) return [];
  const names = required.map(({ name }) => name);
  const message =
    required.length === 1
      ? `${first.name} is required: a URL without it is refused; give it a default if it may be missing.`
      : `${joinFirst(names, maxListed)} are required: a URL without them is refused; give a default to what may be missing.`;
  return [createDiagnosticAt(first.node, 'required-variable', message)];
};

const isSendable = (name: string): boolean => variableName.test(name) && !prototypeKeys.has(name);

/** Reports required variables that cannot be sent, because every mint would fail. */
const checkNames = (variables: readonly FoundVariable[]): Diagnostic[] => {
  const required = variables.filter((variable) => variable.required);
  const [first] = required;
  const named = required
    .filter(({ name }) => !isSendable(name))
    .map(({ node, name }) =>
      createDiagnosticAt(
        node,
        'variable-name',
        `${name} cannot be sent. ${variableNameText} ${[...prototypeKeys].join(', ')} are none.`,
      ),
    );
  if (required.length <= limits.variables || !first) return named;
  const many = `${required.length} variables are required, but at most ${limits.variables} can be sent; give some a default.`;
  return [...named, createDiagnosticAt(first.node, 'too-many-variables', many)];
};
