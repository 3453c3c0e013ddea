import type { CallExpression, ImportDeclaration, Node } from '@babel/types';
import { createLinePositions, type Diagnostic, type Position } from '../diagnostics/diagnostics.ts';
import { applyEdits, type Edit } from '../template/source/edits.ts';
import { isImportable, isTypeByUse } from '../template/source/imports.ts';
import { parseTemplate } from '../template/source/parse-template.ts';
import {
  createDiagnosticAt,
  getExcerpt,
  getKey,
  getText,
  isMember,
  isWithin,
  positionAt,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type Conversion, createConversion, type Entry, type ImageResponse } from './conversion.ts';
import { convertExternalData } from './convert-external-data.ts';
import { findEntry, writeExport } from './entry.ts';
import { convertBundledFiles, convertEnvironment, convertFetched, convertOtherSettings } from './environment.ts';
import { removeErrorResponses } from './error-responses.ts';
import { findExternalNodes, getSurroundings } from './external-nodes.ts';
import { convertFonts, convertPageFonts } from './fonts.ts';
import { convertHtml } from './html.ts';
import { writeOptions } from './image-options.ts';
import { hoistModules } from './modules.ts';
import { readParameters, writeParameters } from './parameters.ts';
import { readRequest } from './read-request.ts';
import { requestKinds } from './request-kinds.ts';
import { convertMarkup, convertObjectElements, findResponses, writeImage } from './responses.ts';
import { convertOwnSheets, convertStyleSheets, hasOwnSheets, stackInOrder } from './style-sheets.ts';
import { dropUnused } from './unused.ts';

/** A source converted to a template. */
export interface ImportedTemplate {
  /** Has the line numbers of the source; additions follow the last line. */
  readonly text: string;
  /** Returns the position in the source for a position in `text`. */
  readonly getSourcePosition: (position: Position) => Position;
  readonly notes: readonly Diagnostic[];
  /** Errors that the author must fix, with their positions in the source. */
  readonly errors: readonly Diagnostic[];
  readonly origin: ImportOrigin;
}

/** What an imported template was before, for errors about its image. */
export interface ImportOrigin {
  /** Position of the expression that created the image, or of the function. */
  readonly at: Position;
  /** The first statement that was removed, shortened. */
  readonly removed?: Position & { readonly text: string };
}

/**
 * Converts code written for Vercel OG, Next.js, satori or takumi to a template. Parses the source without running it.
 *
 * @returns undefined if the source is already a template, or creates no image.
 */
