import type { Node } from '@babel/types';
import { importHint } from '../template/source/imports.ts';
import {
  type Binding,
  getExcerpt,
  getKey,
  getText,
  isMember,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { referencesWithin } from '../template/source/variable-scopes.ts';
import { joinFirst, truncate } from '../truncate.ts';
import { nameInPlace, ofArgument, toVariable } from './names.ts';
import type { Program } from './program.ts';
import { calleeName, type GivenValue, isBytes, isNothing, placeIn } from './value.ts';
import type { Values } from './values.ts';

export const htmlMessage =
  'This image is HTML in a text, and a template is JSX: return <div style={{ ... }}>...</div> instead.';

/** Returns what to do instead of importing a package; undefined for a file of the project. */
const hintFor = (module: string | undefined): string | undefined =>
  module === undefined || /^[.@~#]/.test(module) ? undefined : importHint(module);

const cameFrom = (name: string, module: string | undefined): string =>
  module === undefined ? `${name} is not available here` : `${name} comes from "${truncate(module, 80)}"`;

export type Cuts = ReturnType<typeof createCuts>;

/**
 * Puts variables where code meets the request or what is outside.
 *
 * @param props the name of the template's parameter
 * @param optional variables of which it is known that the image is drawn without them
 */
export const createCuts = (program: Program, values: Values, props: string, optional: ReadonlySet<string>) => {
  const { bindingOf, parentOf, ancestorsOf, getUnit, moduleOf, usesOf, nodesIn, nodes } = program;
  const { getValue } = values;
  const workOf = (node: Node) => getUnit(node).work;
  const origins = new Map<string, unknown>();
  /** Variables that a request may lack, and those of which one of the reads must have it. */
  const [lacking, sure] = [new Set<string>(), new Set<string>()];
  /** Variables that every mint sends, even where the code asks whether they are there. */
  const required = new Set<string>();

  const replace = (node: Node, text: string): void => {
    const { parent } = parentOf(node) ?? {};
    const isShort = parent?.type === 'ObjectProperty' && parent.shorthand;
    workOf(node).replace(node, isShort ? `${'name' in node ? String(node.name) : ''}: ${text}` : text);
  };
  const refuse = (node: Node, message: string): void => {
    workOf(node).refuse(node, message);
    replace(node, 'undefined');
  };
  /** Returns the variable of an origin; two origins of one name get a number. */
  const toName = (origin: unknown, wanted: string): string => {
    let name = toVariable(wanted);
    const isOther = (known: unknown) => known !== origin && known !== 'given' && origin !== 'given';
    for (let n = 2; origins.has(name) && isOther(origins.get(name)); n += 1) name = `${toVariable(wanted)}${n}`;
    if (!origins.has(name)) origins.set(name, origin);
    return name;
  };
  const read = (name: string, fallback?: string): string =>
    fallback === undefined ? `${props}.${name}` : `(${props}.${name} ?? ${fallback})`;

  // Values of the request.
  const given = (node: Node, { name: wanted, fallback, isChecked, mayLack }: GivenValue): void => {
    const name = toName('given', wanted);
    if (name !== wanted)
      workOf(node).note(node, `"${truncate(wanted, 60)}" is the variable ${truncate(name, 60)} here.`);
    const isCompared =
      !isChecked && ((isComparison(parentOf(node)?.parent) && !isDereferenced(wanted)) || isOnlyCompared(node));
    if (mayLack && !isChecked) lacking.add(name);
    else if (fallback === undefined) sure.add(name);
    replace(node, read(name, fallback ?? (isCompared ? 'null' : optional.has(name) ? 'undefined' : undefined)));
  };
  const isComparison = (node: Node | undefined): boolean =>
    node?.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator);
  /** Whether a constant holds a value that is only compared: `switch (style)`, `mode === 'dark'`. */
  const isOnlyCompared = (node: Node): boolean => {
    const { parent, key } = parentOf(wrapped(node)) ?? {};
    const isConstant = parent?.type === 'VariableDeclarator' && key === 'init' && parent.id.type === 'Identifier';
    const binding = isConstant ? bindingOf(parent.id) : undefined;
    const uses = binding ? usesOf(binding) : [];
    const isUse = (use: Node) => parentOf(use)?.key === 'discriminant' || isComparison(parentOf(use)?.parent);
    return uses.length > 0 && uses.every(isUse);
  };
  let dereferenced: ReadonlySet<string> | undefined;
  /** Whether a member of a value is read without asking whether it is there: what is dereferenced has to be sent. */
  const isDereferenced = (name: string): boolean => {
    dereferenced ??= new Set(
      nodes.flatMap((node) => {
        const value = node.type === 'MemberExpression' ? getValue(node.object) : undefined;
        return value?.is === 'given' ? value.name : [];
      }),
    );
    return dereferenced.has(name);
  };

  // What is outside.
  /** Puts a variable in the place of a name. */
  const named = (node: Node & { readonly name: string }, binding: Binding): void => {
    const { declaration, identifier } = binding;
    // a component that is kept as a value: `{ search: Search }`
    if (/^[A-Z]+[a-z]/.test(node.name) && isComponent(node, binding)) {
      refuseComponent(node);
      return;
    }
    const declarator = declaration.type === 'VariableDeclarator' ? declaration : undefined;
    if (!isSingle(declarator?.init ?? node, node)) return;
    const place = declarator && placeIn(declarator.id, identifier);
    const given =
      (place?.fallback && !isNothing(place.fallback) && place.fallback) || fallbackOfSetting(declarator?.init);
    const fallback = given ? values.textOf(given) : undefined;
    const name = toName(binding, binding.name);
    if (fallback === undefined) required.add(name);
    replace(node, read(name, fallback));
    workOf(identifier).note(
      identifier,
      `${name} comes from outside the file: it is a variable here, and the mint sends it.`,
    );
  };
  /** `''` of `const site = process.env.SITE || ''` */
  const fallbackOfSetting = (init: Node | null | undefined): Node | undefined =>
    init?.type === 'LogicalExpression' &&
    init.operator !== '&&' &&
    settingOf(stripTypeAnnotations(init.left)) !== undefined
      ? init.right
      : undefined;
  /** Expressions without a name that are variables. */
  const cutOnes: { readonly node: Node; readonly text: string; readonly names: readonly (Binding | undefined)[] }[] =
    [];
  /** Returns the first expression that says the same: `getSite()` at two places is one variable. */
  const originOf = (node: Node): Node => {
    const { tree } = getUnit(node);
    const names = [...referencesWithin(tree, node)].map((one) => bindingOf(one.node));
    const text = getText(tree, node);
    const isSame = (one: (typeof cutOnes)[number]) =>
      one.text === text && one.names.every((name, n) => name === names[n]);
    const known = cutOnes.find(isSame);
    if (!known) cutOnes.push({ node, text, names });
    return known?.node ?? node;
  };
  /** Puts a variable in the place of an expression that has no name. */
  const cut = (node: Node): void => {
    if (!isSingle(node, node)) return;
    const excerpt = getExcerpt(getUnit(node).tree, node);
    const wanted = nameInPlace(program, node);
    const refusal =
      hintOf(node) ??
      (wanted === undefined
        ? `${excerpt} needs what a template does not have, and its value has no name: give it one, as in const title = ..., or take it as a prop.`
        : undefined);
    if (refusal !== undefined || wanted === undefined) {
      refuse(node, refusal ?? '');
      return;
    }
    const setting = settingOf(node);
    const name =
      setting === undefined || isInConstant(node)
        ? toName(setting ?? originOf(node), wanted)
        : toName(setting, setting);
    const isOptional = setting === undefined ? hasFallback(node) : askedSettings().has(setting);
    if (!isOptional) required.add(name);
    replace(node, read(name));
    workOf(node).note(
      node,
      `${excerpt} comes from outside the file: it is the variable ${name} here, ready to be shown.`,
    );
  };
  /** Returns what to do instead of calling a package whose results have no name. */
  const hintOf = (node: Node): string | undefined => {
    if (node.type !== 'CallExpression' || ofArgument(node.arguments[0]) !== undefined) return undefined;
    const module = moduleOf(bindingOf(node.callee));
    const hint = hintFor(module);
    return hint && `${cameFrom(calleeName(node.callee), module)}: ${hint}`;
  };
  const isInConstant = (node: Node): boolean =>
    ancestorsOf(node).find(({ parent }) => !/^TS|^Logical/.test(parent.type))?.parent.type === 'VariableDeclarator';
  /** Whether an expression is followed by `??` or `||` and what is used without it. @param isAny whether `''` will do */
  const hasFallback = (node: Node, isAny = false): boolean => {
    const { parent, key } = parentOf(wrapped(node)) ?? {};
    const isLeft = parent?.type === 'LogicalExpression' && key === 'left' && parent.operator !== '&&';
    return isLeft && (isAny || !isNothing(parent.right));
  };
  /** Returns the name of an environment variable: `process.env.SITE`. */
  const settingOf = (node: Node): string | undefined =>
    isMember(node) && /^(?:process|import\.meta)\??\.env$/.test(getText(getUnit(node).tree, node.object))
      ? getKey(node)
      : undefined;
  let asked: ReadonlySet<string> | undefined;
  /** Returns the environment variables that the program does without: `process.env.SITE || 'x'`, `if (process.env.SITE)`. */
  const askedSettings = (): ReadonlySet<string> => {
    asked ??= new Set(
      nodes.flatMap((node) => {
        const setting = settingOf(node);
        return setting !== undefined && (hasFallback(node, true) || parentOf(node)?.key === 'test') ? setting : [];
      }),
    );
    return asked;
  };
  /** Returns an expression with the `await` and the type annotations around it. */
  const wrapped = (node: Node): Node => {
    let whole = node;
    for (const { parent } of ancestorsOf(node)) {
      if (!/^TS|^Await/.test(parent.type)) break;
      whole = parent;
    }
    return whole;
  };
  /** Whether an expression has one value for an image. Reports one that depends on what runs more than once. */
  const isSingle = (expression: Node, at: Node): boolean => {
    if (![...values.parametersIn(expression)].some((fn) => values.isRepeated(fn))) return true;
    const call = outsideCallIn(expression);
    const { tree } = getUnit(expression);
    const name = call ? truncate(getText(tree, call.callee), 60) : getExcerpt(tree, expression);
    const module = call && moduleOf(bindingOf(call.callee));
    const prop = ofArgument(call?.arguments[0]) ?? 'them';
    const advice = `it is called for each of several values: take ${prop} as a prop, ready to be shown, or paste the function ${name} into this file.`;
    refuse(at, `${cameFrom(name, module)}: ${hintFor(module) ?? advice}`);
    return false;
  };
  const outsideCallIn = (expression: Node) =>
    nodesIn(expression).find(
      (one): one is Extract<Node, { type: 'CallExpression' }> =>
        one.type === 'CallExpression' && getValue(one).is === 'outside',
    );
  /** Reports elements that come from outside: they are no data. */
  const refuseElements = (node: Node): void => {
    const made = initOf(node) ?? node;
    const call = outsideCallIn(made);
    const callee = call && stripTypeAnnotations(call.callee);
    const module = callee && moduleOf(bindingOf(callee));
    const names = module === undefined ? [] : namesOf(module, made);
    const from = module === undefined ? '' : `, from "${truncate(module, 80)}"`;
    const pasted = callee?.type === 'Identifier' ? `the function ${callee.name}` : 'what makes them';
    if (/^(?:satori-html|ultrahtml|workers-og)/.test(module ?? '') || nodesIn(made).some(isHtmlMaker))
      refuse(node, htmlMessage);
    else if (names.length > 1)
      refuse(
        node,
        `${joinFirst(names, 10)} come${from.slice(1)}: ${hintFor(module) ?? 'paste them into this file, or take what they give as props of the component.'}`,
      );
    else
      refuse(
        node,
        `The elements of this image are what ${getExcerpt(getUnit(made).tree, made)} returns${from}: paste ${pasted} into this file.`,
      );
  };
  const initOf = (node: Node): Node | null | undefined => {
    const declaration = node.type === 'Identifier' ? bindingOf(node)?.declaration : undefined;
    return declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  };
  /** `html(...)` or a literal with the tag `html` of something outside */
  const isHtmlMaker = (one: Node): boolean =>
    (one.type === 'TaggedTemplateExpression' && calleeName(one.tag) === 'html') ||
    (one.type === 'CallExpression' && calleeName(one.callee) === 'html' && getValue(one).is === 'outside');
  /** Returns the names of a module that an expression calls. */
  const namesOf = (module: string, expression: Node): readonly string[] => {
    const called = nodesIn(expression).flatMap((one) =>
      one.type === 'CallExpression' && moduleOf(bindingOf(one.callee)) === module ? calleeName(one.callee) : [],
    );
    return [...new Set(called)].sort();
  };
  const isComponent = (node: Node, binding: Binding): boolean => {
    const module = moduleOf(binding);
    const { parent, key } = parentOf(node) ?? {};
    return module !== undefined && !isBytes(getValue(node)) && !(isMember(parent) && key === 'object');
  };
  const refuseComponent = (name: Node & { readonly name: string }): void => {
    const module = moduleOf(bindingOf(name));
    const file = /\.(vue|svelte|astro)$/.exec(module ?? '')?.[1];
    const advice = file
      ? `a template is JSX: paste its elements into this file as a function that returns them.`
      : `paste the component ${name.name} into this file.`;
    refuse(name, `${cameFrom(name.name, module)}: ${hintFor(module) ?? advice}`);
  };
  return {
    ...{
      replace,
      refuse,
      toName,
      read,
      given,
      named,
      cut,
      isSingle,
      refuseElements,
      refuseComponent,
      workOf,
      props,
      required,
    },
    /** Returns the variables without which a request may come. */
    mayLack: (): readonly string[] => [...lacking].filter((name) => !sure.has(name)),
  };
};
