import { relative } from 'node:path';
import type { ImportDeclaration, Node } from '@babel/types';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { BuildOptions, BuildResult, Metafile } from 'esbuild';
import { limits } from 'image-url-contract/limits.ts';
import {
  findResponses,
  getExports,
  isImportable,
  isRoute,
  isTypeByUse,
  joinFiles,
  parseTemplate,
  type SyntaxTree,
} from 'image-url-engine/source.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { Failure, hasCode, wrongUse } from './failure.ts';
import { type ModuleFinder, moduleFinder, withoutFailures } from './module-resolution.ts';
import { type Neighbour, readNeighbours } from './neighbours.ts';
import { templateEndings, toPortablePath } from './paths.ts';
import { readInside } from './project-files.ts';
import { getPath, projectModules, withPlainComments } from './project-modules.ts';

/** A position in a file; line and column count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A template in the form that the service accepts: one text, from one or more files. */
export interface TemplateSource {
  readonly code: string;
  /** All files of the code, the template's own first. */
  readonly files: readonly string[];
  /** Returns the position in the author's files of a line and column of `code`. */
  getSourcePosition(line: number, column: number): SourcePosition;
  /** Returns a line of the author's files. */
  lineAt(position: SourcePosition): string | undefined;
}

const settings = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'esnext',
  jsx: 'preserve',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  treeShaking: true,
  // no tsconfig files: the module finder has read their relevant settings
  tsconfigRaw: {},
} as const satisfies BuildOptions;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns a file's text with LF line ends, without a byte order mark. @throws Failure if it is not text */
export const normalised = (bytes: Uint8Array, file: string): string => {
  try {
    return decoder.decode(bytes).replace(/\r\n?/g, '\n');
  } catch (error) {
    throw wrongUse('NO_TEMPLATE', `${file} is not a template: it is not UTF-8 text.`, error);
  }
};

const reserved =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|eval|arguments)$/;

/** Returns every identifier in a template; no module bundled with it may use one of them. */
const getIdentifiers = (text: string): string[] =>
  [...new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))].filter((name) => !reserved.test(name));

const getImports = ({ program }: SyntaxTree): ImportDeclaration[] =>
  program.body.filter((statement) => statement.type === 'ImportDeclaration');

/** Returns whether a file renders images for another library, so that many of its imports belong to its page. */
const rendersImages = (tree: SyntaxTree | undefined): boolean => tree !== undefined && findResponses(tree).length > 0;

/** Whether a node is in a function that is given to a router: `app.get('/og', () => <Card />)`. */
const isOfRoute = ({ positions }: SyntaxTree, node: Node): boolean => {
  for (let at = positions.get(node); at; at = positions.get(at.parent)) {
    if (at.key === 'arguments' && isRoute(at.parent)) return true;
  }
  return false;
};

/** Returns whether a file's default export can give elements: it has some, and that is no instance, as of a router. */
const givesElements = (tree: SyntaxTree): boolean => {
  const made = getExports(tree).find(({ name }) => name === 'default')?.value;
  const declaration = made && (tree.bindingOf(made)?.declaration ?? made);
  let value: Node | null | undefined = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  // `new Hono().get(...)`
  while (value?.type === 'CallExpression' && value.callee.type === 'MemberExpression') value = value.callee.object;
  // `export default { fetch }` of a Worker
  return (
    !/^(?:New|Object)Expression$/.test(value?.type ?? '') &&
    tree.nodes.some((node) => /^JSX(?:Element|Fragment)$/.test(node.type) && !isOfRoute(tree, node))
  );
};

/** Returns export statements for the names that an import statement imports. */
const toReexports = ({ specifiers, source }: ImportDeclaration): string[] =>
  specifiers.flatMap((one) => {
    const from = JSON.stringify(source.value);
    if (one.type === 'ImportNamespaceSpecifier') return [`export * as ${one.local.name} from ${from};`];
    if (one.type === 'ImportDefaultSpecifier') return [`export { default as ${one.local.name} } from ${from};`];
    if (one.importKind === 'type') return [];
    const imported = one.imported.type === 'Identifier' ? one.imported.name : JSON.stringify(one.imported.value);
    return [`export { ${imported} as ${one.local.name} } from ${from};`];
  });

/** Returns the imports of files of the project. @throws Failure at the first that leads out of it */
const getLocal = async (
  finder: ModuleFinder,
  path: string,
  candidates: readonly ImportDeclaration[],
): Promise<ImportDeclaration[]> => {
  const local: ImportDeclaration[] = [];
  for (const one of candidates) {
    const { line = 1, column = 0 } = one.source.loc?.start ?? {};
    const found = await finder.find(one.source.value, path).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      const where = `${toPortablePath(finder.root, path)}:${line}:${column + 1}`;
      throw new Failure(error.code, `${where}: ${error.message}`, error.exitCode, { cause: error });
    });
    if (found !== undefined) local.push(one);
  }
  return local;
};

