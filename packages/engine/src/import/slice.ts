import type { Node, Statement, VariableDeclarator } from '@babel/types';
import { isImportable } from '../template/source/imports.ts';
import {
  type Binding,
  getEndOfSpace,
  getText,
  isWithin,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, findNames } from '../template/source/variable-scopes.ts';
import { createCuts } from './cuts.ts';
import { createDropping } from './drop.ts';
import { createEmitter, type SliceContext } from './emit.ts';
import type { Entry } from './entry.ts';
import { createImages } from './images.ts';
import { getName } from './imports.ts';
import { once } from './once.ts';
import { isParameter } from './parameters.ts';
import type { Program, Unit } from './program.ts';
import { createStatements } from './statements.ts';
import { placeIn } from './value.ts';
import type { Values } from './values.ts';

/** A slice: edits of the files, and what is around them. */
export interface Slice {
  /** The name of the template's parameter, and its types. */
  readonly props: string;
  readonly types: readonly string[];
  /** The name of the function that gives the image. */
  readonly start: string;
  readonly imports: readonly string[];
  /** Files whose names the image needs, by the name of what holds them. */
  readonly neighbours: ReadonlyMap<Unit, { readonly handle: string; readonly names: readonly string[] }>;
  /** Variables that a request may lack. */
  readonly mayLack: readonly string[];
  /** Variables that every mint sends, even where the code asks whether they are there. */
  readonly required: readonly string[];
  /** Whether the entry itself gives what it is for. */
  readonly hasAnswer: boolean;
}

/**
 * Keeps what the image needs, backwards from the image, and puts a variable wherever that meets the request or what is
 * outside. Everything else is dropped.
 */
