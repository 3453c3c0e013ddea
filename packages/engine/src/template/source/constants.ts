import type { Node } from '@babel/types';
import type { Json } from '../../json.ts';
import { getKey, type SyntaxTree, stripTypeAnnotations } from './syntax-tree.ts';

/** Maximum depth of names and operators to follow: a sum can be as long as the source. */
const maxDepth = 30;

export type Constants = ReturnType<typeof getConstants>;

/** Returns functions that evaluate literals, constants, members and simple arithmetic without running code. */
export const getConstants = (tree: Pick<SyntaxTree, 'bindingOf'>) => {
  /** Returns the expression behind names, members and type annotations. */
  const resolve = (expression: Node, depth = 0): Node | undefined => {
    const node = stripTypeAnnotations(expression);
    if (depth > maxDepth) return undefined;
    if (node.type === 'Identifier') {
      const declaration = tree.bindingOf(node)?.declaration;
      if (declaration?.type !== 'VariableDeclarator' || declaration.id.type !== 'Identifier') return node;
      return declaration.init ? resolve(declaration.init, depth + 1) : node;
    }
    if (node.type !== 'MemberExpression') return node;
    const object = resolve(node.object, depth + 1);
    const key = getKey(node);
    const value = object && key !== undefined ? getProperty(object, key) : undefined;
    return value ? resolve(value, depth + 1) : node;
  };
  // Expressions can refer to the same names many times.
  const values = new Map<Node, Json | undefined>();
  const getConstant = (expression: Node, depth = 0): Json | undefined => {
    const node = resolve(expression, depth);
    if (!node || depth > maxDepth) return undefined;
    if (!values.has(node)) values.set(node, valueAt(node, depth));
    return values.get(node);
  };
  const valueAt = (node: Node, depth: number): Json | undefined => {
    const inside = (inner: Node) => getConstant(inner, depth + 1);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return node.value;
      case 'NullLiteral':
        return null;
      case 'TemplateLiteral':
        return concatenate(
          node.quasis.flatMap(({ value }, index) => {
            const expression = node.expressions[index];
            return expression ? [value.cooked, inside(expression)] : [value.cooked];
          }),
        );
      case 'LogicalExpression':
        return node.operator === '&&' ? undefined : (inside(node.left) ?? inside(node.right));
      case 'BinaryExpression':
        return calculate(node.operator, inside(node.left), inside(node.right));
      case 'CallExpression': {
        const [argument] = node.arguments;
        const isNumber = node.callee.type === 'Identifier' && /^(?:Number|parseInt)$/.test(node.callee.name);
        return isNumber && argument ? toNumber(inside(argument)) : undefined;
      }
      default:
        return undefined;
    }
  };
  return { resolve, getConstant };
};

/** Maximum length of a concatenated text: names in it can refer to other concatenated texts. */
const maxTextLength = 1_000_000;

const concatenate = (parts: readonly (Json | undefined)[]): string | undefined => {
  let text = '';
  for (const part of parts) {
    if (typeof part !== 'string' && typeof part !== 'number') return undefined;
    text += part;
    if (text.length > maxTextLength) return undefined;
  }
  return text;
};

const toNumber = (value: Json | undefined): number | undefined =>
  value == null || Number.isNaN(Number(value)) ? undefined : Number(value);

const calculate = (operator: string, left: Json | undefined, right: Json | undefined): Json | undefined => {
  if (operator === '+' && typeof left === 'string') return concatenate([left, right]);
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return operator === '/' ? left / right : undefined;
};

/** Returns the value of a property of an object literal. */
export const getProperty = (object: Node, name: string): Node | undefined => {
  const node = stripTypeAnnotations(object);
  if (node.type !== 'ObjectExpression') return undefined;
  const found = node.properties.findLast((property) => property.type === 'ObjectProperty' && getKey(property) === name);
  return found?.type === 'ObjectProperty' ? found.value : undefined;
};
