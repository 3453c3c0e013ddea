import { globSync, readFileSync } from 'node:fs';

/** A command that a document tells its reader to type. */
export interface DocumentedCommand {
  readonly file: string;
  /** On one line, without its comment. */
  readonly text: string;
}

const programs = /^(?:(?:npm|npx|node|aws|cdk|curl|cd|sha256sum|unzip|terraform|git|export) |[A-Z_]+=\S+ \S)/;
/** Languages of blocks that a shell runs. Blocks of output have none either, and begin with no program. */
const shells = ['', 'sh', 'bash', 'console', 'shell'];

/** Returns the lines of a document's blocks of code for a shell, in its order. */
const shellLines = (document: string): readonly string[] => {
  let language: string | undefined;
  return document.split('\n').flatMap((line) => {
    const [, fence] = /^ *```([\w-]*)/.exec(line) ?? [];
    if (fence === undefined) return language !== undefined && shells.includes(language) ? [line] : [];
    language = language === undefined ? fence : undefined;
    return [];
  });
};

/** Returns the commands of a document. A comment follows ` #`, or some spaces and a word. */
export const commandsIn = (file: string, document: string): readonly DocumentedCommand[] =>
  shellLines(document)
    .join('\n')
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(/\s+# .*$| {4,}\p{Ll}.*$/u, ''))
    .filter((line) => programs.test(line))
    .map((text) => ({ file, text }));

/** The documents whose commands are run. */
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/*.md', 'packages/*/README.md']).toSorted()];

/** Returns the commands of all documents, in their order. */
export const documentedCommands = (): readonly DocumentedCommand[] =>
  documents.flatMap((file) => commandsIn(file, readFileSync(file, 'utf8')));