export const sliceProgram = (program: Program, values: Values, entry: Entry, optional: ReadonlySet<string>): Slice => {
  const { moduleOf, parentOf } = program;
  const { getValue } = values;
  const main = entry.unit;
  const reachFrom = (binding: Binding, from: Node): string => {
    need(binding);
    const home = program.getUnit(binding.declaration);
    return home === program.getUnit(from) || moduleOf(binding) !== undefined ? binding.name : reach(home, binding);
  };
  const cuts = createCuts(program, values, program.free('props', 'variables'), optional, reachFrom);
  const agenda: (() => void)[] = [];
  const needed = new Map<Binding, Set<string | undefined>>();
  const visited = new Set<FunctionNode>();
  /** Constants that are objects, of which only the needed fields stay. */
  const objects = new Map<Node, readonly Node[]>();
  const exported = new Map<Unit, Set<string>>();

  const need = (binding: Binding, field?: string): void => {
    const fields = needed.get(binding) ?? new Set();
    if (fields.has(field)) return;
    const isFirst = !needed.has(binding);
    needed.set(binding, fields.add(field));
    const { declaration } = binding;
    const parts = fieldsOf(binding);
    if (parts) {
      objects.set(declaration, parts);
      emitter.demandField(parts, field);
    }
    if (isParameter(binding) && declaration !== entry.fn)
      emitter.emitArguments(declaration as FunctionNode, binding, field);
    if (isFirst && moduleOf(binding) === undefined) {
      keepDeclaration(binding);
      context.later(() => statements.keepWrites(binding));
    }
  };
  const keepDeclaration = (binding: Binding): void => {
    const { declaration } = binding;
    if (isParameter(binding)) return;
    if (declaration.type === 'FunctionDeclaration') {
      statements.add(declaration);
      statements.climb(declaration);
      visitFunction(declaration);
    } else if (declaration.type === 'ClassDeclaration') {
      statements.add(declaration);
      emitter.emitCode(declaration);
    } else if (declaration.type === 'VariableDeclarator') keepDeclarator(declaration);
    else if (declaration.type === 'TSEnumDeclaration') statements.add(declaration);
  };
  const keepDeclarator = (declarator: VariableDeclarator): void => {
    const { id, init } = declarator;
    const statement = parentOf(declarator)?.parent ?? declarator;
    statements.add(declarator);
    statements.add(statement);
    statements.climb(statement);
    emitDefaults(id);
    if (objects.has(declarator) || !init) return;
    if (id.type !== 'Identifier' && getValue(init).is === 'request') cuts.replace(init, cuts.props);
    else emitter.emit(init);
  };
  /** Returns the fields of a constant that is an object, each of which can be dropped. */
  const fieldsOf = once<Binding, readonly Node[] | undefined>(({ declaration, identifier }) => {
    if (declaration.type !== 'VariableDeclarator' || declaration.id !== identifier || !declaration.init)
      return undefined;
    const object = stripTypeAnnotations(declaration.init);
    const isPlain = (one: Node) => one.type === 'ObjectProperty' && !one.computed;
    if (object.type !== 'ObjectExpression' || getValue(object).is !== 'code') return undefined;
    return object.properties.every(isPlain) ? object.properties : undefined;
  }, undefined);
  const visitFunction = (fn: FunctionNode): void => {
    if (visited.has(fn)) return;
    visited.add(fn);
    if (fn !== entry.fn) fn.params.forEach(visitParameter);
    statements.visitBody(fn);
  };
  const visitParameter = (parameter: Node): void => {
    const names = findNames(parameter);
    const isOfCode = (name: Node) => getValue(name).is === 'code';
    const isCut = (name: Node) => /^(?:request|given|outside)$/.test(getValue(name).is);
    if (names.some(isCut) && parameter.type !== 'RestElement') {
      if (!names.some(isOfCode)) {
        cuts.workOf(parameter).replace(parameter, `${program.free('unused')}${parameter.start}`);
        return;
      }
      if (parameter.type === 'ObjectPattern') cuts.workOf(parameter).insert(' = {}', parameter.end);
    }
    emitDefaults(parameter);
  };
  /** Emits the defaults and computed names of a pattern. */
  const emitDefaults = (pattern: Node): void => {
    const patterns = [pattern];
    for (const one of patterns) {
      if (one.type === 'AssignmentPattern') {
        emitter.emit(one.right);
        patterns.push(one.left);
      } else if (one.type === 'ObjectPattern') patterns.push(...one.properties);
      else if (one.type === 'ArrayPattern') patterns.push(...one.elements.filter((inner) => inner !== null));
      else if (one.type === 'ObjectProperty') {
        if (one.computed) emitter.emit(one.key);
        patterns.push(one.value);
      }
    }
  };
  const handles = new Map<Unit, string>();
  const reach = (home: Unit, binding: Binding): string => {
    if (home === main) return binding.name;
    exported.set(home, (exported.get(home) ?? new Set()).add(binding.name));
    const handle = handles.get(home) ?? program.free(`file${handles.size + 1}`);
    handles.set(home, handle);
    return `${handle}.${binding.name}`;
  };

  const context: SliceContext = {
    ...{ program, values, cuts, main, need, visitFunction, reach },
    later: (work) => agenda.push(work),
    neededOf: (binding) => needed.get(binding) ?? new Set(),
  };
  const images = createImages(program, values, entry);
  const emitter = createEmitter(context);
  const statements = createStatements(context, emitter, images, entry.fn);
  const drop = createDropping(context, statements, images, entry);

  const start = writeEntry(program, entry, () => visitFunction(entry.fn), statements.add);
  for (let work = agenda.pop(); work; work = agenda.pop()) work();
  drop(visited);
  emitter.dropGiven(visited);
  for (const field of [...objects.values()].flat())
    if (field.type === 'ObjectProperty' && !emitter.isDemanded(field)) cuts.replace(field.value, 'undefined');
  return {
    ...{
      start,
      props: cuts.props,
      types: typesOf(program, values, entry),
      mayLack: cuts.mayLack(),
      required: [...cuts.required],
      hasAnswer: !entry.makesImage || images.hasAnswer(entry.fn),
    },
    imports: [...new Set([...needed.keys()].flatMap((one) => importOf(program, one)))],
    neighbours: new Map(
      [...handles].map(([unit, handle]) => [unit, { handle, names: [...(exported.get(unit) ?? [])] }]),
    ),
  };
};

