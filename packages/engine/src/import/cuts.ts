import type { BinaryExpression, Node } from '@babel/types';
import { importHint } from '../template/source/imports.ts';
import { isElement } from '../template/source/module.ts';
import { type Binding, getExcerpt, getText, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { referencesWithin } from '../template/source/variable-scopes.ts';
import { joinFirst, truncate } from '../truncate.ts';
import { nameInPlace, ofArgument, toVariable } from './names.ts';
import type { Program } from './program.ts';
import { isObjectElement } from './responses.ts';
import { calleeName, type Default, type GivenValue, isBytes, isNothing, placeIn, settingOf } from './value.ts';
import type { Values } from './values.ts';

export const htmlMessage =
  'This image is HTML in a text, and a template is JSX: return <div style={{ ... }}>...</div> instead.';

/** Components of other frameworks. */
const foreign = /\.(?:vue|svelte|astro)$/;
/** Packages that make elements of HTML. */
const htmlModules = /^(?:satori-html|ultrahtml|workers-og)/;

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
 * @param reach makes a name part of the slice, and returns the text for it
 */
export const createCuts = (
  program: Program,
  values: Values,
  props: string,
  optional: ReadonlySet<string>,
  reach: (binding: Binding, from: Node) => string,
) => {
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
    if (isShort) workOf(node).replace(node, `${'name' in node ? String(node.name) : ''}: ${text}`);
    else workOf(node).replaceExpression(node, text);
  };
  const refuse = (node: Node, message: string): void => {
    workOf(node).refuse(node, message);
    replace(node, 'undefined');
  };
  /** Returns the variable of an origin; two origins of one name get a number. */
  const toName = (origin: unknown, wanted: string): string => {
    let name = toVariable(wanted);
    const isOther = (known: unknown) => known !== origin;
    for (let n = 2; origins.has(name) && isOther(origins.get(name)); n += 1) name = `${toVariable(wanted)}${n}`;
    if (!origins.has(name)) origins.set(name, origin);
    return name;
  };
  const read = (name: string, fallback?: string): string =>
    fallback === undefined ? `${props}.${name}` : `(${props}.${name} ?? ${fallback})`;

  /** Returns the text of a default, in which names from outside are variables too; undefined if it loads something. */
  const writeDefault = (expression: Default | undefined): string | undefined => {
    if (expression === undefined || typeof expression === 'string') return expression;
    const constant = program.getConstant(expression);
    if (constant !== undefined) return JSON.stringify(constant);
    if (outsideCallIn(expression)) return undefined;
    const { tree } = getUnit(expression);
    let [text, at] = ['', expression.start ?? 0];
    for (const { node } of referencesWithin(tree, expression)) {
      text += tree.source.slice(at, node.start ?? 0) + writeName(node);
      at = node.end ?? 0;
    }
    return text + tree.source.slice(at, expression.end ?? 0);
  };
  const writeName = (node: Node & { readonly name: string }): string => {
    const binding = bindingOf(node);
    const value = getValue(node);
    if (!binding || value.is === 'request') return node.name;
    if (value.is === 'given') return read(toName('given', value.name));
    if (value.is !== 'outside') return reach(binding, node);
    const name = toName(binding, node.name);
    required.add(name);
    return read(name);
  };

  // Values of the request.
  /** Variables that are read, not only asked for. */
  const used = new Set<string>();
  const given = (node: Node, value: GivenValue): void => {
    const { name: wanted, fallback: expression, isChecked, mayLack, isNull, inside = [] } = value;
    const name = toName('given', wanted);
    const fallback = writeDefault(expression);
    used.add(name);
    if (name !== wanted)
      workOf(node).note(node, `"${truncate(wanted, 60)}" is the variable ${truncate(name, 60)} here.`);
    if (mayLack && !isChecked) lacking.add(name);
    else if (fallback === undefined) sure.add(name);
    replace(
      node,
      read(
        name + inside.map((key) => `[${JSON.stringify(key)}]`).join(''),
        fallback ??
          (isCompared(node, value) ? 'null' : optional.has(name) ? String(isNull ? null : undefined) : undefined),
      ),
    );
  };
  /** Makes the values of the request required without which a statement that was dropped ends: `if (!title || !by) return`. */
  const requireChecked = (test: Node): void => {
    const node = stripTypeAnnotations(test);
    if (node.type === 'LogicalExpression' && node.operator === '||') {
      requireChecked(node.left);
      requireChecked(node.right);
    }
    if (node.type === 'UnaryExpression' && node.operator === '!') requireValue(stripTypeAnnotations(node.argument));
  };
  const requireValue = (asked: Node): void => {
    const value = getValue(initOf(asked) ?? asked);
    const own = getValue(asked);
    for (const one of [value, own]) {
      if (one.is !== 'given' || one.fallback !== undefined) continue;
      const name = toName('given', one.name);
      if (!used.has(name)) continue;
      sure.add(name);
      required.add(name);
    }
  };
  /** Makes the values of the request required without which there is no image: `if (title && isKnown(title)) { ... }`. */
  const requireTruthy = (test: Node): void => {
    const node = stripTypeAnnotations(test);
    if (node.type === 'LogicalExpression' && node.operator === '&&') {
      requireTruthy(node.left);
      requireTruthy(node.right);
    } else requireValue(node);
  };
  /** Whether the code asks for a value that a request may lack by comparing it. */
  const isCompared = (node: Node, { name, isChecked, mayLack, isNull }: GivenValue): boolean =>
    mayLack === true &&
    !isChecked &&
    ((isComparison(parentOf(node)?.parent) && !isDereferenced(name)) ||
      isOnlyCompared(node) ||
      (isNull === true && isComparedWithNull(node)));
  const isComparison = (node: Node | undefined): node is BinaryExpression =>
    node?.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator);
  /** Returns the uses of the constant that holds a value. */
  const usesOfConstant = (node: Node): readonly Node[] => {
    const { parent, key } = parentOf(wrapped(node)) ?? {};
    const isConstant = parent?.type === 'VariableDeclarator' && key === 'init' && parent.id.type === 'Identifier';
    const binding = isConstant ? bindingOf(parent.id) : undefined;
    return binding ? usesOf(binding) : [];
  };
  /** Whether the code asks for the `null` that a request says where it lacks the value: `given !== null ? given : 'x'`. */
  const isComparedWithNull = (node: Node): boolean =>
    usesOfConstant(node).some((use) => {
      const { parent } = parentOf(use) ?? {};
      return (
        isComparison(parent) &&
        'right' in parent &&
        [parent.left, parent.right].some(({ type }) => type === 'NullLiteral')
      );
    });
  /** Whether a constant holds a value that is only compared: `switch (style)`, `mode === 'dark'`. */
  const isOnlyCompared = (node: Node): boolean => {
    const uses = usesOfConstant(node);
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
    if (isOfElements(node) || !isSingle(declarator?.init ?? node, node)) return;
    const place = declarator && placeIn(declarator.id, identifier);
    const given =
      (place?.fallback && !isNothing(place.fallback) && place.fallback) || fallbackOfSetting(declarator?.init);
    const fallback = given ? writeDefault(given) : undefined;
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
  /** Expressions without a name that are variables, by what they say. */
  const cutOnes = new Map<string, { readonly node: Node; readonly names: readonly (Binding | undefined)[] }[]>();
  /** Returns the first expression that says the same: `getSite()` at two places is one variable. */
  const originOf = (node: Node): Node => {
    const { tree } = getUnit(node);
    const names = [...referencesWithin(tree, node)].map((one) => bindingOf(one.node));
    const text = getText(tree, node);
    const alike = cutOnes.get(text) ?? [];
    const known = alike.find((one) => one.names.every((name, n) => name === names[n]));
    if (!known) cutOnes.set(text, [...alike, { node, names }]);
    return known?.node ?? node;
  };
  /** Puts a variable in the place of an expression that has no name. */
  const cut = (node: Node): void => {
    if (isOfElements(node) || !isSingle(node, node)) return;
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
  /** Reports a method of what comes from outside, which is called for each of several values, and one of the entry's class. */
  const refuseMethod = (node: Node, callee: Node): void => {
    const { tree } = getUnit(node);
    const owner = isMember(callee) ? callee.object : callee;
    const name = truncate(getText(tree, owner), 60);
    const message =
      owner.type === 'ThisExpression'
        ? `needs the object of a class, and a template is one function: paste what ${calleeName(callee)} does into it.`
        : `calls what comes from outside the file, for each of several values: send ${name} ready to be shown, and write {${name}}.`;
    refuse(node, `${getExcerpt(tree, node)} ${message}`);
  };
  const outsideCallIn = (expression: Node) =>
    nodesIn(expression).find(
      (one): one is Extract<Node, { type: 'CallExpression' }> =>
        one.type === 'CallExpression' && getValue(one).is === 'outside',
    );
  /** Whether a constant holds elements that are made of what is outside, which is reported. */
  const isOfElements = (node: Node): boolean => {
    const name = node.type === 'AwaitExpression' ? stripTypeAnnotations(node.argument) : node;
    const made = initOf(name);
    if (!made || !('name' in name)) return false;
    const isMade = nodesIn(made).some((one) => isElement(one) || isObjectElement(one));
    const advice = 'load first what they need, and write them where they are shown.';
    const component = isHtml(made) ? foreignComponentOf(made) : undefined;
    if (component) refuseComponent(component, node);
    else if (isHtml(made)) refuse(node, htmlMessage);
    else if (isMade) refuse(node, `${name.name} has elements in what is loaded outside the file: ${advice}`);
    return isMade || isHtml(made);
  };
  /** Reports elements that come from outside: they are no data. */
  const refuseElements = (node: Node): void => {
    const made = initOf(node) ?? node;
    if (made.type === 'Identifier' && /^[A-Z]/.test(made.name)) {
      refuseComponent(made);
      return;
    }
    const component = foreignComponentOf(made);
    if (component) refuseComponent(component, node);
    else if (isHtml(made) || /html/i.test(getText(getUnit(made).tree, made))) refuse(node, htmlMessage);
    else refuse(node, elementsMessage(made));
  };
  const elementsMessage = (made: Node): string => {
    const call = outsideCallIn(made);
    const excerpt = getExcerpt(getUnit(made).tree, made);
    if (!call)
      return `The elements of this image are ${excerpt}, which comes from outside the file: paste what makes them into it.`;
    const callee = stripTypeAnnotations(call.callee);
    const module = moduleOf(bindingOf(callee));
    const names = module === undefined ? [] : namesOf(module, made);
    const from = module === undefined ? '' : `, from "${truncate(module, 80)}"`;
    const pasted = callee.type === 'Identifier' ? `the function ${callee.name}` : 'what makes them';
    return names.length > 1
      ? `${joinFirst(names, 10)} come${from.slice(1)}: ${hintFor(module) ?? 'paste them into this file, or take what they give as props of the component.'}`
      : `The elements of this image are what ${excerpt} returns${from}: paste ${pasted} into this file.`;
  };
  const initOf = (node: Node): Node | null | undefined => {
    const declaration = node.type === 'Identifier' ? bindingOf(node)?.declaration : undefined;
    return declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  };
  /** Whether an expression makes elements of HTML outside the file: `html(...)`, or a literal with that tag. */
  const isHtml = (expression: Node): boolean =>
    nodesIn(expression).some((one) => {
      const callee = one.type === 'CallExpression' ? one.callee : one.type === 'TaggedTemplateExpression' && one.tag;
      const isMaker = callee && (calleeName(callee) === 'html' || htmlModules.test(moduleOf(bindingOf(callee)) ?? ''));
      return isMaker === true && getValue(one).is === 'outside';
    });
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
  /** Returns the component of Svelte, Vue or Astro that the file of HTML imports. */
  const foreignComponentOf = (made: Node): (Node & { readonly name: string }) | undefined => {
    const { references } = getUnit(made).tree;
    return references.find(({ node }) => foreign.test(moduleOf(bindingOf(node)) ?? ''))?.node;
  };
  const refuseComponent = (name: Node & { readonly name: string }, at: Node = name): void => {
    const module = moduleOf(bindingOf(name));
    const advice = foreign.test(module ?? '')
      ? `a template is JSX: paste its elements into this file as a function that returns them.`
      : `paste the component ${name.name} into this file.`;
    refuse(at, `${cameFrom(name.name, module)}: ${hintFor(module) ?? advice}`);
  };
  return {
    ...{
      replace,
      refuse,
      toName,
      read,
      writeDefault,
      given,
      named,
      cut,
      isSingle,
      refuseElements,
      refuseComponent,
      refuseMethod,
      requireChecked,
      requireTruthy,
      workOf,
      props,
      required,
    },
    /** Returns the variables without which a request may come. */
    mayLack: (): readonly string[] => [...lacking].filter((name) => !sure.has(name)),
  };
};
