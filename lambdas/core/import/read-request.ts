import type { Node, VariableDeclarator } from '@babel/types';
import { prototypeKeys } from '../../contract/prototype-keys.ts';
import { variableName } from '../../contract/variable-name.ts';
import { shortened } from '../shortened.ts';
import { bare, diagnosticAt, getKey } from '../template/source/syntax-tree.ts';
import type { RequestKind } from './request-kind.ts';
import type { RequestKinds } from './request-kinds.ts';
import type { Work } from './work.ts';

/** What is read of a request becomes a member of the component's props. */
export const readRequest = (work: Work, entry: Node, getKind: RequestKinds, props: string): void => {
  for (const node of work.tree.nodes) {
    if ((node.start ?? 0) < (entry.start ?? 0) || (node.end ?? 0) > (entry.end ?? 0)) continue;
    const text = textFor(work, node, getKind, props);
    if (text !== undefined) work.replace(node, text);
    if (node.type === 'VariableDeclarator') readPattern(work, node, getKind, props);
  }
};

const textFor = (work: Work, node: Node, getKind: RequestKinds, props: string): string | undefined => {
  if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression')
    return callText(work, node, getKind, props);
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    const key = getKey(node);
    const kind = getKind(node.object);
    return kind?.is === 'record' && key !== undefined
      ? memberText(work, node, props, key, kind.defaults.get(key))
      : undefined;
  }
  if (node.type !== 'Identifier') return undefined;
  return nameText(work, node, getKind, props);
};

/** A name that stands for a variable, or for all of them. */
const nameText = (
  work: Work,
  node: Extract<Node, { type: 'Identifier' }>,
  getKind: RequestKinds,
  props: string,
): string | undefined => {
  const { parent, key } = work.tree.positions.get(node) ?? {};
  const isRead =
    parent?.type === 'ObjectProperty'
      ? key === 'value'
      : key !== 'id' && key !== 'params' && key !== 'property' && key !== 'left';
  if (!parent || !isRead || /Pattern$|^RestElement$/.test(parent.type)) return undefined;
  const binding = work.scopes.bindingOf(node);
  if (!binding || binding.identifier === node) return undefined;
  const kind = getKind(node);
  const outer = work.tree.positions.get(parent);
  if (parent.type === 'ObjectProperty' && outer?.parent.type === 'ObjectPattern') return undefined;
  const text =
    kind?.is === 'variable' ? variableText(work, node, props, kind) : kind?.is === 'record' ? props : undefined;
  if (text === undefined) return undefined;
  return parent.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ${text}` : text;
};

const variableText = (
  work: Work,
  node: Node,
  props: string,
  { name, fallback }: Extract<RequestKind, { is: 'variable' }>,
) => {
  const text = fallback && work.tree.source.slice(fallback.start ?? 0, fallback.end ?? 0);
  return memberText(work, node, props, name, text);
};

const memberText = (work: Work, node: Node, props: string, key: string, fallback?: string): string => {
  const member = `${props}.${getVariable(work, node, key)}`;
  return fallback === undefined ? member : `(${member} ?? ${fallback})`;
};

/** Names that no mint can send are written together: `og-title` becomes `ogTitle`. */
const getVariable = (work: Work, node: Node, key: string): string => {
  if (variableName.test(key) && !prototypeKeys.has(key) && !/^\d/.test(key)) return key;
  const words = key.split(/\W+/).filter((word) => word !== '');
  const name = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  const sent = name === '' || /^\d/.test(name) ? `value${name}` : name;
  work.notes.push(
    diagnosticAt(node, 'taken-over', `"${shortened(key, 60)}" is the variable ${shortened(sent, 60)} here.`),
  );
  return sent;
};

type Call = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>;

const callText = (work: Work, node: Call, getKind: RequestKinds, props: string): string | undefined => {
  const callee = bare(node.callee);
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return undefined;
  if (getKind(callee.object)?.is !== 'search') return undefined;
  const [argument] = node.arguments;
  if (argument?.type !== 'StringLiteral') return undefined;
  const member = memberText(work, node, props, argument.value);
  const method = getKey(callee);
  if (method === 'get') return member;
  if (method === 'has') return `(${member} != null)`;
  return method === 'getAll' ? `(${member} ?? [])` : undefined;
};

/** `const { title } = Object.fromEntries(...)` takes its names out of the props. */
const readPattern = (work: Work, { id, init }: VariableDeclarator, getKind: RequestKinds, props: string): void => {
  const kind = id.type === 'ObjectPattern' && init ? getKind(init) : undefined;
  if (kind?.is !== 'record' || id.type !== 'ObjectPattern' || !init) return;
  work.replace(init, props);
  for (const property of id.properties) {
    const fallback = property.type === 'ObjectProperty' ? kind.defaults.get(getKey(property) ?? '') : undefined;
    if (fallback === undefined || property.type !== 'ObjectProperty' || property.value.type !== 'Identifier') continue;
    const end = property.end ?? 0;
    work.edits.push({ start: end, end, text: ` = ${fallback}` });
  }
};