const dropParameters = ({ tree, work }: Unit, fn: FunctionNode): void => {
  const [first, last] = [fn.params[0], fn.params.at(-1)];
  if (!first || !last) return;
  const after = getEndOfSpace(tree.source, last.end ?? 0);
  const end = tree.source[after] === ',' ? after + 1 : last.end;
  const isBare = fn.type === 'ArrowFunctionExpression' && !/^\s*(?:async\s*)?(?:<[^>]*>\s*)?\(/.test(getText(tree, fn));
  work.replace({ start: first.start, end }, isBare ? '()' : '');
};

/** Makes the function of the template one that can be called, and returns its name. */
const writeEntry = (
  program: Program,
  { fn, unit }: Entry,
  visit: () => void,
  add: (statement: Node) => void,
): string => {
  const { tree, work } = unit;
  visit();
  dropParameters(unit, fn);
  const statement = tree.program.body.find((one) => isWithin(fn, one)) as Statement;
  const isDeclared = fn === statement || ('declaration' in statement && statement.declaration === fn);
  if (fn.type === 'FunctionDeclaration' && fn.id && isDeclared) {
    add(fn);
    if (fn !== statement) work.replace({ start: statement.start, end: fn.start }, '');
    return fn.id.name;
  }
  const start = program.free('image');
  const isMethod = /Method$/.test(fn.type);
  const opening = isMethod ? tree.source.indexOf('(', ('key' in fn && fn.key.end) || (fn.start ?? 0)) : fn.start;
  const word = isMethod ? `${fn.async ? 'async ' : ''}function` : '';
  work.replace({ start: statement.start, end: opening }, `const ${start} = ${word}`);
  work.replace({ start: fn.end, end: statement.end }, ';');
  return start;
};

/** Returns the import statement of a name that templates can import. */
const importOf = ({ moduleOf }: Program, binding: Binding): readonly string[] => {
  const module = moduleOf(binding);
  const { declaration, name } = binding;
  if (module === undefined) return [];
  if (name === 'cn' && !isImportable(module))
    return [
      "import { clsx as joined } from 'clsx'; import { twMerge as merged } from 'tailwind-merge'; const cn = (...given) => merged(joined(given));",
    ];
  const from = isImportable(module) ? module : 'react';
  if (!isImportable(module) && (!module.includes('react') || name === 'React')) return [];
  if (declaration.type === 'ImportNamespaceSpecifier') return [`import * as ${name} from '${from}';`];
  if (declaration.type === 'ImportDefaultSpecifier') return [`import ${name} from '${from}';`];
  return declaration.type === 'ImportSpecifier'
    ? [`import { ${getName(declaration.imported)} as ${name} } from '${from}';`]
    : [];
};

/** Returns the types that the author gives what is read of the request. */
const typesOf = ({ getUnit }: Program, { getValue }: Values, { fn }: Entry): string[] => {
  const { tree } = getUnit(fn);
  const textOf = (target: Node): string | undefined =>
    'typeAnnotation' in target && target.typeAnnotation?.type === 'TSTypeAnnotation'
      ? getText(tree, target.typeAnnotation.typeAnnotation)
      : undefined;
  const own = fn.params.flatMap((one) => {
    const target = one.type === 'AssignmentPattern' ? one.left : one;
    const text = textOf(target);
    if (text === undefined) return [];
    if (target.type !== 'Identifier')
      return findNames(target).every((name) => getValue(name).is === 'given' && isDirect(target, name)) ? [text] : [];
    const value = getValue(target);
    if (value.is === 'given') return [`{ ${target.name}${target.optional ? '?' : ''}: ${text} }`];
    return value.is === 'request' && value.part === 'record' ? [text] : [];
  });
  const read = tree.nodes.flatMap((node) => {
    const value = node.type === 'VariableDeclarator' && node.init ? getValue(node.init) : undefined;
    if (node.type !== 'VariableDeclarator' || !node.init || value?.is !== 'request' || value.part === 'frame')
      return [];
    const type = textOf(node.id) ?? typeIn(node.init, (one) => getText(tree, one));
    return type === undefined ? [] : [type];
  });
  return [...own, ...read];
};

const isDirect = (pattern: Node, name: Node): boolean => placeIn(pattern, name)?.path.length === 1;

const typeIn = (init: Node, textOf: (type: Node) => string): string | undefined => {
  if (init.type === 'TSAsExpression') return textOf(init.typeAnnotation);
  if (init.type === 'AwaitExpression') return typeIn(init.argument, textOf);
  const [type] =
    'typeParameters' in init && init.typeParameters && 'params' in init.typeParameters
      ? init.typeParameters.params
      : [];
  return type && textOf(type);
};