/** Loads esbuild, which the package does not install. @throws Failure with instructions to install it */
const loadEsbuild = async (): Promise<typeof import('esbuild')> => {
  try {
    return await import('esbuild');
  } catch (error) {
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    const message = 'A template that imports files or packages needs esbuild: npm install --save-dev esbuild';
    throw wrongUse('NO_ESBUILD', message, error);
  }
};

/** Most characters of a file that is parsed in this process. */
const mostParsed = 5 * limits.codeCharacters;

type Built = BuildResult<{ write: false; metafile: true }>;

/** Returns the modules that a template imports, as one text of declarations. */
const bundle = async (
  { build }: typeof import('esbuild'),
  finder: ModuleFinder,
  path: string,
  text: string,
  local: readonly ImportDeclaration[],
  hasPictures: boolean,
): Promise<Built> => {
  const contents = [
    ...local.flatMap(toReexports),
    `const mentioned = () => [${getIdentifiers(text).join(', ')}];`,
  ].join('\n');
  return build({
    ...settings,
    stdin: { contents, sourcefile: 'imports of the template', loader: 'js' },
    absWorkingDir: finder.root,
    plugins: [projectModules(finder, path, hasPictures)],
    sourcemap: 'external',
    metafile: true,
    outfile: 'bundle.js',
  });
};

/** Converts `export { a as b, c };` to declarations of the names that differ. */
const toDeclarations = (exported: string): string =>
  exported
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .flatMap(([own = '', name]) => (own === '' || name === undefined ? [] : [`const ${name} = ${own};`]))
    .join('\n');

/** Replaces bundled import statements by blanks, so that line numbers do not change. */
const stripImports = (text: string, local: readonly ImportDeclaration[]): string =>
  local.reduceRight((rest, { start, end }) => {
    const [from, to] = [start ?? 0, end ?? 0];
    return rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, '') + rest.slice(to);
  }, text);

/** Returns a text as the source of a file, without resolving its imports. */
export const sourceAlone = (path: string, text: string): TemplateSource => ({
  code: text,
  files: [path],
  getSourcePosition: (line, column) => ({ file: path, line, column }),
  lineAt: ({ line }) => text.split('\n')[line - 1],
});

/** Returns the failure of an imported module that cannot be parsed, with its position. */
const bundleFailure = (cwd: string, path: string, error: unknown): Failure => {
  const [first] =
    (error as { errors?: { text: string; location: { file: string; line: number; column: number } | null }[] })
      .errors ?? [];
  if (!first) throw error;
  const file = getPath(first.location?.file ?? '', path);
  const { line, column } = (file !== undefined && first.location) || { line: 1, column: 0 };
  const where = relative(cwd, file ?? path);
  return new Failure('NOT_BUNDLED', `${where}:${line}:${column + 1}: ${first.text.replaceAll('project:', '')}`, 1, {
    cause: error,
  });
};

/**
 * Reads a template and bundles it with the project's files that it imports: their declarations precede its code, in
 * which the imports are blanked out. Pictures that the code has no room for are addresses (`pictures.ts`).
 *
 * @throws Failure for a file that is not text, a module that cannot be read, and an import that leads out of the
 * project
 */
