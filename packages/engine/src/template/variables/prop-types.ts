import type { Node } from '@babel/types';
import type { FoundComponent } from '../source/module.ts';
import type { SyntaxTree } from '../source/syntax-tree.ts';

export interface MemberType {
  readonly isOptional: boolean;
  readonly type?: Node;
}

export type MemberTypes = ReadonlyMap<string, MemberType>;

/** Generic types that wrap the type of the props: `FC<Props>`, `Readonly<Props>`, `Omit<Props, 'x'>`. */
const wrappers = /^(FC|FunctionComponent|VFC|PropsWithChildren|Readonly|Required|Omit|Pick|NonNullable)$/;
const maxDepth = 10;

/** Returns the members of a component's props by their types; empty for a template without types. */
export const getPropTypes = (tree: SyntaxTree, { fn, annotation }: FoundComponent): MemberTypes => {
  const [first] = fn.params;
  const pattern = first?.type === 'AssignmentPattern' ? first.left : first;
  const own = pattern && 'typeAnnotation' in pattern ? pattern.typeAnnotation : undefined;
  return getMembers(tree, own ?? annotation ?? undefined);
};

/** Returns the members of an object type, through names, intersections and `extends`. */
export const getMembers = (tree: SyntaxTree, type: Node | null | undefined): MemberTypes =>
  membersWithin(tree, type, new Set(), 0);

/** @param seen declared types that were visited, so that each is visited once. */
const membersWithin = (
  tree: SyntaxTree,
  type: Node | null | undefined,
  seen: Set<Node>,
  depth: number,
): MemberTypes => {
  if (!type || depth > maxDepth) return new Map();
  const inside = (inner: Node | null | undefined) => membersWithin(tree, inner, seen, depth + 1);
  switch (type.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
      return inside(type.typeAnnotation);
    case 'TSTypeLiteral':
      return signaturesIn(type.members);
    case 'TSInterfaceDeclaration': {
      const inherited = (type.extends ?? []).flatMap((heritage) => [...inside(heritage as Node)]);
      return new Map([...inherited, ...signaturesIn(type.body.body)]);
    }
    case 'TSTypeAliasDeclaration':
      return inside(type.typeAnnotation);
    case 'TSIntersectionType':
      return new Map(type.types.flatMap((one) => [...inside(one)]));
    case 'TSTypeReference':
    case 'TSExpressionWithTypeArguments': {
      const name = getName(type);
      const [argument] = type.typeParameters?.params ?? [];
      if (name === 'Partial')
        return new Map([...inside(argument)].map(([key, one]) => [key, { ...one, isOptional: true }]));
      if (wrappers.test(name)) return inside(argument);
      const declaration = tree.types.get(name);
      if (!declaration || seen.has(declaration)) return new Map();
      seen.add(declaration);
      return inside(declaration);
    }
    default:
      return new Map();
  }
};

/** Returns the name of a referenced type; for `React.FC` its last part. */
export const getName = (type: Extract<Node, { type: 'TSTypeReference' | 'TSExpressionWithTypeArguments' }>): string => {
  const name = type.type === 'TSTypeReference' ? type.typeName : type.expression;
  if (name.type === 'Identifier') return name.name;
  return name.type === 'TSQualifiedName' ? name.right.name : '';
};

const signaturesIn = (members: readonly Node[]): MemberTypes =>
  new Map(
    members.flatMap((member): [string, MemberType][] => {
      if (member.type !== 'TSPropertySignature') return [];
      const name =
        member.key.type === 'Identifier'
          ? member.key.name
          : member.key.type === 'StringLiteral'
            ? member.key.value
            : '';
      const type = member.typeAnnotation?.typeAnnotation;
      return [[name, { isOptional: member.optional === true, ...(type && { type }) }]];
    }),
  );
