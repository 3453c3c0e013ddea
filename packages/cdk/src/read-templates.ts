import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { TemplateAsset } from 'image-url-contract/custom-resources.ts';
import { parseTemplateSource } from 'image-url-engine/source.ts';
import { glob } from 'tinyglobby';
import { readTemplate } from '../../cli/src/bundling.ts';
import { getFolder } from '../../cli/src/config.ts';
import { hasCode } from '../../cli/src/failure.ts';
import { templateEndings, toPortablePath } from '../../cli/src/paths.ts';

/*
 * Reads the templates of a synthesis, in a separate process because a synthesis is synchronous and bundling is not.
 * Takes a `Request` as JSON, prints `{ templates }` or `{ error }`. Runs no template.
 */

interface Request {
  readonly patterns: readonly string[];
  /** Folder that patterns are relative to. */
  readonly cwd: string;
  /** Folder whose files templates may import. @default the nearest one with a package.json */
  readonly root?: string | undefined;
}

export type ReadTemplates = { readonly templates: readonly TemplateAsset[] } | { readonly error: string };

/** Returns the nearest folder with a package.json; without one, the folder itself. */
const findProject = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
    if (dirname(at) === at) return folder;
  }
};

const lines = (text: string): number => text.split(/\r\n?|\n/).length;

const readOne = async (root: string, path: string, name: string): Promise<TemplateAsset> => {
  const source = await readTemplate(root, path, root);
  const draft = parseTemplateSource(source.code);
  if (!draft.ok) {
    const errors = draft.errors.map(({ line, column, message, code }) => {
      const at = source.getSourcePosition(line, column);
      return `${toPortablePath(root, at.file)}:${at.line}:${at.column}: ${message} (${code})`;
    });
    throw new Error(errors.join('\n'));
  }
  // imported code precedes the lines of the file, whose order does not change
  const linesBefore = lines(source.code) - lines(readFileSync(path, 'utf8'));
  const origins = Array.from({ length: linesBefore }, (_, n): [string, number] => {
    const { file, line } = source.getSourcePosition(n + 1, 1);
    return [toPortablePath(root, file), line];
  });
  return { name, file: toPortablePath(root, path), code: source.code, origins };
};

const readPattern = async (pattern: string, { cwd, root }: Request): Promise<TemplateAsset[]> => {
  const base = resolve(cwd, getFolder(pattern));
  const ignore = ['**/node_modules/**', '**/cdk.out/**'];
  const found = (await glob(pattern, { cwd, absolute: true, ignore, expandDirectories: false })).map((path) =>
    resolve(path),
  );
  const paths = found.filter((path) => (templateEndings as readonly string[]).includes(extname(path))).sort();
  if (paths.length === 0)
    throw new Error(
      `No template is named like ${pattern} in ${cwd}: templates end with ${templateEndings.join(', ')}.`,
    );
  const project = realpathSync(root ?? findProject(base));
  const readNamed = (path: string): Promise<TemplateAsset> => {
    const name = toPortablePath(base, path).slice(0, -extname(path).length).normalize('NFC');
    return readOne(project, join(realpathSync(dirname(path)), basename(path)), name);
  };
  try {
    return await Promise.all(paths.map(readNamed));
  } catch (error) {
    if (!hasCode(error, 'OUTSIDE_PROJECT')) throw error;
    const message = (error as Error).message.replace(/ Only files inside .*$/, '');
    throw new Error(`${message} Templates may use files of ${project}; the option root names another folder.`);
  }
};

const read = async (request: Request): Promise<ReadTemplates> => {
  try {
    const templates = (await Promise.all(request.patterns.map((one) => readPattern(one, request)))).flat();
    return { templates };
  } catch (error) {
    return { error: (error as Error).message };
  }
};

// biome-ignore lint/suspicious/noConsole: what the synthesis reads
console.log(JSON.stringify(await read(JSON.parse(process.argv[2] ?? '{}'))));
