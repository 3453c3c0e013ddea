import type { Node, VariableDeclarator } from '@babel/types';
import { shortened } from '../shortened.ts';
import { importHint } from '../template/source/imports.ts';
import { type Binding, isFunction, namesIn } from '../template/source/scopes.ts';
import { around, bare, diagnosticAt, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Outside } from './outside.ts';
import type { Places } from './places.ts';
import { keyOf } from './responses.ts';
import { dropUnused } from './unused.ts';
import type { Work } from './work.ts';

/**
 * What comes from outside becomes variables, named as what it was kept in: `const post = await db.find(slug)` is the variable
 * `post`. What is only used to get at such a thing goes with it. Where nothing was kept, an error says what to do.
 */
export const convertOutside = (work: Work, places: Places, outside: Outside, entry: Node, props: string): void => {
  const { tree } = work;
  const points = new Set(outside.leaves.flatMap((leaf) => places(leaf).point ?? []));
  // what they were computed of is mentioned no more; which of them are needed is known after that
  const convert: ((isDropped: (node: Node) => boolean) => void)[] = [];
  for (const point of points) {
    if (point.type === 'VariableDeclarator') {
      const { id, init } = point;
      if (id.type !== 'Identifier' && !isPlain(id)) continue;
      work.forget(init ?? id);
      convert.push((isDropped) => {
        if (!isDropped(id)) convertDeclarator(work, point, places(point).isConditional, props);
      });
    } else if (point.type === 'ExpressionStatement') convertStatement(work, point, props);
  }
  dropUnused(work, entry);
  const isDropped = work.goneNow();
  for (const one of convert) one(isDropped);
  const told = new Set<string>();
  for (const leaf of standing(work, outside)) takeInPlace(work, places, leaf, props, told);
  dropUnused(work, entry);
  const refused = new Set<string>();
  for (const leaf of standing(work, outside))
    if (!outside.isLost(places(leaf).holder)) refuse(work, outside, leaf, refused);
  // what was said of a name is not said again
  const end = tree.source.length;
  for (const name of refused) work.edits.push({ start: end, end, text: `\nconst ${name} = undefined;\n` });
};

const standing = (work: Work, { leaves }: Outside): Node[] => {
  const isGone = work.goneNow();
  return leaves.filter((leaf) => !isGone(leaf));
};

const isPlain = (pattern: Node): boolean => pattern.type === 'ObjectPattern' || pattern.type === 'ArrayPattern';

/** `{ title, author } = props` in the place of a pattern and where it came from. */
const convertDeclarator = (work: Work, { id, init }: VariableDeclarator, isOptional: boolean, props: string): void => {
  if (!init) return;
  const names = namesIn(id).filter((name) => isMentioned(work, name));
  if (names.length === 0) return;
  const defaults = defaultsIn(work, id);
  const missing = isOptional ? 'undefined' : undefined;
  const pieces = names.map(({ name }) => {
    const fallback = defaults.get(name) ?? missing;
    return fallback === undefined ? name : `${name} = ${fallback}`;
  });
  const range = { start: id.start ?? 0, end: init.end ?? 0 };
  work.edits.push({ ...range, text: `{ ${pieces.join(', ')} } = ${props}` });
  tell(
    work,
    id,
    names.map(({ name }) => name),
  );
};

const isMentioned = (work: Work, name: Node): boolean => {
  const binding = name.type === 'Identifier' ? work.scopes.bindingAt(name.name, name) : undefined;
  return binding !== undefined && work.mentions(binding) > 0;
};

const textOf = ({ source }: SyntaxTree, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);

/** Texts of the defaults in a pattern, by name. */
const defaultsIn = ({ tree }: Work, pattern: Node): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const visit = (node: Node | null): void => {
    if (node?.type === 'ObjectPattern') for (const one of node.properties) visit('value' in one ? one.value : one);
    if (node?.type === 'ArrayPattern') for (const one of node.elements) visit(one);
    if (node?.type === 'AssignmentPattern' && node.left.type === 'Identifier')
      found.set(node.left.name, textOf(tree, node.right));
  };
  visit(pattern);
  return found;
};

/** `title = post.title` keeps what it was where nothing is sent; a statement that keeps nothing goes. */
const convertStatement = (
  work: Work,
  statement: Extract<Node, { type: 'ExpressionStatement' }>,
  props: string,
): void => {
  const expression = bare(statement.expression);
  const target = expression.type === 'AssignmentExpression' ? bare(expression.left) : undefined;
  if (target?.type !== 'Identifier' || expression.type !== 'AssignmentExpression') {
    work.replace(statement, '');
    return;
  }
  work.replace(expression.right, `${props}.${target.name} ?? ${target.name}`);
  tell(work, target, [target.name]);
};

