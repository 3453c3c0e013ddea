import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Words that this project does not use, with replacements. A name like `drawnPicture` has two words. */
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

/** Public names: fields, settings, environment variables, metrics, functions of libraries. */
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
const getWords = (name: string): string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

/** Returns the names declared in a source, each with its position. */
const getDeclaredNames = (path: string, text: string): { name: string; at: number }[] => {
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

const getLine = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const checkNames = (path: string, text: string): string[] =>
  getDeclaredNames(path, text)
    .filter(({ name }) => !publicNames.has(name))
    .flatMap(({ name, at }) => {
      const word = [
        ...getWords(name).map((part) => singular(part.toLowerCase())),
        /stand-?ins?(?![a-z])/i.test(name) ? 'stand-in' : '',
      ]
        .filter((part) => Object.hasOwn(replaced, part))
        .at(0);
      return word ? [`${path}:${getLine(text, at)} ${name}: say "${replaced[word]}" instead of "${word}".`] : [];
    });

const blank = (part: string): string => part.replace(/[^\n]/g, ' ');

/** Returns a source in which everything but its comments is blank. */
const blankCode = (text: string): string => {
  const comments = [...text.matchAll(/(?<=^|[ \t])(?:\/\*[\s\S]*?\*\/|\/\/ [^\n]*)/gm)];
  let at = 0;
  const parts = comments.map(({ 0: comment, index }) => {
    const before = blank(text.slice(at, index));
    at = index + comment.length;
    return before + comment;
  });
  return parts.join('');
};

const checkProse = (path: string, text: string): string[] => {
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/gm, blank);
  return [...prose.matchAll(/[A-Za-z][A-Za-z-]*/g)].flatMap(({ 0: found, index }) => {
    const word = singular(found.toLowerCase());
    return Object.hasOwn(replaced, word)
      ? [`${path}:${getLine(text, index)} Say "${replaced[word]}" instead of "${found}".`]
      : [];
  });
};

/** Returns where a document, a name or a comment uses a word that this project has replaced. */
export const replacedWords = (path: string, text: string): string[] =>
  path.endsWith('.md') ? checkProse(path, text) : [...checkNames(path, text), ...checkProse(path, blankCode(text))];

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { encoding: 'utf8' }).split('\n');
  const exempt =
    /^(bin\/terms\.ts|lambdas\/aws\/bedrock\/author-instructions\.ts|test\/repository\/terms\.test\.ts|packages\/client\/src\/contract\.ts|starters\/|examples\/|docs\/(examples|starters)|test\/engine\/golden\/cases\/)/;
  const found = listed
    .filter((path) => path && existsSync(path) && !exempt.test(path))
    .flatMap((path) => replacedWords(path, readFileSync(path, 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
