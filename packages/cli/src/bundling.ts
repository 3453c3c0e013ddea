import { dirname, join, relative, resolve } from 'node:path';
import type { ImportDeclaration } from '@babel/types';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type BuildOptions, type BuildResult, build, type Loader } from 'esbuild';
import { isImportable } from '../../../lambdas/core/template/source/imports.ts';
import { parseTemplate, type SyntaxTree } from '../../../lambdas/core/template/source/syntax-tree.ts';
import { Failure, wrongUse } from './failure.ts';
import { readIfThere } from './files.ts';

/** A place in a file, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A template as the service takes it: one text, whatever number of files it is written in. */
export interface TemplateSource {
  readonly code: string;
  /** All files the code is made of, the template itself first. */
  readonly files: readonly string[];
  /** Where a line and column of `code` stand in the author's files. */
  placeOf(line: number, column: number): Place;
  /** A line of the author's, to be shown. */
  lineAt(place: Place): string | undefined;
}

/** Pictures and data beside a template become part of it. */
const loaders: Readonly<Record<string, Loader>> = Object.fromEntries([
  ...['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg', '.avif'].map((ending) => [ending, 'dataurl']),
  ['.txt', 'text'],
]);

const settings = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'esnext',
  jsx: 'preserve',
  charset: 'utf8',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'silent',
  loader: loaders,
  treeShaking: true,
} as const satisfies BuildOptions;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A file's text as it is compared and sent: with line ends of one kind and without a mark at its beginning. */
export const normalised = (bytes: Uint8Array, file: string): string => {
  try {
    return decoder.decode(bytes).replace(/\r\n?/g, '\n');
  } catch (error) {
    throw wrongUse('NO_TEMPLATE', `${file} is no template: it is no text in UTF-8.`, error);
  }
};

const reserved =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|eval|arguments)$/;

/** Every name the template mentions: no module beside it may take one of them. */
const namesIn = (text: string): string[] =>
  [...new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))].filter((name) => !reserved.test(name));

const importsOf = ({ program }: SyntaxTree): ImportDeclaration[] =>
  program.body.filter((statement) => statement.type === 'ImportDeclaration');

/** Makes pictures for somewhere else: what such a file imports is its page, not its looks, and the service's compiler reads it as it is. */
const isForeign = (imports: readonly ImportDeclaration[]): boolean =>
  imports.some(({ source }) => /^(?:@vercel\/og|next\/og|next\/server|satori|@takumi-rs\/.*)$/.test(source.value));

/** What one import statement takes, as statements that hand it on under the same names. */
const handedOn = ({ specifiers, source }: ImportDeclaration): string[] =>
  specifiers.flatMap((one) => {
    const from = JSON.stringify(source.value);
    if (one.type === 'ImportNamespaceSpecifier') return [`export * as ${one.local.name} from ${from};`];
    if (one.type === 'ImportDefaultSpecifier') return [`export { default as ${one.local.name} } from ${from};`];
    if (one.importKind === 'type') return [];
    const imported = one.imported.type === 'Identifier' ? one.imported.name : JSON.stringify(one.imported.value);
    return [`export { ${imported} as ${one.local.name} } from ${from};`];
  });

/** Import statements that lead to files of the author's: esbuild says which, by paths of tsconfig.json too. */
const localOf = async (
  path: string,
  text: string,
  candidates: readonly ImportDeclaration[],
): Promise<ImportDeclaration[]> => {
  const result = await build({
    ...settings,
    stdin: { contents: text, resolveDir: dirname(path), sourcefile: path, loader: 'tsx' },
    absWorkingDir: dirname(path),
    metafile: true,
    plugins: [shallow],
  }).catch(() => undefined);
  const imports = Object.values(result?.metafile.inputs ?? {}).flatMap((input) => input.imports);
  const local = new Set(imports.filter(({ external }) => !external).map(({ original }) => original));
  return candidates.filter(({ source }) => local.has(source.value));
};

/** What a template imports is looked for, and not read; what is not there is left to the compiler to say. */
const shallow: NonNullable<BuildOptions['plugins']>[number] = {
  name: 'shallow',
  setup(building) {
    building.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (pluginData === 'inner' || kind === 'entry-point') return undefined;
      const found = await building.resolve(path, { kind, resolveDir, importer, pluginData: 'inner' });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
    building.onLoad({ filter: /./ }, () => ({ contents: '', loader: 'js' }));
  },
};

