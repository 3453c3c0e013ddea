import type { CallExpression, ExpressionStatement, Node } from '@babel/types';
import {
  type Binding,
  getExcerpt,
  isMember,
  isWithin,
  type SourcePosition,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, findNames, isFunction } from '../template/source/variable-scopes.ts';
import type { Emitter, SliceContext } from './emit.ts';
import type { Images } from './images.ts';
import { calleeName, isNothing } from './value.ts';

export type Statements = ReturnType<typeof createStatements>;

/** Methods that change what they are called on, and return something that can be given a name. */
const mutating = /^(?:push|unshift|splice|pop|shift|sort|reverse|fill|set|add|delete|clear)$/;

/** Keeps the statements that the image needs: what gives it, what is around these, and what changes a needed value. */
export const createStatements = (
  { program, values, cuts, need }: SliceContext,
  { emit, emitCode }: Emitter,
  images: Images,
  entryFn: FunctionNode,
) => {
  const { bindingOf, parentOf, ancestorsOf, between, functionAround, functionOf, getUnit, usesOf, nodesIn, nameOf } =
    program;
  const { getValue } = values;
  const { workOf } = cuts;
  const kept = new Set<Node>();
  /** Statements that contain a kept one. */
  const holding = new Set<Node>();

  const add = (statement: Node): void => {
    kept.add(statement);
    for (const { parent } of ancestorsOf(statement)) {
      if (holding.has(parent)) break;
      holding.add(parent);
    }
  };
  /** @param part what is needed of it, if not the whole */
  const keep = (statement: Node, part?: Node): void => {
    if (kept.has(statement)) return;
    add(statement);
    if (part) emit(part);
    else if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') emit(statement.argument);
    else if (statement.type === 'ExpressionStatement') emitEffect(statement.expression);
    climb(statement);
  };
  /** Keeps the statements around a kept one, up to its function. */
  const climb = (statement: Node): void => {
    for (const { parent } of ancestorsOf(statement)) {
      if (isFunction(parent) || parent.type === 'Program') return;
      if (kept.has(parent)) continue;
      add(parent);
      keepAround(parent);
    }
  };
  const keepAround = (node: Node): void => {
    if (values.isImageLoop(node)) return;
    switch (node.type) {
      case 'IfStatement':
        if (!images.isAssumed(node)) emit(node.test);
        return;
      case 'ForStatement':
        if (node.init?.type === 'VariableDeclaration') for (const one of node.init.declarations) needAll(one.id);
        else emit(node.init);
        emit(node.test);
        emit(node.update);
        keepJumps(node.body);
        return;
      case 'ForOfStatement':
      case 'ForInStatement':
        add(node.left);
        if (node.left.type === 'VariableDeclaration') node.left.declarations.forEach(add);
        emit(node.right);
        keepJumps(node.body);
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
        emit(node.test);
        keepJumps(node.body);
        return;
      case 'SwitchStatement':
        emit(node.discriminant);
        for (const one of node.cases) emit(one.test);
        keepJumps(node);
        return;
    }
  };
  const keepJumps = (body: Node): void => {
    const fn = functionAround(body);
    for (const node of nodesIn(body))
      if (/^(?:Break|Continue)Statement$/.test(node.type) && functionAround(node) === fn) keep(node);
  };
  const needAll = (pattern: Node): void => {
    for (const name of findNames(pattern)) {
      const binding = getUnit(name).tree.bindingOf(name);
      if (binding) need(binding);
    }
  };
  /** An assignment of what is outside is a variable of that name, and what the name held before is the default. */
  const emitEffect = (expression: Node): void => {
    const node = stripTypeAnnotations(expression);
    if (node.type !== 'AssignmentExpression') {
      emit(node);
      return;
    }
    if (values.isPart(node.right)) {
      emitCode(node);
      return;
    }
    const right = stripTypeAnnotations(node.right);
    const binding = node.left.type === 'Identifier' ? bindingOf(node.left) : undefined;
    if (node.left.type !== 'Identifier' || !binding || getValue(right).is !== 'outside') {
      if (getValue(node).is === 'code') emit(node);
      else emitCode(node);
      return;
    }
    if (!cuts.isSingle(right, right)) return;
    const name = cuts.toName(binding, node.left.name);
    const isFirst = isEmpty(binding);
    cuts.replace(right, isFirst ? `${cuts.read(name)}!` : `${cuts.read(name)} ?? ${node.left.name}`);
    need(binding);
    workOf(node).note(node, `${name} comes from outside the file: it is a variable here, and the mint sends it.`);
  };
  /** Whether a name is declared without a value: `let post`, `let post = null`. */
  const isEmpty = ({ declaration }: Binding): boolean => {
    const init = declaration.type === 'VariableDeclarator' && declaration.init;
    return !init || isNothing(init);
  };

  // Functions.
  const isThis = ({ type }: Node): boolean => type === 'ThisExpression';
  /** Keeps what a function returns, or its image. */
  const visitBody = (fn: FunctionNode): void => {
    if (fn.body.type !== 'BlockStatement') {
      emit(fn.body);
      return;
    }
    const isImage = images.isImageFunction(fn);
    for (const node of program.ownNodes(fn)) {
      if (node.type === 'ThrowStatement' && !isImage) keep(node);
      if (node.type === 'ReturnStatement' && isAnswer(isImage, node.argument) && !isRescueOf(fn, node)) keep(node);
      if (node.type === 'ExpressionStatement') visitExpression(fn, node);
    }
  };
  const visitExpression = (fn: FunctionNode, node: ExpressionStatement): void => {
    if (fn !== entryFn && nodesIn(node).some(isThis)) keep(node);
    if (images.sentIn(fn).has(node)) send(fn, node);
  };
  const isAnswer = (isImage: boolean, result: Node | null | undefined): boolean =>
    !isImage || (result != null && getValue(result).is === 'image');
  const isRescueOf = (fn: FunctionNode, node: Node): boolean =>
    (images.isImageFunction(fn) || values.makesElements(fn)) && images.isRescue(fn, node);
  const send = (fn: FunctionNode, node: Extract<Node, { type: 'ExpressionStatement' }>): void => {
    if (images.isRescue(fn, node)) return;
    const image = node.expression.type === 'AssignmentExpression' ? node.expression.right : node.expression;
    workOf(node).replace({ start: node.start, end: image.start }, 'return ');
    keep(node, image);
  };

  // Effects.
  /** Keeps what changes a value that is needed, and what runs that. */
  const keepWrites = (binding: Binding): void => {
    for (const use of effectfulUses(binding)) {
      const statement = effectOf(use, binding);
      if (!statement || kept.has(statement) || isRescued(statement)) continue;
      if (isFunction(statement)) keepCalls(statement);
      else if (statement.type === 'VariableDeclarator') needAll(statement.id);
      else keep(statement);
      for (let fn = functionAround(statement); fn && !isWithin(binding.scope, fn); fn = functionAround(fn))
        keepCalls(fn);
    }
  };
  /** Returns the uses of a value, also under the names of constants that are the same object. */
  const effectfulUses = (binding: Binding): readonly Node[] => {
    const found = new Set<Node>();
    const bindings = new Set([binding]);
    for (const one of bindings)
      for (const use of usesOf(one)) {
        found.add(use);
        const { parent, key } = parentOf(use) ?? {};
        const isSame = parent?.type === 'VariableDeclarator' && key === 'init' && parent.id.type === 'Identifier';
        const alias = isSame ? bindingOf(parent.id) : undefined;
        if (alias) bindings.add(alias);
      }
    return [...found];
  };
  const keepCalls = (fn: FunctionNode): void => {
    const name = nameOf(fn);
    if (name) need(name);
    for (const node of name ? program.sitesOf(fn).map((one) => one.node) : [fn]) {
      const statement = ancestorsOf(node).find(
        ({ parent }) => parent.type === 'ExpressionStatement' || isFunction(parent),
      );
      if (statement?.parent.type === 'ExpressionStatement') keep(statement.parent);
    }
  };
  const isRescued = (statement: Node): boolean => {
    const fn = functionAround(statement);
    return (
      fn !== undefined &&
      images.isImageFunction(fn) &&
      between(statement, fn).some(({ parent }) => parent.type === 'CatchClause')
    );
  };
  /**
   * Returns the statement by which a use changes a value, or the function whose result does: an assignment, a method
   * that is called on it, or a function of the file or of the language that is given it. What is outside changes
   * nothing here: that is noted.
   */
  const effectOf = (use: Node, binding: Binding): Node | undefined => {
    const path = [...ancestorsOf(use)];
    const end = path.findIndex(({ parent }) => isFunction(parent) || /Statement$|Declarator$/.test(parent.type));
    const inside = path.slice(0, end < 0 ? path.length : end);
    const statement = path[end]?.parent;
    const effect = statement && isFunction(statement) ? (statementAround(statement) ?? statement) : statement;
    if (!effect) return undefined;
    const written = inside.find(isWrite);
    if (written) return isReadOnly(inside, written.parent) ? undefined : effect;
    const call = inside.find(({ parent }) => /^(?:Optional)?CallExpression$/.test(parent.type));
    return call && getValue(use).is !== 'image' ? effectOfCall(call, effect, use, binding) : undefined;
  };
  const isWrite = ({ parent, key }: SourcePosition): boolean =>
    (/^(?:Assignment|Update)Expression$/.test(parent.type) && (key === 'left' || key === 'argument')) ||
    (parent.type === 'UnaryExpression' && parent.operator === 'delete');
  const effectOfCall = (
    { parent, key, child }: SourcePosition & { readonly child: Node },
    effect: Node,
    use: Node,
    binding: Binding,
  ): Node | undefined => {
    const callee = stripTypeAnnotations((parent as CallExpression).callee);
    const isReceiver = key === 'callee' && child !== use;
    if (effect.type === 'VariableDeclarator' || isFunction(effect)) {
      const isChange = isReceiver && mutating.test(calleeName(callee)) && !isWithin(binding.declaration, effect);
      return isChange ? effect : undefined;
    }
    if (effect.type !== 'ExpressionStatement') return undefined;
    if (isReceiver || (key === 'arguments' && isOfProgram(callee))) return effect;
    if (key === 'arguments') noteLost(effect, binding);
    return undefined;
  };
  /** Whether a function is one of the program or of the language. */
  const isOfProgram = (callee: Node): boolean => {
    const owner = isMember(callee) ? callee.object : callee;
    return functionOf(callee) !== undefined || (getValue(owner).is === 'code' && calleeName(owner) !== 'console');
  };
  /** Whether a write is only to a member by a computed name: `other[key] = 1` does not change `key`. */
  const isReadOnly = (inside: readonly { readonly parent: Node; readonly key: string }[], write: Node): boolean =>
    inside
      .slice(
        0,
        inside.findIndex(({ parent }) => parent === write),
      )
      .some(
        ({ parent, key }) =>
          (isMember(parent) && key === 'property') || /^(?:Call|Binary|Conditional|Logical)/.test(parent.type),
      );
  /** Returns the statement around a function that is written in a call: `names.forEach((name) => labels.add(name))`. */
  const statementAround = (fn: Node): Node | undefined => {
    for (const { parent } of ancestorsOf(fn)) {
      if (parent.type === 'ExpressionStatement') return parent;
      if (/Statement$|Declarat/.test(parent.type)) return undefined;
    }
    return undefined;
  };
  /** Adds a note for an object that something outside may have changed. */
  const noteLost = (statement: Node, { declaration, name }: Binding): void => {
    const init =
      declaration.type === 'VariableDeclarator' && declaration.init
        ? stripTypeAnnotations(declaration.init)
        : undefined;
    if (!init || !/^(?:Object|Array|New)Expression$/.test(init.type)) return;
    if (calleeOf(statement) === 'console') return;
    const text = getExcerpt(getUnit(statement).tree, statement);
    workOf(statement).note(
      statement,
      `${text} is left out, because it needs what a template does not have: ${name} is what it was before.`,
    );
  };
  const calleeOf = (statement: Node): string => {
    const call = nodesIn(statement).find((one) => one.type === 'CallExpression');
    const callee = call?.type === 'CallExpression' ? stripTypeAnnotations(call.callee) : undefined;
    return callee && isMember(callee) ? calleeName(callee.object) : '';
  };
  return {
    ...{ keep, climb, add, visitBody, keepWrites },
    isKept: (node: Node) => kept.has(node),
    /** Whether a statement is kept, or something inside of it. */
    hasKept: (node: Node) => kept.has(node) || holding.has(node),
  };
};
