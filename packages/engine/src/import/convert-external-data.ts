import type { ExpressionStatement, Identifier, Node, ObjectProperty, VariableDeclarator } from '@babel/types';
import { splitWords } from '../split-words.ts';
import { importHint } from '../template/source/imports.ts';
import { isElement } from '../template/source/module.ts';
import {
  type Binding,
  createDiagnosticAt,
  getAncestors,
  getExcerpt,
  getKey,
  getText,
  isMember,
  isWithin,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { findNames, isFunction } from '../template/source/variable-scopes.ts';
import { joinFirst, truncate } from '../truncate.ts';
import { variableName } from '../variable-name.ts';
import type { Conversion } from './conversion.ts';
import { isEnvironmentVariable } from './environment.ts';
import { type ExternalNodes, type SurroundingsLookup, yieldsConstant } from './external-nodes.ts';
import { joinWords } from './read-request.ts';
import { dropUnused, isMentioned } from './unused.ts';

/**
 * Turns external data into variables with the names of the constants that held it: `const post = await db.find(slug)`
 * becomes the variable `post`. Removes code that only fetches such data. Where the data has no name, an error explains
 * what to do.
 */
export const convertExternalData = (work: Conversion, positions: SurroundingsLookup, outside: ExternalNodes): void => {
  // First drop the references of their initialisers, which shows which names are still needed.
  const named: VariableDeclarator[] = [];
  for (const [point, own] of Map.groupBy(outside.leaves, (leaf) => positions(leaf).point)) {
    const makesImage = work.responses.some(({ node }) => point && isWithin(node, point));
    if (point?.type === 'ExpressionStatement' && !makesImage) convertStatement(work, point);
    if (point?.type !== 'VariableDeclarator') continue;
    const { id, init } = point;
    if (init && (isComputed(work, init, own) || convertProperties(work, init, own))) continue;
    work.dropReferences(init ?? id);
    named.push(point);
  }
  dropUnused(work);
  const isDropped = work.goneNow();
  for (const point of named) if (!isDropped(point.id)) convertDeclarator(work, point);
  const reported = new Set<string>();
  for (const leaf of remainingLeaves(work, outside)) convertInPlace(work, positions, leaf, reported);
  dropUnused(work);
  // Declare reported names, so that they are not reported again.
  const left = remainingLeaves(work, outside).flatMap((leaf) =>
    outside.isLost(positions(leaf).holder) ? [] : (outside.getCause(leaf) ?? leaf),
  );
  for (const name of reportUnavailable(work, left)) work.insert(`\nconst ${name} = undefined;\n`);
};

const remainingLeaves = (work: Conversion, { leaves }: ExternalNodes): Node[] => {
  const isGone = work.goneNow();
  return leaves.filter((leaf) => !isGone(leaf));
};

/**
 * Returns whether an expression only mentions external data, as in `{ theme: theme ?? 'dark', logo: logo ?? LOGO }`.
 * Then the data becomes variables in place and the rest stays. An expression that is nothing but such data becomes one
 * variable.
 */
const isComputed = (work: Conversion, init: Node, leaves: readonly Node[]): boolean => {
  const isData = leaves.every(
    (leaf) => leaf.type === 'Identifier' && isWithin(leaf, init) && canBeVariable(work, leaf),
  );
  if (!isData) return false;
  let node = stripTypeAnnotations(init);
  if (isSearch(node)) return false;
  while (isMember(node)) node = stripTypeAnnotations(node.object);
  return node.type !== 'Identifier';
};

/** Turns the external fields of an object literal into variables. Returns false if that is impossible. */
const convertProperties = (work: Conversion, init: Node, leaves: readonly Node[]): boolean => {
  const { props } = work;
  const object = stripTypeAnnotations(init);
  if (object.type !== 'ObjectExpression') return false;
  const converted = new Map<string, ObjectProperty>();
  for (const leaf of leaves) {
    const property = object.properties.find((one) => isWithin(leaf, one));
    const key = property?.type === 'ObjectProperty' ? getKey(property) : undefined;
    if (property?.type !== 'ObjectProperty' || key === undefined || !variableName.test(key)) return false;
    converted.set(key, property);
  }
  for (const [key, property] of converted) {
    if (property.shorthand) work.replace(property, `${key}: ${props}.${key}!`);
    else work.replace(property.value, `${props}.${key}!`);
    report(work, property, [key]);
  }
  return true;
};

/**
 * Replaces a pattern and its initialiser with `title = props.title!, { tag = 'news' } = props`. `!` marks a variable as
 * required, even if the code checks for missing data, so that a preview does not show the fallback.
 */
const convertDeclarator = (work: Conversion, { id, init }: VariableDeclarator): void => {
  const { props } = work;
  if (!init) return;
  const names = findNames(id).filter((name) => isMentioned(work, name));
  if (names.length === 0) return;
  const pieces = names.flatMap((node) => {
    const { name } = node;
    if (convertMessages(work, node) || convertFound(work, node)) return [];
    const assigned = work.tree.positions.get(node)?.parent;
    return assigned?.type === 'AssignmentPattern'
      ? `{ ${name} = ${getText(work.tree, assigned.right)} } = ${props}`
      : `${name} = ${props}.${name}!`;
  });
  if (pieces.length === 0) {
    work.edits.push({ start: id.start ?? 0, end: init.end ?? 0, text: `${work.freeName('unused')} = undefined` });
    return;
  }
  work.edits.push({ start: id.start ?? 0, end: init.end ?? 0, text: pieces.join(', ') });
  report(
    work,
    id,
    names.map(({ name }) => name),
  );
};

/** Makes variables of the texts that a function of translations returns: `t('title')` becomes the variable `title`. */
const convertMessages = (work: Conversion, name: Node): boolean => {
  const binding = work.tree.bindingOf(name);
  const uses = binding ? work.remaining(binding).map(({ node }) => node) : [];
  const calls = uses.flatMap((use) => (use === name ? [] : (getCall(work.tree, use) ?? [])));
  const texts = calls.map((call) => getMessageName(call));
  if (calls.length === 0 || calls.length < uses.length || texts.includes(undefined)) return false;
  calls.forEach((call, index) => {
    convertCall(work, call, texts[index] ?? '');
  });
  return true;
};

/** Makes one variable of the only entry that is read of a list: `posts.find(...)` becomes the variable `post`. */
const convertFound = (work: Conversion, name: Identifier): boolean => {
  const binding = work.tree.bindingOf(name);
  const [use, ...others] = binding ? work.remaining(binding).filter(({ node }) => node !== name) : [];
  const member = use && work.tree.positions.get(use.node)?.parent;
  const search = isMember(member) ? getCall(work.tree, member) : undefined;
  const variable = toSingular(name.name);
  if (others.length > 0 || !search || !isSearch(search) || variable === name.name) return false;
  convertCall(work, search, variable);
  return true;
};

type Call = Extract<Node, { type: 'CallExpression' }>;

const getCall = ({ positions }: SyntaxTree, name: Node): Call | undefined => {
  const { parent, key } = positions.get(name) ?? {};
  return parent?.type === 'CallExpression' && key === 'callee' ? parent : undefined;
};

/** Returns the last word of a message's key: `tagline` for `t('home.tagline')`. */
const getMessageName = ({ arguments: [first] }: Call): string | undefined => {
  const name = first?.type === 'StringLiteral' ? joinWords(first.value.split(/[.:/]/).at(-1) ?? '') : '';
  return variableName.test(name) && !/^\d/.test(name) ? name : undefined;
};

const convertCall = (work: Conversion, call: Node, variable: string): void => {
  work.replace(call, `${work.props}.${variable}`);
  work.note(
    call,
    `${getExcerpt(work.tree, call)} comes from outside the file: it is the variable ${variable} here, ready to be shown.`,
  );
};

/** `posts.find(...)` */
const isSearch = (node: Node): boolean =>
  node.type === 'CallExpression' && isMember(node.callee) && /^find(?:Last)?$/.test(getKey(node.callee) ?? '');

/** Returns the name of one of many: `post` of `posts`. */
const toSingular = (name: string): string =>
  name
    .replace(/^(?:all|get)(?=[A-Z])/, '')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/** Makes an assignment such as `title = post.title` fall back to the previous value. Removes other statements. */
const convertStatement = (work: Conversion, statement: ExpressionStatement): void => {
  const { props } = work;
  const expression = stripTypeAnnotations(statement.expression);
  const target = expression.type === 'AssignmentExpression' ? stripTypeAnnotations(expression.left) : undefined;
  if (target?.type !== 'Identifier' || expression.type !== 'AssignmentExpression') {
    work.remove(statement);
    return;
  }
  const { name } = target;
  const text = isEmptyBefore(work, target) ? `${props}.${name}!` : `${props}.${name} ?? ${name}`;
  work.replace(expression.right, text);
  report(work, target, [name]);
};

/** Returns whether a variable is declared empty: `let post`, `let post = null`, `let posts = []`. */
const isEmptyBefore = ({ tree }: Conversion, target: Node): boolean => {
  const declaration = target.type === 'Identifier' ? tree.bindingOf(target)?.declaration : undefined;
  if (declaration?.type !== 'VariableDeclarator' || !declaration.init) return true;
  const init = stripTypeAnnotations(declaration.init);
  if (init.type === 'Identifier') return init.name === 'undefined';
  if (init.type === 'ArrayExpression') return init.elements.length === 0;
  if (init.type === 'ObjectExpression') return init.properties.length === 0;
  return init.type === 'NullLiteral' || (init.type === 'StringLiteral' && init.value === '');
};

const report = (work: Conversion, node: Node, names: readonly string[]): void => {
  const shown = names.slice(0, 10).join(', ');
  const message =
    names.length === 1
      ? `${shown} comes from outside the file: it is a variable here, and the mint sends it.`
      : `${shown} come from outside the file: they are variables here, and the mint sends them.`;
  work.note(node, message);
};

/** Turns external data that is used in place into a variable of the same name. */
const convertInPlace = (work: Conversion, positions: SurroundingsLookup, leaf: Node, reported: Set<string>): void => {
  if (leaf.type !== 'Identifier' || !positions(leaf).isInEntry) return;
  const { name } = leaf;
  const { props } = work;
  const call = getCall(work.tree, leaf);
  const text = call && !positions(leaf).isNested ? getTextName(work, call) : undefined;
  if (call && text !== undefined) {
    convertCall(work, call, text);
    return;
  }
  const setting = getSetting(work, leaf);
  if (!canBeVariable(work, leaf)) return;
  const member = work.tree.positions.get(leaf)?.parent;
  const search = isMember(member) ? getCall(work.tree, member) : undefined;
  if (search && isSearch(search) && toSingular(name) !== name) {
    convertCall(work, search, toSingular(name));
    return;
  }
  const variable = (setting && getKey(setting)) ?? name;
  const parent = work.tree.positions.get(leaf)?.parent;
  const isShort = parent?.type === 'ObjectProperty' && parent.shorthand;
  work.replace(setting ?? leaf, isShort ? `${name}: ${props}.${variable}` : `${props}.${variable}`);
  if (!reported.has(variable)) report(work, leaf, [variable]);
  reported.add(variable);
};

/** Returns whether a name is data that a mint can send: a `siteName` that is only read, `process.env.SITE_URL`. */
const canBeVariable = (work: Conversion, leaf: Node): boolean => {
  if (getSetting(work, leaf)) return true;
  const binding = work.tree.bindingOf(leaf);
  return binding !== undefined && !isParameter(work, binding) && isData(work, leaf);
};

type Named = Extract<Node, { type: 'Identifier' | 'JSXIdentifier' }>;

/**
 * Reports imported components and functions, once for each module, with what to do instead. The compiler reports names
 * that are not defined.
 *
 * @returns the names that were imported.
 */
const reportUnavailable = (work: Conversion, leaves: readonly Node[]): readonly string[] => {
  const { bindingOf, moduleOf } = work.tree;
  const isNamed = (leaf: Node): leaf is Named => bindingOf(leaf) !== undefined;
  const unavailable = Map.groupBy(leaves.filter(isNamed), ({ name }) => name);
  const named = [...unavailable.values()].flatMap(([first]) => first ?? []);
  const getModule = (leaf: Named) => moduleOf(bindingOf(leaf));
  for (const [module, [first, ...others]] of Map.groupBy(named, (leaf) => getModule(leaf) ?? leaf)) {
    if (!first) continue;
    const from = typeof module === 'string' ? module : undefined;
    const message = others.length === 0 ? advice(work, first, from) : adviceOfModule(first, others, from);
    work.errors.push(createDiagnosticAt(first, 'import', message));
  }
  return named.flatMap((leaf) => (getModule(leaf) === undefined ? [] : [leaf.name]));
};

const adviceOfModule = (first: Named, others: readonly Named[], module = ''): string => {
  const names = [first, ...others].map(({ name }) => name);
  const from = `${joinFirst(names, 10)} come from "${truncate(module, 80)}"`;
  return `${from}: ${hintFor(module) ?? 'paste them into this file, or take what they give as props of the component.'}`;
};

/** Returns what to do instead of importing a package; undefined for a file of the project. */
const hintFor = (module: string): string | undefined => (/^[.@~#]/.test(module) ? undefined : importHint(module));

/** Returns whether a name is only read: not called, awaited, constructed or rendered. */
const isData = ({ tree }: Conversion, leaf: Node): boolean => {
  const around = getAncestors(tree, leaf).find(
    ({ parent }) => /^Await|^JSX|Statement$|Declarat/.test(parent.type) || isFunction(parent),
  );
  if (around?.parent.type === 'AwaitExpression' || yieldsConstant(tree, leaf)) return false;
  const whole = getAncestors(tree, leaf).find(
    ({ parent, key }) => !/^TS/.test(parent.type) && (!isMember(parent) || key !== 'object' || isCalled(tree, parent)),
  );
  if (!whole) return false;
  const { parent, key } = whole;
  return isMember(parent) && key === 'object'
    ? dataMethods.has(getKey(parent) ?? '')
    : key !== 'callee' && key !== 'tag';
};

const isCalled = ({ positions }: SyntaxTree, member: Node): boolean => positions.get(member)?.key === 'callee';

/** `items.map(...)` is a method of data; `db.select(...)` is not. */
const dataMethods = new Set(
  splitWords(`
  map filter slice join at includes indexOf find some every reduce flatMap concat
  toString toUpperCase toLowerCase replace replaceAll split trim startsWith endsWith substring padStart
  toFixed toLocaleString toLocaleDateString toLocaleTimeString toDateString toISOString getFullYear getTime
`),
);

/** Returns the expression `process.env.SITE_URL` for its `process`. */
const getSetting = ({ tree }: Conversion, leaf: Node): Node | undefined => {
  const env = tree.positions.get(leaf)?.parent;
  const whole = env && tree.positions.get(env)?.parent;
  const isProcess = leaf.type === 'Identifier' && leaf.name === 'process';
  return isProcess && isEnvironmentVariable(whole) && /^\w{1,64}$/.test(getKey(whole) ?? '') ? whole : undefined;
};

const advice = (work: Conversion, leaf: Named, module: string | undefined): string => {
  const { name } = leaf;
  const binding = work.tree.bindingOf(leaf);
  if (binding && isParameter(work, binding))
    return `${name} is a request, and a template answers none: take what is read of it as a prop of the component.`;
  const from = module === undefined ? `${name} is not available here` : `${name} comes from "${truncate(module, 80)}"`;
  const hint = module === undefined ? undefined : hintFor(module);
  if (hint !== undefined) return `${from}: ${hint}`;
  if (leaf.type === 'JSXIdentifier') return `${from}: paste the component ${name} into this file.`;
  const prop = suggestion(work, leaf) ?? name;
  const call = getCall(work.tree, leaf);
  if (call && work.responses.some(({ element }) => isWithin(call, element) && !isElement(element)))
    return `${from}: paste the function ${name}, which returns the elements, into this file.`;
  return call
    ? `${from}: take ${prop} as a prop of the component, ready to be shown, or paste the function ${name} into this file.`
    : `${from}: take ${prop} as a prop of the component.`;
};

const isParameter = ({ entry }: Conversion, { scope, declaration }: Binding): boolean =>
  scope === declaration && scope === entry;

/** Returns the variable for a text that an imported function makes in an element: `date` for `{formatDate(post.date)}`. */
const getTextName = (work: Conversion, call: Call): string | undefined => {
  const isShown = /^(?:JSXExpressionContainer|TemplateLiteral)$/.test(work.tree.positions.get(call)?.parent.type ?? '');
  const { callee } = call;
  if (!isShown || callee.type !== 'Identifier' || !work.tree.bindingOf(callee)) return undefined;
  if (/^(?:render|draw|is|has|create|[A-Z])/.test(callee.name)) return undefined;
  const [, what] = /^(?:get|fetch|load|build|make)([A-Z]\w*)$/.exec(callee.name) ?? [];
  const name =
    what === undefined
      ? (getMessageName(call) ?? suggestion(work, callee))
      : what.charAt(0).toLowerCase() + what.slice(1);
  return name !== undefined && variableName.test(name) ? name : undefined;
};

/** Returns `date` for `formatDate(post.date)`. */
const suggestion = ({ tree }: Conversion, leaf: Node): string | undefined => {
  const call = tree.positions.get(leaf);
  const [argument] = call?.key === 'callee' && 'arguments' in call.parent ? (call.parent.arguments as Node[]) : [];
  if (!argument) return undefined;
  const node = stripTypeAnnotations(argument);
  return node.type === 'Identifier' ? node.name : getKey(node);
};
