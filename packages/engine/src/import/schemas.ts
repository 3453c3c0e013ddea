import type { Node } from '@babel/types';
import { getProperty } from '../template/source/constants.ts';
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
    const calls: { name: string; argument: Node | undefined; variants: readonly Node[] }[] = [];
    let node = resolve(expression);
    while (node.type === 'CallExpression' && calls.length < maxCalls) {
      const callee = stripTypeAnnotations(node.callee);
      const list = node.arguments.at(-1);
      const variants = list?.type === 'ArrayExpression' ? list.elements.filter((one) => one !== null) : [];
      calls.push({ name: getKey(callee) ?? '', argument: node.arguments[0], variants });
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
  const defaultsOf: (schema: Node) => Defaults = once<Node, Defaults>((schema) => {
    const calls = chainOf(schema);
    const objects = calls.flatMap(({ name, argument }) =>
      argument && /^(?:object|extend|strictObject|looseObject)$/.test(name) ? argument : [],
    );
    const variants = calls.flatMap(({ name, variants }) =>
      /^(?:union|discriminatedUnion)$/.test(name) ? variants : [],
    );
    // the last call comes first, and is the one that counts
    return new Map([
      ...variants.flatMap((one) => [...defaultsOf(one)]),
      ...objects.toReversed().flatMap((one) => [...fieldsOf(one)]),
    ]);
  }, new Map());
  /** Returns the defaults of the fields of an object, also of those that are spread into it. */
  const fieldsOf: (given: Node) => Defaults = once<Node, Defaults>((given) => {
    const object = resolve(given);
    // `schema.shape`
    if (isMember(object) && getKey(object) === 'shape') return defaultsOf(object.object);
    const properties = object.type === 'ObjectExpression' ? object.properties : [];
    return new Map(
      properties.flatMap((one) => (one.type === 'SpreadElement' ? [...fieldsOf(resolve(one.argument))] : entryOf(one))),
    );
  }, new Map());
  const entryOf = (property: Node): [string, Default][] => {
    const key = getKey(property);
    const fallback = property.type === 'ObjectProperty' ? fallbackOf(property.value) : undefined;
    return key === undefined || fallback === undefined ? [] : [[key, fallback]];
  };
  /**
   * Returns the defaults of `zValidator('query', schema)`, or `createRoute({ request: { query: schema } })`, for
   * `c.req.valid('query')`.
   */
  const validated = (target: string | undefined): Defaults => {
    const names: Readonly<Record<string, string>> = { param: 'params', header: 'headers', cookie: 'cookies' };
    for (const node of nodes) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
      const [first, schema] = node.arguments;
      const isTarget = first?.type === 'StringLiteral' && first.value === target;
      if (isTarget && schema && /Validator$/.test(node.callee.name)) return defaultsOf(schema);
      const request = first && node.callee.name === 'createRoute' ? getProperty(first, 'request') : undefined;
      const declared = request && target !== undefined && getProperty(resolve(request), names[target] ?? target);
      if (declared) return defaultsOf(declared);
    }
    return new Map();
  };
  return { defaultsOf, validated };
};
