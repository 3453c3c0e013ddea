import type { FilePart } from '../template/source/parse-template.ts';

/*
 * A source of several files: a first line that lists them, their texts, and the text of the file that makes the image.
 * The command line writes it for a file that needs others of its project.
 */

/** A file in a source. Lines keep their numbers, so positions in the source are positions in its files. */
export interface SourceFile extends FilePart {
  readonly path: string;
  /** Paths of the files that it imports, by the names under which it does. */
  readonly imports: ReadonlyMap<string, string>;
}

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
  readonly imports: Readonly<Record<string, string>>;
}

const head = '// image-url files ';
/** Maximum number of files in a source. */
export const maxFiles = 60;

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
const countLines = (text: string): number => text.split('\n').length - 1;

/** Returns a source of several files. @param files those that are imported, each before the files that import it */
export const joinFiles = (files: readonly WrittenFile[], main: WrittenFile): string => {
  const texts = files.map(({ text }) => endLine(text));
  const listed = [...files, main].map(({ path, imports }, index) => [path, countLines(texts[index] ?? ''), imports]);
  return `${head}${JSON.stringify(listed)}\n${texts.join('')}${main.text}`;
};

/** Returns the files of a source, the one that makes the image last: the source itself, if it lists no others. */
export const findFiles = (source: string): readonly [...SourceFile[], SourceFile] => {
  const listed = source.startsWith(head) ? readList(source.slice(head.length, source.indexOf('\n'))) : undefined;
  const single: SourceFile = { path: '', imports: new Map(), start: 0, end: source.length, line: 1 };
  if (!listed) return [single];
  let [start, line] = [source.indexOf('\n') + 1, 2];
  const files = listed.map(({ path, lines, imports }, index): SourceFile => {
    const end = index === listed.length - 1 ? source.length : skipLines(source, start, lines);
    const file = { path, imports, start, end, line };
    [start, line] = [end, line + lines];
    return file;
  });
  return [...files.slice(0, -1), files.at(-1) ?? single];
};

/** Returns the file that makes the image. */
export const findMainFile = (source: string): SourceFile => {
  const files = findFiles(source);
  return files.at(-1) ?? files[0];
};

/** Returns the offset after a number of lines. */
const skipLines = (source: string, start: number, count: number): number => {
  let at = start;
  for (let left = count; left > 0 && at < source.length; left -= 1) {
    const end = source.indexOf('\n', at);
    at = end < 0 ? source.length : end + 1;
  }
  return at;
};

interface Listed {
  readonly path: string;
  readonly lines: number;
  readonly imports: ReadonlyMap<string, string>;
}

/** Returns what the first line says; undefined for any other comment. */
const readList = (text: string): readonly Listed[] | undefined => {
  try {
    const listed: unknown = JSON.parse(text);
    if (!Array.isArray(listed) || listed.length === 0 || listed.length > maxFiles + 1) return undefined;
    return listed.every(isEntry)
      ? listed.map(([path, lines, imports]) => ({ path, lines, imports: new Map(Object.entries(imports)) }))
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const isEntry = (entry: unknown): entry is [string, number, Record<string, string>] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Number.isSafeInteger(entry[1]) &&
  typeof entry[2] === 'object' &&
  entry[2] !== null &&
  Object.values(entry[2]).every((one) => typeof one === 'string');
