import { readFile } from 'node:fs/promises';
import { type Previewer, previewers, previewerWords } from '../../lambdas/contract/readers.ts';
import { fillMarks } from './marks.ts';

const edgeFile = 'lambdas/edge/verify-image-url.js';

const said = { vendor: 'its vendor', users: 'people who tried' } as const;
const formats = ({ shows }: Previewer): string => shows?.map((format) => format.toUpperCase()).join(', ') ?? 'not said';

const rowOf = (previewer: Previewer): string =>
  [
    previewer.name,
    previewer.agents.map((word) => `\`${word}\``).join(', '),
    formats(previewer),
    previewer.bytes?.toLocaleString('en') ?? 'not said',
    `[${said[previewer.saidBy]}](${previewer.source})`,
  ].join(' | ');

const table = (): string =>
  ['Previewer | Words of its `User-Agent` | Shows | Bytes at most | Said by', '--- | --- | --- | ---: | ---']
    .concat(previewers.map(rowOf))
    .map((row) => `| ${row} |`)
    .join('\n');

/** `docs/readers.md`, with the table of previewers. */
export const readersDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/readers.md', 'utf8'), { previewers: table });

/** Any of the words, as a regular expression reads them. */
const pattern = (): string =>
  previewerWords()
    .map((word) => word.replace(/[/.]/g, '\\$&'))
    .join('|');

/** The edge function, with the words that tell previewers from everybody else. */
export const edgeFunctionSource = async (): Promise<string> =>
  (await readFile(edgeFile, 'utf8')).replace(
    /^const previewers =\n.*$/m,
    () => `const previewers =\n  /${pattern()}/i;`,
  );
