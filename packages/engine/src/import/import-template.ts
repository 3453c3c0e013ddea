import type { Node } from '@babel/types';
import { createLinePositions, type Diagnostic, type Position } from '../diagnostics/diagnostics.ts';
import { applyEdits, type Edit } from '../template/source/edits.ts';
import { isImportable } from '../template/source/imports.ts';
import { parseTemplate } from '../template/source/parse-template.ts';
import {
  createDiagnosticAt,
  getExcerpt,
  isWithin,
  positionAt,
  type SyntaxTree,
} from '../template/source/syntax-tree.ts';
import { convertDates } from './dates.ts';
import { type Entry, findEntries, findSinks, type NoEntry, type Sinks } from './entry.ts';
import { findFiles, type SourceFile } from './files.ts';
import { convertFonts, convertPageFonts } from './fonts.ts';
import { convertHtml } from './html.ts';
import { findSides, moveOptions } from './image-options.ts';
import { isTypeImport } from './imports.ts';
import { hoistModules, nameDefault, splitPromises } from './modules.ts';
import { createProgram, type Program } from './program.ts';
import { convertMarkup, convertObjectElements, wrapScript } from './responses.ts';
import { type Slice, sliceProgram } from './slice.ts';
import { convertOwnSheets, convertStyleSheets, hasOwnSheets, stackInOrder } from './style-sheets.ts';
import { createValues } from './values.ts';

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
  /** Variables that a request may lack. They are optional if the image is drawn without them, which a run shows. */
  readonly mayLack: readonly string[];
  /** The names that the options of the image had for its width and its height; each may be empty. */
  readonly sides?: readonly (readonly string[])[];
  /** Paths of the files of which the image needs something. */
  readonly neighbours: readonly string[];
}

