import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Words this project does not use, and what it says instead. A name is checked by its words: `drawnPicture` has two. */
const replaced: Readonly<Record<string, string>> = {
  correction: 'workaround',
  denial: 'deny list entry',
  draw: 'render',
  drawer: 'render worker',
  drawing: 'rendering',
  drawn: 'rendered',
  evaluator: 'sandbox',
  guest: 'sandbox',
  keeper: 'store or cache',
  kept: 'stored or cached',
  lane: 'segment',
  leash: 'parent-death signal',
  ledger: 'quota store',
  outlast: 'wait for the lease',
  picture: 'image',
  postpone: 'back off',
  prelude: 'sandbox runtime',
  remembered: 'cached',
  said: 'message',
  somebody: 'a client',
  'stand-in': 'emulator or mock',
  survey: 'lint',
  taking: 'consume quota',
  told: 'reported',
  whoever: 'the caller or a client',
  workshop: 'session',
};

/** Names that others use: fields, settings, variables of the environment, metrics, functions of libraries. */
const publicNames = new Set([
  'DENIALS_TABLE',
  'DRAW',
  'FailedDrawings',
  'denials',
  'drawConcurrency',
  'drawImage',
  'drawSelection',
  'picture',
  'pictures',
]);

const singular = (word: string): string => (word in replaced ? word : word.replace(/s$/, ''));
const wordsOf = (name: string): string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

/** Names declared in a source, each with its position. */
const declaredNames = (path: string, text: string): { name: string; at: number }[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const names: { name: string; at: number }[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as ts.NamedDeclaration).name;
    if (name && ts.isIdentifier(name) && !ts.isPropertyAccessExpression(node))
      names.push({ name: name.text, at: name.getStart(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
};

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const inNames = (path: string, text: string): string[] =>
  declaredNames(path, text)
    .filter(({ name }) => !publicNames.has(name))
    .flatMap(({ name, at }) => {
      const word = [
        ...wordsOf(name).map((part) => singular(part.toLowerCase())),
        /stand-?ins?(?![a-z])/i.test(name) ? 'stand-in' : '',
      ]
        .filter((part) => Object.hasOwn(replaced, part))
        .at(0);
      return word ? [`${path}:${lineAt(text, at)} ${name}: say "${replaced[word]}" instead of "${word}".`] : [];
    });

const inDocument = (path: string, text: string): string[] => {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/gm, blank);
  return [...prose.matchAll(/[A-Za-z][A-Za-z-]*/g)].flatMap(({ 0: found, index }) => {
    const word = singular(found.toLowerCase());
    return Object.hasOwn(replaced, word)
      ? [`${path}:${lineAt(text, index)} Say "${replaced[word]}" instead of "${found}".`]
      : [];
  });
};

/** Lists where a file uses a word that this project has replaced. */
export const replacedWords = (path: string, text: string): string[] =>
  path.endsWith('.md') ? inDocument(path, text) : inNames(path, text);

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { encoding: 'utf8' }).split('\n');
  const exempt =
    /^(bin\/terms\.ts|packages\/client\/src\/contract\.ts|starters\/|examples\/|docs\/(examples|starters)|test\/golden\/cases\/)/;
  const found = listed
    .filter((path) => path && existsSync(path) && !exempt.test(path))
    .flatMap((path) => replacedWords(path, readFileSync(path, 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
