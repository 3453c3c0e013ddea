import type { Node } from '@babel/types';
import type { EngineName } from '../../contract/engine-names.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import { shortened } from '../shortened.ts';
import { bare, diagnosticAt, getKey, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import type { ImageResponse } from './responses.ts';
import { getProperty } from './responses.ts';
import type { Work } from './work.ts';

/** What a template's `options` take over of an image's options. */
const taken = ['width', 'height', 'devicePixelRatio', 'quality'] as const;
/** What means nothing to a template, and needs no word. */
const silent = new Set([
  'fonts',
  'debug',
  'embedFont',
  'loadAdditionalAsset',
  'graphemeImages',
  ...taken,
  'format',
  'stylesheets',
  'css',
  'tailwindConfig',
]);
const formats: Readonly<Record<string, string>> = { png: 'png', jpeg: 'jpeg', jpg: 'jpeg', webp: 'webp' };

/** Writes `export const options` out of what an image was given and what the file exports for its framework. */
export const writeOptions = (
  work: Work,
  response: ImageResponse | undefined,
  constants: Constants,
  engine: EngineName | undefined,
): void => {
  const { tree } = work;
  const given = response?.options && constants.resolve(response.options);
  const size = exported(tree, 'size', constants);
  const chosen: Record<string, Json> = {
    ...numbersIn(work, given ?? size, constants),
    ...formatIn(given, exported(tree, 'contentType', constants), constants),
    ...(engine && { engine }),
  };
  if (given) reportLeftOut(work, given);
  const written = Object.entries(chosen).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const own = exported(tree, 'options', constants);
  if (own?.type === 'ObjectExpression' && engine !== undefined && !getProperty(own, 'engine')) {
    const at = (own.start ?? 0) + 1;
    work.edits.push({ start: at, end: at, text: ` engine: '${engine}',` });
  }
  if (written.length === 0 || own) return;
  const end = tree.source.length;
  const origin = response?.options?.start ?? response?.node.start ?? 0;
  work.edits.push({ start: end, end, text: `\nexport const options = { ${written.join(', ')} };\n`, origin });
};

/** Size and quality; what is computed is told. */
const numbersIn = (work: Work, given: Node | undefined, constants: Constants): Record<string, Json> => {
  if (!given) return {};
  const found = taken.map((name) => ({
    name,
    value: getField(given, name, constants),
    node: getProperty(given, name),
  }));
  const sides = found.filter(({ name }) => name === 'width' || name === 'height');
  const computed = sides.flatMap(({ node }) => node ?? []).find((node) => isComputed(node, constants));
  if (computed) reportComputed(work, computed);
  return Object.fromEntries(found.flatMap(({ name, value }) => (typeof value === 'number' ? [[name, value]] : [])));
};

const formatIn = (given: Node | undefined, type: Node | undefined, constants: Constants): { format?: string } => {
  const named = (given && getField(given, 'format', constants)) ?? (type && constants.getConstant(type));
  const format = typeof named === 'string' ? formats[named.replace(/^image\//, '')] : undefined;
  return format === undefined ? {} : { format };
};

/** A field of an object, through what is spread into it. */
const getField = (object: Node, name: string, constants: Constants): Json | undefined => {
  const node = bare(object);
  if (node.type !== 'ObjectExpression') return undefined;
  const own = getProperty(node, name);
  if (own) return constants.getConstant(own);
  for (const one of node.properties) {
    const spread = one.type === 'SpreadElement' ? constants.resolve(one.argument) : undefined;
    const value = spread && getProperty(spread, name);
    if (value) return constants.getConstant(value);
  }
  return undefined;
};

/** What a file exports under a name as a constant. */
const exported = ({ program }: SyntaxTree, name: string, { resolve }: Constants): Node | undefined => {
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const found = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found?.init) return resolve(found.init);
  }
  return undefined;
};

/** Whether a number depends on what is asked for, if only by a fallback: `Number(query.width) || 1200`. */
const isComputed = (node: Node, constants: Constants): boolean => {
  const value = constants.resolve(node) ?? node;
  if (constants.getConstant(value) === undefined) return true;
  if (value.type === 'LogicalExpression') return isComputed(value.left, constants);
  return value.type === 'CallExpression' && value.arguments.some((one) => isComputed(one, constants));
};

/** A template has one size; a mint may ask for another. */
const reportComputed = ({ tree, notes }: Work, node: Node): void => {
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  const text = shortened(tree.source.slice(start, Math.min(end, start + 200)).replaceAll(/\s+/g, ' '), 60);
  const message = `The size is computed (${text}), and a template has one size: that of its options. A mint that wants another sends width and height.`;
  notes.push(diagnosticAt(node, 'taken-over', message));
};

const reportLeftOut = ({ notes }: Work, given: Node): void => {
  const node = bare(given);
  if (node.type !== 'ObjectExpression') return;
  const names = node.properties
    .flatMap((one) => getKey(one) ?? [])
    .filter((name) => !silent.has(name) && !isSame(node, name));
  if (names.length === 0) return;
  notes.push(
    diagnosticAt(
      node,
      'taken-over',
      `${names.join(', ')}: these options mean nothing to a template, and are left out.`,
    ),
  );
};

/** Emoji are Twemoji here as they are there when nobody says. */
const isSame = (node: Node, name: string): boolean => {
  const value = name === 'emoji' ? getProperty(node, name) : undefined;
  return value?.type === 'StringLiteral' && value.value === 'twemoji';
};