const tell = (work: Work, node: Node, names: readonly string[]): void => {
  const shown = names.slice(0, 10).join(', ');
  const message = `${shown} ${names.length === 1 ? 'comes' : 'come'} from outside the file: ${names.length === 1 ? 'it is a variable' : 'they are variables'} here, and the mint sends ${names.length === 1 ? 'it' : 'them'}.`;
  work.notes.push(diagnosticAt(node, 'taken-over', message));
};

/** Data from outside that is used where it stands becomes a variable of its own name. */
const takeInPlace = (work: Work, places: Places, leaf: Node, props: string, told: Set<string>): void => {
  if (leaf.type !== 'Identifier' || !places(leaf).isInEntry) return;
  const { name } = leaf;
  const environment = name === 'process' ? environmentOf(work, leaf) : undefined;
  const binding = work.scopes.bindingAt(name, leaf);
  const isValue = binding !== undefined && !isParameter(binding) && isData(work, leaf);
  const taken = environment?.name ?? (isValue ? name : undefined);
  if (taken === undefined) return;
  const parent = work.tree.places.get(leaf)?.parent;
  const isShort = parent?.type === 'ObjectProperty' && parent.shorthand;
  work.replace(environment?.node ?? leaf, isShort ? `${name}: ${props}.${taken}` : `${props}.${taken}`);
  if (!told.has(taken)) tell(work, leaf, [taken]);
  told.add(taken);
};

/** Components and functions of elsewhere cannot be had: what to do instead, once for each. What is nowhere the compiler tells itself. */
const refuse = (work: Work, outside: Outside, leaf: Node, refused: Set<string>): void => {
  if (leaf.type !== 'Identifier' && leaf.type !== 'JSXIdentifier') return;
  const binding = work.scopes.bindingAt(leaf.name, leaf);
  const module = outside.moduleOf(binding);
  if (refused.has(leaf.name) || !binding) return;
  refused.add(leaf.name);
  work.errors.push(diagnosticAt(leaf, 'import', advice(work, leaf, leaf.name, module)));
};

/** Whether a name is read, not called, made or drawn. */
const isData = (work: Work, leaf: Node): boolean => {
  for (const { parent, key } of around(work.tree, leaf)) {
    const isMember =
      (parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression') && key === 'object';
    if (/^TS|^Paren/.test(parent.type)) continue;
    if (isMember && !callsMethod(work, parent)) continue;
    return key !== 'callee' && key !== 'tag';
  }
  return false;
};

/** `items.map(...)` is a method of data; `db.select(...)` is one of something else. */
const methods = new Set(
  'map filter slice join at includes indexOf find some every reduce flatMap toString toUpperCase toLowerCase replace replaceAll split trim startsWith endsWith substring toFixed toLocaleString padStart concat'.split(
    ' ',
  ),
);
const callsMethod = ({ tree }: Work, member: Node): boolean => {
  const place = tree.places.get(member);
  return place?.key === 'callee' && !methods.has(keyOf(member) ?? '');
};

/** `process.env.SITE_URL` as a whole. */
const environmentOf = ({ tree }: Work, leaf: Node): { node: Node; name: string } | undefined => {
  const env = tree.places.get(leaf)?.parent;
  const whole = env && tree.places.get(env)?.parent;
  const name = whole && keyOf(whole);
  return env && whole && keyOf(env) === 'env' && name !== undefined && /^\w{1,64}$/.test(name)
    ? { node: whole, name }
    : undefined;
};

const advice = (work: Work, leaf: Node, name: string, module: string | undefined): string => {
  const binding = work.scopes.bindingAt(name, leaf);
  if (binding && isParameter(binding)) return ofRequest(name);
  const from = module === undefined ? `${name} is not available here` : `${name} comes from "${shortened(module, 80)}"`;
  const hint = module === undefined || /^[.@~#]/.test(module) ? undefined : importHint(module);
  if (hint !== undefined) return `${from}: ${hint}`;
  if (leaf.type === 'JSXIdentifier') return `${from}: paste the component ${name} into this file.`;
  const called = work.tree.places.get(leaf);
  const isCalled = called?.key === 'callee';
  const taken = suggestion(work, leaf) ?? name;
  return isCalled
    ? `${from}: take ${taken} as a prop of the component, ready to be shown, or paste the function ${name} into this file.`
    : `${from}: take ${taken} as a prop of the component.`;
};

const isParameter = ({ scope, declaration }: Binding): boolean => isFunction(declaration) && scope === declaration;

const ofRequest = (name: string): string =>
  `${name} is a request, and a template answers none: take what is read of it as a prop of the component.`;

/** Of `formatDate(post.date)` it is `date`. */
const suggestion = ({ tree }: Work, leaf: Node): string | undefined => {
  const call = tree.places.get(leaf);
  const [argument] = call?.key === 'callee' && 'arguments' in call.parent ? (call.parent.arguments as Node[]) : [];
  if (!argument) return undefined;
  const node = bare(argument);
  return node.type === 'Identifier' ? node.name : keyOf(node);
};
