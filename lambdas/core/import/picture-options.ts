import type { Node } from '@babel/types';
import type { Json } from '../../contract/schemas/mint.ts';
import { bare, diagnosticAt, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import type { PictureResponse } from './responses.ts';
import { keyOf, propertyOf } from './responses.ts';
import type { Work } from './work.ts';

/** What a template's `options` take over of a picture's options. */
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
  'tailwindConfig',
]);
const formats: Readonly<Record<string, string>> = { png: 'png', jpeg: 'jpeg', jpg: 'jpeg', webp: 'webp' };

/** Writes `export const options` out of what a picture was given and what the file exports for its framework. */
export const writeOptions = (work: Work, response: PictureResponse | undefined, constants: Constants): void => {
  const { tree } = work;
  const given = response?.options && constants.resolve(response.options);
  const size = exported(tree, 'size', constants);
  const chosen: Record<string, Json> = {};
  for (const name of taken) {
    const value =
      (given && fieldOf(given, name, constants)) ?? (size && !given ? fieldOf(size, name, constants) : undefined);
    if (typeof value === 'number') chosen[name] = value;
  }
  const type = exported(tree, 'contentType', constants);
  const format = (given && fieldOf(given, 'format', constants)) ?? (type && constants.constantOf(type));
  const known = typeof format === 'string' ? formats[format.replace(/^image\//, '')] : undefined;
  if (known) chosen.format = known;
  if (given) tellLeftOut(work, given);
  const written = Object.entries(chosen).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (written.length === 0 || exported(tree, 'options', constants)) return;
  const end = tree.source.length;
  const origin = response?.options?.start ?? response?.node.start ?? 0;
  work.edits.push({ start: end, end, text: `\nexport const options = { ${written.join(', ')} };\n`, origin });
};

/** A field of an object, through what is spread into it. */
const fieldOf = (object: Node, name: string, constants: Constants): Json | undefined => {
  const node = bare(object);
  if (node.type !== 'ObjectExpression') return undefined;
  const own = propertyOf(node, name);
  if (own) return constants.constantOf(own);
  for (const one of node.properties) {
    const spread = one.type === 'SpreadElement' ? constants.resolve(one.argument) : undefined;
    const value = spread && propertyOf(spread, name);
    if (value) return constants.constantOf(value);
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

const tellLeftOut = ({ notes }: Work, given: Node): void => {
  const node = bare(given);
  if (node.type !== 'ObjectExpression') return;
  const names = node.properties
    .flatMap((one) => keyOf(one) ?? [])
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
  const value = name === 'emoji' ? propertyOf(node, name) : undefined;
  return value?.type === 'StringLiteral' && value.value === 'twemoji';
};