export const readTemplate = async (root: string, path: string, cwd: string): Promise<TemplateSource> => {
  const bytes = await readInside(root, path, templateEndings);
  if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${relative(cwd, path)}.`);
  return getSource(root, path, normalised(bytes, relative(cwd, path)), cwd);
};

/** Returns the source of a text without a file; its imports are not resolved. */
export const textAlone = (text: string): TemplateSource => sourceAlone('text in the editor.tsx', text);

/** Returns the source of a text as that of a file of the project, with its imports. @throws as `readTemplate` */
export const getSource = async (root: string, path: string, text: string, cwd: string): Promise<TemplateSource> => {
  // what is longer is not even parsed, though a file that renders images for another library may be cut
  if (text.length > mostParsed) checkLength(cwd, sourceAlone(path, text));
  const { tree } = parseTemplate(text);
  const imports = tree ? getImports(tree) : [];
  const isValue = ({ local }: ImportDeclaration['specifiers'][number]) => !tree || !isTypeByUse(local, tree);
  const candidates = imports
    .filter((one) => one.importKind !== 'type' && !isImportable(one.source.value))
    .map((one) => ({ ...one, specifiers: one.specifiers.filter(isValue) }))
    .filter(({ specifiers }) => specifiers.length > 0);
  if (!tree) return checkLength(cwd, sourceAlone(path, text));
  // packages of a file for another library fetch data and render images; those of a template are part of it
  const alone = withoutFailures(moduleFinder(root, false));
  if (isForeign(tree)) return toSource(path, text, await readNeighbours(alone, path, text));
  if (!givesElements(tree) && candidates.length > 0) {
    const files = await readNeighbours(alone, path, text);
    if (files.some((one) => rendersImages(parseTemplate(one.text).tree))) return toSource(path, text, files);
  }
  if (candidates.length === 0) return checkLength(cwd, sourceAlone(path, text));
  const finder = moduleFinder(root, true);
  const local = await getLocal(finder, path, candidates);
  if (local.length === 0) return checkLength(cwd, sourceAlone(path, text));
  const esbuild = await loadEsbuild();
  const build = (hasPictures: boolean) =>
    bundle(esbuild, finder, path, text, local, hasPictures).catch((error: unknown) => {
      throw bundleFailure(cwd, path, error);
    });
  const built = await build(false);
  const whole = joinSources(path, text, local, built);
  if (whole.code.length <= limits.codeCharacters) return whole;
  const withAddresses = await build(true);
  return checkLength(cwd, joinSources(path, text, local, withAddresses), withAddresses.metafile);
};

/** Returns a source that the service can store. @throws Failure if it is too long, with the longest module of a bundle */
const checkLength = (cwd: string, source: TemplateSource, bundled?: Metafile): TemplateSource => {
  const { length } = source.code;
  if (length <= limits.codeCharacters) return source;
  const [path = ''] = source.files;
  const imports = bundled === undefined ? '' : ' with what it imports';
  const message = `${relative(cwd, path)} has ${formatThousands(length)} characters${imports}, and a template at most ${formatThousands(limits.codeCharacters)}.`;
  const longest = bundled && describeLongest(cwd, path, bundled);
  throw new Failure('NOT_BUNDLED', longest === undefined ? message : `${message} ${longest}`, 1);
};

const describeLongest = (cwd: string, path: string, { outputs }: Metafile): string | undefined => {
  const modules = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const [longest] = modules.toSorted(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput);
  const file = longest && getPath(longest[0], path);
  if (!longest || file === undefined) return undefined;
  const bytes = formatThousands(longest[1].bytesInOutput);
  return `${toPortablePath(cwd, file)} alone is ${bytes} bytes of it: import less of it, or another package.`;
};

/** Returns the source of a file that renders images for another library, with the files that its image needs. */
const toSource = (path: string, text: string, files: readonly Neighbour[]): TemplateSource => {
  if (files.length === 1) return sourceAlone(path, text);
  const main = files.at(-1) as Neighbour;
  const texts = files.map((one) => ({ ...one, lines: one.text.replace(/\n$/, '').split('\n') }));
  const locate = (line: number) => {
    // the first line lists the files
    let before = 1;
    for (const one of texts) {
      if (line <= before + one.lines.length || one.path === main.path) return { one, line: Math.max(1, line - before) };
      before += one.lines.length;
    }
    throw new RangeError('no files');
  };
  return {
    code: joinFiles(files.slice(0, -1), main),
    files: [path, ...files.slice(0, -1).map((one) => one.file)],
    getSourcePosition: (line, column) => {
      const found = locate(line);
      return { file: found.one.file, line: found.line, column };
    },
    lineAt: ({ file, line }) => texts.find((one) => one.file === file)?.lines[line - 1],
  };
};

/** Whether a file gives no component of its own: it renders images for another library, or hands them on. */
const isForeign = (tree: SyntaxTree): boolean =>
  rendersImages(tree) || !getExports(tree).some(({ name }) => name === 'default');

const joinSources = (
  path: string,
  text: string,
  local: readonly ImportDeclaration[],
  { outputFiles }: Built,
): TemplateSource => {
  const getText = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))?.text;
  const map = new TraceMap(getText('.map') ?? '{}');
  const output = withPlainComments(
    getText('.js') ?? '',
    map.sources.map((source) => source ?? ''),
  );
  const [, body = output, exported = ''] = /^([\s\S]*?)\nexport \{([^}]*)\};\s*$/.exec(output) ?? [];
  const before = `${body}\n${toDeclarations(exported)}\n`;
  const linesBefore = before.split('\n').length - 1;
  const sources = map.sources.map((source) => getPath(source ?? '', path));
  const texts = new Map(sources.map((source, n) => [source ?? '', map.sourcesContent?.[n] ?? '']));
  texts.set(path, text);
  return {
    code: before + stripImports(text, local),
    files: [path, ...sources.filter((source) => source !== undefined)],
    getSourcePosition: (line, column) => {
      if (line > linesBefore) return { file: path, line: line - linesBefore, column };
      const found = originalPositionFor(map, { line, column: column - 1 });
      const file = getPath(found.source ?? '', path);
      if (file === undefined || found.line === null) return { file: path, line: 1, column: 1 };
      return { file, line: found.line, column: found.column + 1 };
    },
    lineAt: ({ file, line }) => texts.get(file)?.split(/\r\n?|\n/)[line - 1],
  };
};
