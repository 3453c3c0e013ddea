import type { Node, ObjectExpression, ObjectProperty, VariableDeclarator } from '@babel/types';
import { getKey } from '../template/source/syntax-tree.ts';
import { firstFrom } from '../template/source/variable-scopes.ts';
import type { Work } from './work.ts';

/**
 * Takes out what nothing reads of a constant that is written out: of `Icons = { logo: Logo, search: Search }` only `Icons.logo` is
 * needed where no other is mentioned, and `Search` may come from a package that templates do not have.
 */
export const dropUnreadProperties = (work: Work): void => {
  for (const node of work.tree.nodes) {
    if (node.type !== 'VariableDeclarator' || node.init?.type !== 'ObjectExpression') continue;
    const properties = plainProperties(node.init);
    const read = properties && membersRead(work, node);
    if (!read) continue;
    for (const property of properties)
      if (!read.has(getKey(property) ?? '') && mentions(work, property.value))
        work.replace(property.value, 'undefined');
  }
};

/** Properties of an object without methods, spreads and computed names; undefined where it has some. */
const plainProperties = ({ properties }: ObjectExpression): ObjectProperty[] | undefined => {
  const isPlain = (one: Node): one is ObjectProperty =>
    one.type === 'ObjectProperty' && !one.shorthand && getKey(one) !== undefined;
  return properties.every(isPlain) ? properties : undefined;
};

const mentions = ({ scopes: { references }, isAlive }: Work, { start, end }: Node): boolean => {
  const [from, to] = [firstFrom(references, start ?? 0), firstFrom(references, end ?? 0)];
  return references.slice(from, to).some(isAlive);
};

/** Names that are read of a constant, also under its other names; undefined where it is used as a whole. */
const membersRead = (
  work: Work,
  { id }: VariableDeclarator,
  known = new Set<string>(),
  seen = new Set<Node>(),
): Set<string> | undefined => {
  const { tree, scopes } = work;
  const binding = scopes.bindingOf(id);
  if (!binding || seen.has(id)) return undefined;
  seen.add(id);
  for (const reference of scopes.referencesTo(binding)) {
    if (!work.isAlive(reference)) continue;
    const { parent, key } = tree.positions.get(reference.node) ?? {};
    if (parent?.type === 'VariableDeclarator' && key === 'init') {
      if (parent.id.type !== 'Identifier' || !membersRead(work, parent, known, seen)) return undefined;
      continue;
    }
    const name = parent?.type === 'JSXMemberExpression' ? parent.property.name : parent && getKey(parent);
    if (key !== 'object' || name === undefined || isGiven(work, parent)) return undefined;
    known.add(name);
  }
  return known;
};

const isGiven = ({ tree }: Work, member: Node | undefined): boolean => {
  const { parent, key } = (member && tree.positions.get(member)) ?? {};
  return (parent?.type === 'AssignmentExpression' && key === 'left') || parent?.type === 'UpdateExpression';
};
