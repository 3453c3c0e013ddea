import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

const file = 'docs/promises.md';
const records = 'docs/decisions';

/** Sections of the page, in their order. */
const sections = [
  'Template code',
  'Rendering',
  'URLs, keys and accounts',
  'Quota and cost',
  'What one signed URL can cost',
  'Exact counting',
  'On-demand URLs',
  'AWS failures',
  'Old and new formats',
  'Client classes',
  'Command line and local run',
];

/** What a test file says that it proves, in a comment after its imports. */
export interface KeptPromise {
  readonly section: string;
  /** A promise, or what an attacker tries. */
  readonly what: string;
  /** What keeps it, where that is not in its words. */
  readonly how: string;
  /** Test files, the one with the comment first. */
  readonly tests: readonly string[];
  /** What the last run showed. */
  readonly figure: string;
}

/**
 * Returns the promises in the comments of a test file: `@promise section: text`, then `@how`, `@also` and `@figure`.
 *
 * @throws Error naming the file when one has another form
 */
export const readPromises = (test: string, source: string): KeptPromise[] =>
  Array.from(source.matchAll(/^\/\*\*\n \* @promise [\s\S]*?^ \*\/$/gm), ([comment]) => {
    const tags = comment
      .slice(0, -4)
      .replace(/\n \*\s+(?!@)/g, ' ')
      .split(/\n \* @|^\/\*\*\s+\* @/g)
      .slice(1);
    const parts = new Map(tags.map((tag) => [/^\w+/.exec(tag)?.[0] ?? '', tag.replace(/^\w+\s+/, '').trim()]));
    const [, section = '', what = ''] = /^([^:]+): (.+)$/.exec(parts.get('promise') ?? '') ?? [];
    if (!sections.includes(section)) throw new Error(`${test}: a promise has no section of ${file}: ${section}`);
    const unknown = [...parts.keys()].filter((name) => !['promise', 'how', 'also', 'figure'].includes(name));
    if (unknown.length > 0) throw new Error(`${test}: a promise has @${unknown.join(', @')}`);
    const also = parts.get('also')?.split(', ') ?? [];
    const missing = also.filter((path) => !existsSync(path));
    if (missing.length > 0) throw new Error(`${test}: a promise names ${missing.join(', ')}, which is not there`);
    return { section, what, how: parts.get('how') ?? '', tests: [test, ...also], figure: parts.get('figure') ?? '' };
  });

/** Returns the promises of all test files, in the order of their paths. */
export const allPromises = async (): Promise<KeptPromise[]> => {
  const tests = (await Array.fromAsync(glob('test/**/*.test.ts'))).sort();
  const found = await Promise.all(tests.map(async (test) => readPromises(test, await readFile(test, 'utf8'))));
  return found.flat();
};

/** Returns `docs/promises.md`. */
export const promisesDocument = async (): Promise<string> => {
  const promises = await allPromises();
  const names = new Map((await readdir(records)).map((name) => [Number(name.slice(0, 4)), name]));
  const link = (text: string): string =>
    text.replaceAll(/\bdecision (\d+)/g, (words, number) => {
      const name = names.get(Number(number));
      if (!name) throw new Error(`${file}: there is no ${words}`);
      return `[${words}](${relative(dirname(file), records)}/${name})`;
    });
  const getRow = ({ what, how, tests, figure }: KeptPromise): string =>
    `| ${[link(what), link(how), tests.map((test) => `\`${test}\``).join(', '), link(figure)].join(' | ')} |`;
  const parts = sections.map((section) => {
    const rows = promises.filter((promise) => promise.section === section).map(getRow);
    return [
      `## ${section}`,
      '',
      '| Promise, or what is tried | Kept by | Tested in | Last result |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return `# Promises

<!-- made by npm run docs from the comments of the tests named here; do not edit -->

What the service promises, and what an attacker may try, with the test of each. \`npm test\` and \`npm run test:rest\` run the tests in a short form, \`npm run soak\` many of them in a long one; they print their figures. [reliability.md](reliability.md) says when and how the figures were measured.

${parts.join('\n\n')}
`;
};
