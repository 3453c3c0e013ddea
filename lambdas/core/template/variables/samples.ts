import type { Node } from '@babel/types';
import type { Json } from '../../../contract/schemas/mint.ts';
import type { SyntaxTree } from '../source/syntax-tree.ts';
import type { FoundVariable } from './found-variable.ts';
import { getMembers, getName } from './prop-types.ts';
import { sampleByPattern, sampleByUse } from './sample-by-use.ts';
import { sampleText } from './sample-text.ts';

const maxDepth = 4;
/** Number of entries in a sample list, which show its layout. */
const listLength = 3;

/**
 * Returns a sample value for a variable without a default, from its type (numbers, lists, objects, the first literal of
 * a union), or else from its uses (`.map` implies a list, members an object, `.toFixed` and arithmetic a number,
 * `new Date(x)` a date, `src={x}` a grey image, a style a colour or a length), or else its name as readable text.
 */
export const getSample = (tree: SyntaxTree, { name, type, uses, pattern }: FoundVariable): Json =>
  sampleByType(tree, type, name, { left: maxValues }) ??
  (pattern ? sampleByPattern(pattern) : sampleByUse(tree, uses)) ??
  sampleText(name);

/** Maximum number of values in a sample, because types that refer to each other can produce millions. */
const maxValues = 1_000;

const sampleByType = (
  tree: SyntaxTree,
  type: Node | undefined,
  name: string,
  budget: { left: number },
  depth = 0,
): Json | undefined => {
  budget.left -= 1;
  if (!type || depth > maxDepth || budget.left < 0) return undefined;
  const inside = (inner: Node | undefined, key = name) => sampleByType(tree, inner, key, budget, depth + 1);
  const list = (item: Node | undefined): Json =>
    Array.from({ length: listLength }, () => inside(item) ?? sampleText(name));
  switch (type.type) {
    case 'TSNumberKeyword':
      return 1;
    case 'TSBooleanKeyword':
      return true;
    case 'TSLiteralType':
      return 'value' in type.literal ? (type.literal.value as Json) : undefined;
    case 'TSArrayType':
      return list(type.elementType);
    case 'TSTupleType':
      return type.elementTypes.map(
        (item) => inside(item.type === 'TSNamedTupleMember' ? item.elementType : item) ?? sampleText(name),
      );
    case 'TSUnionType':
      return type.types.map((one) => inside(one)).find((one) => one !== undefined);
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return type.typeAnnotation ? inside(type.typeAnnotation) : undefined;
    case 'TSTypeReference': {
      const referenced = getName(type);
      if (referenced === 'Array' || referenced === 'ReadonlyArray') return list(type.typeParameters?.params[0]);
      if (referenced === 'Record') return {};
      const declaration = tree.types.get(referenced);
      return declaration ? inside(declaration) : undefined;
    }
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration': {
      const members = [...getMembers(tree, type)].filter(([, { isOptional }]) => !isOptional);
      return Object.fromEntries(members.map(([key, member]) => [key, inside(member.type, key) ?? sampleText(key)]));
    }
    default:
      return undefined;
  }
};
