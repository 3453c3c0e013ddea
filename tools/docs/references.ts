import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';

/** A text file of the repository, with its path from the root. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Returns whether a file is checked. The test of this check contains invalid references. */
const isRead = (path: string): boolean =>
  /\.(md|ts|js|mjs|json|yml)$/.test(path) && !/lock|openapi|vectors|references\.test/.test(path);

export const repositoryTexts = (): TextFile[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => isRead(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const fenced = /^```[\s\S]*?^```/gm;

/** Returns the anchors of a document: its headings as GitHub names them, and explicit ones. */
const getAnchors = (path: string): Set<string> => {
  const text = readFileSync(path, 'utf8').replace(fenced, '');
  const slugger = new GithubSlugger();
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, title = '']) => slugger.slug(title));
  const marks = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...marks]);
};

/** Returns what is wrong with a path and anchor; undefined if both exist. */
const getProblem = (path: string, anchor = ''): string | undefined => {
  if (!existsSync(path)) return `${path} does not exist`;
  if (anchor !== '' && !getAnchors(path).has(anchor)) return `${path} has no heading #${anchor}`;
  return undefined;
};

const hasDecision = (number: string): boolean => globSync(`docs/decisions/${number.padStart(4, '0')}-*.md`).length > 0;

type Rule = (file: TextFile) => (string | undefined)[];
const found = (text: string, pattern: RegExp, check: (...groups: string[]) => string | undefined) =>
  [...text.matchAll(pattern)].map(([, ...groups]) => check(...groups.map((group) => group ?? '')));

/** Checks that the record of `decision 52`, `decisions 3 and 8` or `docs/decisions/0052` exists. */
const decisions: Rule = ({ text }) =>
  found(text, /(?:\bdecisions? |docs\/decisions\/)(\d+)(?: and (\d+))?/gi, (...numbers) => {
    const missing = numbers.find((number) => number !== '' && !hasDecision(number));
    return missing && `there is no decision ${missing}`;
  });

/** Reports a reference to a document by the number of a chapter, which names neither file nor heading. */
const loose: Rule = ({ text }) =>
  found(
    text,
    /\b((?:interface|conventions|extensions) \d+|decisions \d+(?! and \d))/gi,
    (citation) => `"${citation}" is no link or path`,
  );

/** Checks references like `docs/interface.md#minting` anywhere. */
const documents: Rule = ({ text }) => found(text, /(?<![\w./])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g, getProblem);

/** Checks links like `[text](../path.md#heading)` in a document. */
const links: Rule = ({ path, text }) =>
  found(text.replace(fenced, ''), /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g, (target, anchor) =>
    getProblem(target === '' ? path : normalize(join(dirname(path), decodeURIComponent(target))), anchor),
  );

const roots = 'lambdas|lib|local|bin|bench|layers|packages|examples|starters|test|docs';
/** Checks paths in backticks in a document, and those with an extension in its diagrams; `lambdas/` may be omitted. */
const paths: Rule = ({ text }) => {
  const isThere = (path: string): boolean =>
    [path, `lambdas/${path}`, `${path}-*.md`].some((one) => globSync(one.replace(/:\d+$/, '')).length > 0);
  const check = (path: string) => (isThere(path) ? undefined : `${path} does not exist`);
  return [
    ...found(text.replace(fenced, ''), new RegExp(`\`((?:${roots})/[\\w./*-]+)\``, 'g'), check),
    ...(text.match(fenced) ?? []).flatMap((block) =>
      found(block, /(?<![\w./$-])([a-z][\w-]*\/[\w/.-]*\.(?:ts|js))\b/g, check),
    ),
  ];
};

/** Checks sources that a comment cites, like `lib/data/image-store.ts`. */
const sources: Rule = ({ text }) =>
  found(text, new RegExp(`[(\\s\`]((?:${roots})/[\\w./-]+\\.(?:tsx?|m?js))(?=[\`),.:;\\s])`, 'g'), (path) =>
    existsSync(path) ? undefined : `${path} does not exist`,
  );

const readScripts = (folder: string): object => {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).scripts : {};
};

/** Checks that scripts like `npm run check` exist, in the root or in the file's package. */
const programs: Rule = ({ path, text }) => {
  // its documents are about scripts of the app that it creates
  if (path.startsWith('packages/create/')) return [];
  const scripts = { ...readScripts('.'), ...readScripts(dirname(path)) };
  return found(text, /\bnpm run (?:-s )?([a-z][\w:]*(?:-[\w:]+)*)/g, (name) =>
    Object.hasOwn(scripts, name) ? undefined : `there is no npm run ${name}`,
  );
};

/** Returns references, links and paths that do not resolve, with their file. */
export const danglingReferences = (files: readonly TextFile[]): string[] =>
  files.flatMap((file) => {
    const rules = [
      decisions,
      loose,
      documents,
      programs,
      sources,
      ...(file.path.endsWith('.md') ? [links, paths] : []),
    ];
    const problems = rules.flatMap((rule) => rule(file)).filter((problem) => problem !== undefined);
    return [...new Set(problems)].map((problem) => `${file.path}: ${problem}.`);
  });
