import type { Node } from '@babel/types';
import { getKey, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';

/** The defaults that a file's schemas declare, as in `z.object({ title: z.string().default('x') })`. */
export interface Schemas {
  /** Returns source texts of defaults by name; empty for a schema of another file. */
  defaultsOf(schema: Node): ReadonlyMap<string, string>;
}

/** Maximum number of chained calls to follow. */
const maxCalls = 50;

export const findSchemas = ({ source }: SyntaxTree, { resolve }: Constants): Schemas => {
  const cache = new Map<Node, ReadonlyMap<string, string>>();
  const read = (schema: Node): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    for (const { callee, argument } of getChain(resolve(schema), resolve)) {
      if ((callee !== 'object' && callee !== 'extend') || argument?.type !== 'ObjectExpression') continue;
      for (const property of argument.properties) {
        const name = getKey(property);
        const fallback = property.type === 'ObjectProperty' ? getFallback(property.value) : undefined;
        if (name !== undefined && fallback !== undefined && !found.has(name)) found.set(name, fallback);
      }
    }
    return found;
  };
  const getFallback = (type: Node): string | undefined => {
    const calls = getChain(type, resolve);
    const given = calls.find(({ callee }) => callee === 'default')?.argument;
    if (given) return source.slice(given.start ?? 0, given.end ?? 0);
    return calls.some(({ callee }) => /^(?:optional|nullish|nullable)$/.test(callee)) ? 'undefined' : undefined;
  };
  return {
    defaultsOf: (schema) => {
      const defaults = cache.get(schema) ?? read(schema);
      cache.set(schema, defaults);
      return defaults;
    },
  };
};

/** Returns the calls of `z.string().max(3).default('x')`, last first. */
const getChain = (expression: Node | undefined, resolve: Constants['resolve']) => {
  const calls: { callee: string; argument: Node | undefined }[] = [];
  let node = expression && stripTypeAnnotations(expression);
  while (node?.type === 'CallExpression' && calls.length < maxCalls) {
    const callee = stripTypeAnnotations(node.callee);
    if (callee.type !== 'MemberExpression') break;
    const [argument] = node.arguments;
    calls.push({ callee: getKey(callee) ?? '', argument: argument && stripTypeAnnotations(argument) });
    const object = stripTypeAnnotations(callee.object);
    node = object.type === 'Identifier' ? resolve(object) : object;
  }
  return calls;
};
