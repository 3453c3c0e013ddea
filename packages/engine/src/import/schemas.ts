import type { Node } from '@babel/types';
import { getKey, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { once } from './once.ts';
import type { Program } from './program.ts';
import type { Default } from './value.ts';

export type Defaults = ReadonlyMap<string, Default>;

/** Maximum number of chained calls to follow. */
const maxCalls = 50;

/** Reads the defaults that schemas of the program declare: `z.object({ title: z.string().default('x') })`. */
export const readSchemas = ({ nodes, bindingOf }: Program) => {
  const resolve = (expression: Node): Node => {
    const node = stripTypeAnnotations(expression);
    const declaration = bindingOf(node)?.declaration;
    const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
    return init ? stripTypeAnnotations(init) : node;
  };
  /** Returns the calls of `z.string().max(3).default('x')`, last first. */
  const chainOf = (expression: Node) => {
    const calls: { name: string; argument: Node | undefined }[] = [];
    let node = resolve(expression);
    while (node.type === 'CallExpression' && calls.length < maxCalls) {
      const callee = stripTypeAnnotations(node.callee);
      calls.push({ name: getKey(callee) ?? '', argument: node.arguments[0] });
      if (!isMember(callee)) break;
      node = resolve(callee.object);
    }
    return calls;
  };
  const fallbackOf = (type: Node): Default | undefined => {
    const calls = chainOf(type);
    // what a function makes of the text is unknown
    if (calls.some(({ name }) => name === 'transform' || name === 'pipe')) return undefined;
    const given = calls.find(({ name }) => name === 'default' || name === 'catch' || name === 'prefault')?.argument;
    if (given) return given;
    return calls.some(({ name }) => /^(?:optional|nullish|nullable)$/.test(name)) ? 'undefined' : undefined;
  };
  const defaultsOf = once<Node, Defaults>((schema) => {
    const objects = chainOf(schema).flatMap(({ name, argument }) =>
      argument && /^(?:object|extend|strictObject|looseObject)$/.test(name) ? resolve(argument) : [],
    );
    const fields = objects.flatMap((one) => (one.type === 'ObjectExpression' ? one.properties : []));
    // the last call comes first, and is the one that counts
    return new Map(fields.toReversed().flatMap(entryOf));
  }, new Map());
  const entryOf = (property: Node): [string, Default][] => {
    const key = getKey(property);
    const fallback = property.type === 'ObjectProperty' ? fallbackOf(property.value) : undefined;
    return key === undefined || fallback === undefined ? [] : [[key, fallback]];
  };
  /** Returns the defaults of `zValidator('query', schema)` for `c.req.valid('query')`. */
  const validated = (target: string | undefined): Defaults => {
    for (const node of nodes) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
      const [first, schema] = node.arguments;
      const isTarget = first?.type === 'StringLiteral' && first.value === target;
      if (isTarget && schema && /Validator$/.test(node.callee.name)) return defaultsOf(schema);
    }
    return new Map();
  };
  return { defaultsOf, validated };
};