/** What an imported template was before, for errors about its image. */
export interface ImportOrigin {
  /** Position of the expression that created the image, or of the function. */
  readonly at: Position;
  /** The first statement that was removed, shortened. */
  readonly removed?: Position & { readonly text: string };
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Converts code written for Vercel OG, Next.js, satori or takumi to a template. Parses the source without running it.
 *
 * @param optional variables without which the image is drawn, of those that a request may lack
 * @returns undefined if the source is already a template, or creates no image.
 */
export const importTemplate = (source: string, optional = nothing): ImportedTemplate | undefined => {
  try {
    return importSource(source, optional);
  } catch (error) {
    // The compiler reports deep nesting for the source itself.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Maximum number of times that a source is written anew: its modules, then its texts of HTML, promises and statements. */
const maxPasses = 3;

/**
 * Converts a source.
 *
 * @param toAuthor returns the author's position for one in the source, if it was written anew
 * @throws RangeError if it is nested too deeply
 */
export const importSource = (
  source: string,
  optional = nothing,
  toAuthor?: (position: Position) => Position,
  pass = 0,
): ImportedTemplate | undefined => {
  const files = parseFiles(source, findFiles(source), toAuthor);
  const hoisted = files.flatMap(({ file, tree }) => hoistModules(tree, file.start));
  const edits = hoisted.length > 0 ? hoisted : files.flatMap((one) => translate(one, one === files.at(-1)));
  if (edits.length === 0 || pass === maxPasses) return importFiles(source, files, optional);
  const { text, getOrigin } = applyEdits(source, edits);
  const getSourcePosition = positionsOf(source, text, getOrigin);
  const compose = (at: Position) => (toAuthor ?? ((own) => own))(getSourcePosition(at));
  const imported = importSource(text, optional, compose, pass + 1);
  return imported && { ...imported, getSourcePosition: (at) => getSourcePosition(imported.getSourcePosition(at)) };
};

interface ParsedFile {
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
}

const translate = ({ tree }: ParsedFile, isMain: boolean): Edit[] => [
  ...(convertHtml(tree) ?? []),
  ...splitPromises(tree),
  ...(isMain ? wrapScript(tree) : nameDefault(tree)),
];

/** Parses the files of a source. Empty if the author's cannot be parsed. */
const parseFiles = (
  source: string,
  files: readonly SourceFile[],
  getSourcePosition?: (position: Position) => Position,
): readonly ParsedFile[] => {
  const parsed = files.flatMap((file) => {
    const { tree, problems } = parseTemplate(source, getSourcePosition, file);
    return tree && problems.length === 0 ? [{ file, tree }] : [];
  });
  return parsed.at(-1)?.file === files.at(-1) ? parsed : [];
};

const positionsOf = (source: string, text: string, getOrigin: (offset: number) => number) => {
  const [ofText, ofSource] = [createLinePositions(text), createLinePositions(source)];
  return (at: Position): Position => ofSource.positionOf(getOrigin(ofText.getOffset(at)));
};

const importFiles = (
  source: string,
  files: readonly ParsedFile[],
  optional: ReadonlySet<string>,
): ImportedTemplate | undefined => {
  if (files.length === 0) return undefined;
  let first: ImportedTemplate | undefined;
  // an inner function is the template where what is around it needs what a template does not have
  for (let attempt = 0; ; attempt += 1) {
    const program = createProgram(files);
    const sinks = findSinks(program);
    const entries = findEntries(program, sinks);
    if ('message' in entries) return refuse(entries);
    const entry = entries[attempt];
    if (!entry) return first;
    if (!isForeign(program, entry)) return undefined;
    const { hasAnswer, ...imported } = write(source, program, sinks, entry, optional);
    if (imported.errors.length === 0 && hasAnswer) return imported;
    first ??= imported;
  }
};

const refuse = ({ at, message }: NoEntry): ImportedTemplate => ({
  ...{ text: 'export default () => null;', getSourcePosition: () => positionAt(at) },
  ...{ notes: [], mayLack: [], neighbours: [] },
  errors: [createDiagnosticAt(at, 'import', message)],
  origin: { at: positionAt(at) },
});

/**
 * Returns whether a file needs conversion. A component that imports an unsupported package is not converted: the
 * compiler rejects it with advice. One that imports data from other files was written for another service.
 */
const isForeign = ({ units }: Program, { fn, isDefault, responses, unit }: Entry): boolean =>
  responses.length > 0 ||
  units.length > 1 ||
  !isDefault ||
  fn.async ||
  hasOwnSheets(unit.tree) ||
  takesFromBeside(unit.tree);

const beside = /^(?:[.~#$]|@\/|@[^/]+$|astro:)/;

const takesFromBeside = (tree: SyntaxTree): boolean =>
  tree.program.body.some(
    (one) =>
      one.type === 'ImportDeclaration' &&
      one.specifiers.length > 0 &&
      !isImportable(one.source.value) &&
      beside.test(one.source.value) &&
      !isTypeImport(one, tree),
  );

/** Writes the template: a function that holds the files without their imports, and returns what gives the image. */
const write = (
  source: string,
  program: Program,
  sinks: Sinks,
  entry: Entry,
  optional: ReadonlySet<string>,
): ImportedTemplate & { readonly hasAnswer: boolean } => {
  const { findings, units } = program;
  const { edits, notes, errors } = findings;
  const { unit, responses } = entry;
  const slice = sliceProgram(program, createValues(program, sinks, entry), entry, optional);
  const main = responses.at(-1);
  const origin = getOrigin(program, main !== undefined);
  for (const { work } of units) {
    convertDates(work);
    convertPageFonts(work);
    convertMarkup(work);
  }
  const family = convertFonts(program, unit.work, responses);
  for (const response of responses) convertStyleSheets(unit.work, response);
  convertOwnSheets(unit.work, entry);
  for (const { work } of units) convertObjectElements(work);
  if (origin !== 'takumi') stackInOrder(unit.work, entry);
  reportOrigin(program, sinks, entry, origin);
  const moved = moveOptions(program, unit.work, main, family, origin === 'vercel-og' ? 'satori' : undefined);
  edits.push(...frame(program, entry, slice));
  if (moved !== undefined)
    edits.push({ start: source.length, end: source.length, text: moved.text, origin: moved.origin });
  const { text, getOrigin: originOf } = applyEdits(source, edits);
  const first = findings.removed.filter((node) => isWithin(node, entry.fn));
  const removed = first.find((node) => responses.some((one) => isWithin(one.node, node))) ?? first[0];
  return {
    ...{ text, notes, errors, mayLack: slice.mayLack, hasAnswer: slice.hasAnswer },
    getSourcePosition: positionsOf(source, text, originOf),
    sides: findSides(unit.work, main?.options),
    neighbours: [unit, ...slice.neighbours.keys()].map(({ file }) => file.path),
    origin: {
      at: positionAt(main?.node ?? entry.fn),
      ...(removed && { removed: { ...positionAt(removed), text: getExcerpt(unit.tree, removed) } }),
    },
  };
};

/** Returns the edits around the files: the function that is the template, and the functions that hold its neighbours. */
const frame = ({ units, findings }: Program, { unit }: Entry, slice: Slice): Edit[] => {
  const { props, types, imports, start, neighbours, required } = slice;
  const type = types.length > 0 ? `: ${types.map(onOneLine).join(' & ')}` : '';
  const head = `${imports.join(' ')} export default async function Template(${props}${type}) { ${[...findings.helpers].join(' ')} `;
  const sent = required.length > 0 ? `void [${required.map((name) => `${props}.${name}!`).join(', ')}]; ` : '';
  const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });
  const around = units.flatMap((one): Edit[] => {
    const { start: from, end } = one.file;
    if (one === unit) return [insert(end, `\n${sent}return ${start}();\n}\n`)];
    const needed = neighbours.get(one);
    if (!needed) return [{ start: from, end, text: '' }];
    const names = needed.names.join(', ');
    return [insert(from, `const ${needed.handle} = await (async () => { `), insert(end, `return { ${names} }; })(); `)];
  });
  // the line that lists the files
  const listed = units[0]?.file.start ?? 0;
  return [listed === 0 ? insert(0, head) : { start: 0, end: listed, text: head }, ...around];
};

/** Returns the text of a type without comments and line breaks. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/("|'|`)(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/.*/g, (found) =>
      found.startsWith('/') ? '' : found,
    )
    .replaceAll(/(?<=[\w\])}>'"])[^\S\n]*\n\s*(?=[\w['"])/g, '; ')
    .replaceAll(/\s+/g, ' ');

/** What code was written for: takumi, or Vercel OG and compatible libraries. */
type Origin = 'vercel-og' | 'takumi';

/**
 * Returns what a file was written for, by the modules it imports. takumi's take precedence, because its files may also
 * import types of Next.js. A file that creates images and imports none of them was written for Vercel OG, which made
 * the API popular.
 */
const getOrigin = ({ units }: Program, makesImage: boolean): Origin | undefined => {
  const sources = units.flatMap(({ tree }) =>
    tree.program.body.flatMap((one) => (one.type === 'ImportDeclaration' ? [one.source.value] : [])),
  );
  if (sources.some((one) => /^(?:@takumi-rs\/|takumi-js(?:\/|$))/.test(one))) return 'takumi';
  if (makesImage) return 'vercel-og';
  return units.some(({ tree }) => hasOwnSheets(tree)) ? 'takumi' : undefined;
};

/** Adds notes: which image became the template, which did not, and which engine renders it. */
const reportOrigin = (program: Program, sinks: Sinks, { unit, responses }: Entry, origin: Origin | undefined): void => {
  const main = responses.at(-1)?.node;
  const all = unit.responses.map(({ node }) => node);
  const other = all.find((one) => sinks.has(one) && !responses.some(({ node }) => node === one));
  const report = (node: Node | undefined, message: string) => node && unit.work.note(node, message);
  report(main, 'What this renders is the template, and its options are the options of it.');
  if (origin === 'vercel-og')
    report(
      main ?? all[0],
      `It was written for Vercel OG, so the satori engine renders it, as Vercel OG does. With options.engine 'takumi' it is rendered as a browser shows it, in less time.`,
    );
  if (responses.length > 1)
    report(
      main,
      `This function makes ${responses.length} images: each is rendered under its condition, and all have the options of this one.`,
    );
  if (main && program.units.length > 0)
    report(
      other,
      `This file makes ${all.length} images, and a template is one: this one is left out. Give it a file of its own if it is wanted.`,
    );
};