/** The modules beside a template, as one text of declarations. */
const bundle = async (
  path: string,
  text: string,
  local: readonly ImportDeclaration[],
): Promise<BuildResult<{ write: false }>> => {
  const contents = [...local.flatMap(handedOn), `const mentioned = () => [${namesIn(text).join(', ')}];`].join('\n');
  return build({
    ...settings,
    stdin: { contents, resolveDir: dirname(path), sourcefile: 'imports of the template', loader: 'js' },
    absWorkingDir: dirname(path),
    sourcemap: 'external',
    outfile: 'bundle.js',
  });
};

/** `export { a as b, c };` as declarations of the names that differ. */
const declared = (exported: string): string =>
  exported
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .flatMap(([own = '', name]) => (own === '' || name === undefined ? [] : [`const ${name} = ${own};`]))
    .join('\n');

const withoutImports = (text: string, local: readonly ImportDeclaration[]): string =>
  local.reduceRight((rest, { start, end }) => {
    const [from, to] = [start ?? 0, end ?? 0];
    return rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, ' ') + rest.slice(to);
  }, text);

const alone = (path: string, text: string): TemplateSource => ({
  code: text,
  files: [path],
  placeOf: (line, column) => ({ file: path, line, column }),
  lineAt: ({ line }) => text.split('\n')[line - 1],
});

/** A module beside the template that cannot be read, at its place in it. */
const bundleFailure = (cwd: string, path: string, error: unknown): Failure => {
  const [first] =
    (error as { errors?: { text: string; location: { file: string; line: number; column: number } | null }[] })
      .errors ?? [];
  if (!first) throw error;
  const { file, line, column } = first.location ?? { file: path, line: 1, column: 0 };
  const where = relative(cwd, resolve(dirname(path), file));
  return new Failure('NOT_BUNDLED', `${where}:${line}:${column + 1}: ${first.text}`, 1, { cause: error });
};

/**
 * Reads a template and what it imports of the author's files. Without such imports the code is the file, letter by letter; with
 * them their declarations stand before it, and the file follows with those imports blanked out.
 *
 * @throws Failure for what is no text, and for a module beside it that cannot be read.
 */
export const readTemplate = async (path: string, cwd: string): Promise<TemplateSource> => {
  const bytes = await readIfThere(path);
  if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${relative(cwd, path)}.`);
  return sourceOf(path, normalised(bytes, relative(cwd, path)), cwd);
};

/** A text that is being written, with what it imports of the first of some folders that has it. @throws as `readTemplate` */
export const bundledText = async (text: string, folders: readonly string[], cwd: string): Promise<TemplateSource> => {
  for (const folder of folders) {
    const source = await sourceOf(join(folder, 'text in the editor.tsx'), text, cwd);
    if (source.files.length > 1) return source;
  }
  return alone('text in the editor.tsx', text);
};

const sourceOf = async (path: string, text: string, cwd: string): Promise<TemplateSource> => {
  const { tree } = parseTemplate(text);
  const imports = tree ? importsOf(tree) : [];
  const candidates = imports.filter(
    (one) => one.importKind !== 'type' && one.specifiers.length > 0 && !isImportable(one.source.value),
  );
  if (candidates.length === 0 || isForeign(imports)) return alone(path, text);
  const local = await localOf(path, text, candidates);
  if (local.length === 0) return alone(path, text);
  const built = await bundle(path, text, local).catch((error: unknown) => {
    throw bundleFailure(cwd, path, error);
  });
  return joined(path, text, local, built);
};

const joined = (
  path: string,
  text: string,
  local: readonly ImportDeclaration[],
  { outputFiles }: BuildResult<{ write: false }>,
): TemplateSource => {
  const output = outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '';
  const map = new TraceMap(outputFiles.find((file) => file.path.endsWith('.map'))?.text ?? '{}');
  const [, body = output, exported = ''] = /^([\s\S]*?)\nexport \{([^}]*)\};\s*$/.exec(output) ?? [];
  const before = `${body}\n${declared(exported)}\n`;
  const linesBefore = before.split('\n').length - 1;
  const sources = map.sources.map((source) => resolve(dirname(path), source ?? ''));
  const texts = new Map(map.sources.map((_, n) => [sources[n] ?? '', map.sourcesContent?.[n] ?? '']));
  texts.set(path, text);
  return {
    code: before + withoutImports(text, local),
    files: [path, ...sources.filter((source) => !source.endsWith('imports of the template'))],
    placeOf: (line, column) => {
      if (line > linesBefore) return { file: path, line: line - linesBefore, column };
      const found = originalPositionFor(map, { line, column: column - 1 });
      if (found.source === null) return { file: path, line: 1, column: 1 };
      return { file: resolve(dirname(path), found.source), line: found.line, column: found.column + 1 };
    },
    lineAt: ({ file, line }) => texts.get(file)?.split(/\r\n?|\n/)[line - 1],
  };
};