export const importTemplate = (source: string): ImportedTemplate | undefined => {
  const { tree, problems } = parseTemplate(source);
  if (!tree || problems.length > 0) return undefined;
  try {
    return importTree(tree);
  } catch (error) {
    // The compiler reports deep nesting for the source itself.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Converts a parsed source. @throws RangeError if it is nested too deeply. */
export const importTree = (tree: SyntaxTree): ImportedTemplate | undefined => {
  const rewritten = rewrite(tree, [...hoistModules(tree), ...(convertHtml(tree) ?? []), ...splitPromises(tree)]);
  if (!rewritten) return importJsx(tree);
  const { text, getSourcePosition } = rewritten;
  const jsx = parseTemplate(text, getSourcePosition).tree;
  const imported = jsx && importJsx(jsx);
  return imported && { ...imported, getSourcePosition: (at) => getSourcePosition(imported.getSourcePosition(at)) };
};

/** Returns the source with edits; undefined without any. */
const rewrite = ({ source }: SyntaxTree, edits: readonly Edit[]) => {
  if (edits.length === 0) return undefined;
  const { text, getOrigin } = applyEdits(source, edits);
  const [ofText, ofSource] = [createLinePositions(text), createLinePositions(source)];
  const getSourcePosition = (at: Position): Position => ofSource.positionOf(getOrigin(ofText.getOffset(at)));
  return { text, getSourcePosition };
};

/** Makes `const [{ slug }, post] = await Promise.all([params, load()])` one declaration each. */
const splitPromises = (tree: SyntaxTree): Edit[] =>
  tree.nodes.flatMap((node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ArrayPattern' || !node.init) return [];
    const awaited = stripTypeAnnotations(node.init);
    const call = awaited.type === 'AwaitExpression' ? awaited.argument : undefined;
    const [list] =
      call?.type === 'CallExpression' && /^Promise\.all$/.test(getText(tree, call.callee)) ? call.arguments : [];
    if (list?.type !== 'ArrayExpression' || list.elements.length < node.id.elements.length) return [];
    const parts = node.id.elements.map((target, n) => {
      const value = list.elements[n];
      return target && value && value.type !== 'SpreadElement' && target.type !== 'RestElement'
        ? `${getText(tree, target)} = await (${getText(tree, value)})`
        : undefined;
    });
    if (parts.includes(undefined)) return [];
    return [{ start: node.start ?? 0, end: node.end ?? 0, text: parts.join(', ') }];
  });

const importJsx = (tree: SyntaxTree): ImportedTemplate | undefined => {
  const responses = findResponses(tree);
  const entry = findEntry(tree, responses);
  if (!entry || !isForeign(tree, entry, responses.length > 0)) return undefined;
  const work = createConversion(tree, entry);
  const origin = readOrigin(tree, responses.length > 0) ?? (hasOwnSheets(tree) ? 'takumi' : undefined);
  transform(work, entry, origin);
  reportOrigin(work, entry, responses, origin);
  const { text, getOrigin } = applyEdits(tree.source, work.edits);
  const [ofText, ofSource] = [createLinePositions(text), createLinePositions(tree.source)];
  const getSourcePosition = (position: Position) => ofSource.positionOf(getOrigin(ofText.getOffset(position)));
  const { notes, errors } = work;
  return { text, getSourcePosition, notes, errors, origin: getImportOrigin(work, entry) };
};

const getImportOrigin = ({ tree, removed }: Conversion, { fn, responses }: Entry): ImportOrigin => {
  const own = removed.filter((node) => isWithin(node, fn));
  const first = own.find((node) => responses.some((one) => isWithin(one.node, node))) ?? own[0];
  const at = positionAt(responses.at(-1)?.node ?? fn);
  return { at, ...(first && { removed: { ...positionAt(first), text: getExcerpt(tree, first) } }) };
};

/** Returns the imports of modules that templates cannot import, including types, whose uses may have been removed. */
const otherImports = ({ program }: SyntaxTree): ImportDeclaration[] =>
  program.body
    .filter((statement) => statement.type === 'ImportDeclaration')
    .filter(({ source }) => !isImportable(source.value));

/**
 * Returns whether a file needs conversion. A component that imports an unsupported package is not converted: the
 * compiler rejects it with advice. One that imports data from other files was written for another service.
 */
const isForeign = (tree: SyntaxTree, { fn, isDefault }: Entry, makesImages: boolean): boolean =>
  makesImages ||
  !isDefault ||
  fn.async ||
  hasOwnSheets(tree) ||
  otherImports(tree).some((one) => takesFromBeside(one, tree));

const beside = /^(?:[.~#$]|@\/|@[^/]+$|astro:)/;

const takesFromBeside = (statement: ImportDeclaration, tree: SyntaxTree): boolean =>
  statement.importKind !== 'type' &&
  beside.test(statement.source.value) &&
  statement.specifiers.some((one) => !isTypeByUse(one.local, tree));

/** What code was written for: takumi, or Vercel OG and compatible libraries. */
type Origin = 'vercel-og' | 'takumi';

const modules: readonly (readonly [RegExp, Origin])[] = [
  [/^(?:@takumi-rs\/|takumi-js(?:\/|$))/, 'takumi'],
  [/^(?:@vercel\/og|next\/(?:dist\/.*\/)?(?:og|server)|satori(?:-html)?|workers-og|frog)(?:\/|$)/, 'vercel-og'],
];

/**
 * Returns what a file was written for, by the modules it imports. takumi's take precedence, because its files may also
 * import types of Next.js. A file that creates images and imports none of them was written for Vercel OG, which made
 * the API popular.
 */
const readOrigin = ({ program }: SyntaxTree, makesImages: boolean): Origin | undefined => {
  const sources = program.body.flatMap((one) => (one.type === 'ImportDeclaration' ? [one.source.value] : []));
  for (const [names, origin] of modules) {
    const canMatch = origin === 'takumi' || makesImages;
    if (canMatch && sources.some((source) => names.test(source))) return origin;
  }
  return makesImages ? 'vercel-og' : undefined;
};

const transform = (work: Conversion, entry: Entry, origin: Origin | undefined): void => {
  const { tree } = work;
  const parameters = readParameters(tree, entry);
  const main = entry.responses.at(-1);
  const knownImports = new Set(otherImports(tree).flatMap((statement) => takeImport(work, statement)));
  for (const response of entry.responses) writeImage(work, response);
  const getKind = requestKinds(work, parameters);
  removeErrorResponses(work, getKind);
  convertFetched(work);
  convertFonts(work, main?.element);
  convertPageFonts(work);
  writeOptions(work, main, origin === 'vercel-og' ? 'satori' : undefined);
  for (const response of entry.responses) convertStyleSheets(work, response);
  convertOwnSheets(work);
  convertMarkup(work);
  convertObjectElements(work);
  // takumi stacks elements as a browser does.
  if (origin !== 'takumi') stackInOrder(work);
  convertDates(work);
  const writePatterns = readRequest(work, getKind);
  dropStatements(work, entry);
  writeExport(work, entry);
  convertBundledFiles(work);
  convertEnvironment(work);
  dropUnused(work);
  const handOver = convertOtherSettings(work);
  const positions = getSurroundings(tree, entry.fn);
  const outside = findExternalNodes(work, positions, parameters, knownImports);
  convertExternalData(work, positions, outside);
  handOver();
  writePatterns();
  writeParameters(work, parameters);
};

/** Adds notes: which image became the template, which did not, and which engine renders it. */
const reportOrigin = (
  work: Conversion,
  { responses }: Entry,
  all: readonly ImageResponse[],
  origin: Origin | undefined,
): void => {
  const main = responses.at(-1)?.node;
  const other = all.find((one) => !responses.includes(one));
  const report = (node: Node | undefined, message: string) => node && work.note(node, message);
  report(main, 'What this renders is the template, and its options are the options of it.');
  if (origin === 'vercel-og')
    report(
      main ?? all[0]?.node,
      `It was written for Vercel OG, so the satori engine renders it, as Vercel OG does. With options.engine 'takumi' it is rendered as a browser shows it, in less time.`,
    );
  if (responses.length > 1)
    report(
      main,
      `This function makes ${responses.length} images: each is rendered under its condition, and all have the options of this one.`,
    );
  if (main)
    report(
      other?.node,
      `This file makes ${all.length} images, and a template is one: this one is left out. Give it a file of its own if it is wanted.`,
    );
};

export const htmlMessage =
  'This image is HTML in a text, and a template is JSX: return <div style={{ ... }}>...</div> instead.';

/** Replaces the import of `cn`, which is the same function in every project. Removes any other import. */
const takeImport = (work: Conversion, statement: ImportDeclaration): readonly Node[] => {
  const isMentioned = statement.specifiers.some(({ local }) => (work.tree.usesOf(local) ?? []).length > 0);
  if (isMentioned && /^(?:satori-html|ultrahtml)/.test(statement.source.value)) {
    work.errors.push(createDiagnosticAt(statement, 'import', htmlMessage));
    work.replace(statement, '');
    return statement.specifiers;
  }
  if (/^(?:npm:|https:\/\/esm\.sh\/)react(?:@|$)/.test(statement.source.value)) {
    work.replace(statement, '');
    return statement.specifiers.filter(({ local }) => local.name === 'React');
  }
  const known = statement.specifiers.filter(({ type, local }) => type === 'ImportSpecifier' && local.name === 'cn');
  const [join, merge] = [work.freeName('joined'), work.freeName('merged')];
  const text = `import { clsx as ${join} } from 'clsx'; import { twMerge as ${merge} } from 'tailwind-merge'; const cn = (...given) => ${merge}(${join}(given));`;
  work.replace(statement, known.length > 0 ? text : '');
  return known;
};

const dateMethods =
  /^(?:to(?:ISO|Date|Time|UTC|LocaleDate|LocaleTime)String|get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|getTime)$/;

const dateOptions = /^(?:dateStyle|timeStyle|weekday|era|year|month|day|hour|minute|second|timeZone|hour12)$/;

/** `date.toLocaleString('en', { month: 'short' })`; numbers have the method too. */
const isDateFormat = (work: Conversion, { callee, arguments: [, given] }: CallExpression): boolean => {
  const options = isMember(callee) && getKey(callee) === 'toLocaleString' && given ? work.resolve(given) : undefined;
  return options?.type === 'ObjectExpression' && options.properties.some((one) => dateOptions.test(getKey(one) ?? ''));
};

/**
 * Makes dates of values whose date methods are called: `post.date.getFullYear()` becomes
 * `new Date(post.date).getFullYear()`. A mint sends text or a number where the imported code had a `Date`.
 */
const convertDates = (work: Conversion): void => {
  for (const node of work.tree.nodes) {
    const callee = node.type === 'CallExpression' ? stripTypeAnnotations(node.callee) : undefined;
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') continue;
    if (!dateMethods.test(getKey(callee) ?? '') && !isDateFormat(work, node)) continue;
    const { object } = callee;
    if (/^(?:New|Call)Expression$|^Super$/.test(stripTypeAnnotations(object).type)) continue;
    work.insert('new Date(', object.start);
    work.insert(')', object.end);
  }
};

/** Removes top-level statements that are not declarations or assignments. */
const dropStatements = (work: Conversion, { statement: own }: Entry): void => {
  for (const statement of work.tree.program.body) {
    if (statement === own || statement.type !== 'ExpressionStatement') continue;
    if (statement.expression.type !== 'AssignmentExpression') work.replace(statement, '');
  }
};
