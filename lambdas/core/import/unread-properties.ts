import type { Node, ObjectExpression, ObjectProperty, VariableDeclarator } from '@babel/types';
import { getKey } from '../template/source/syntax-tree.ts';
import { firstFrom } from '../template/source/variable-scopes.ts';
import type { Conversion } from './conversion.ts';

/**
 * Replaces unread properties of constant objects with `undefined`. If only `Icons.logo` of
 * `Icons = { logo: Logo, search: Search }` is read, `Search` may come from an unsupported package.
 */
export const dropUnreadProperties = (work: Conversion): void => {
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

/** Returns the properties of an object; undefined if it has methods, spreads or computed names. */
const plainProperties = ({ properties }: ObjectExpression): ObjectProperty[] | undefined => {
  const isPlain = (one: Node): one is ObjectProperty =>
    one.type === 'ObjectProperty' && !one.shorthand && getKey(one) !== undefined;
  return properties.every(isPlain) ? properties : undefined;
};

const mentions = ({ scopes: { references }, isAlive }: Conversion, { start, end }: Node): boolean => {
  const [from, to] = [firstFrom(references, start ?? 0), firstFrom(references, end ?? 0)];
  return references.slice(from, to).some(isAlive);
};

/** Returns the members read from a constant, also under other names; undefined if it is used as a whole. */
const membersRead = (
  work: Conversion,
  { id }: VariableDeclarator,
  names = new Set<string>(),
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
      if (parent.id.type !== 'Identifier' || !membersRead(work, parent, names, seen)) return undefined;
      continue;
    }
    const name = parent?.type === 'JSXMemberExpression' ? parent.property.name : parent && getKey(parent);
    if (key !== 'object' || name === undefined || isAssigned(work, parent)) return undefined;
    names.add(name);
  }
  return names;
};

const isAssigned = ({ tree }: Conversion, member: Node | undefined): boolean => {
  const { parent, key } = (member && tree.positions.get(member)) ?? {};
  return (parent?.type === 'AssignmentExpression' && key === 'left') || parent?.type === 'UpdateExpression';
};
