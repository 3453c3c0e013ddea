import { readFile } from 'node:fs/promises';
import { type Previewer, previewers, previewerWords } from '../../lambdas/contract/client-classes.ts';
import { fillMarks } from './marks.ts';

const message = { vendor: 'vendor', users: 'user reports' } as const;
const formats = ({ shows }: Previewer): string => shows?.map((format) => format.toUpperCase()).join(', ') ?? 'unknown';

const getRow = (previewer: Previewer): string =>
  [
    previewer.name,
    previewer.agents.map((word) => `\`${word}\``).join(', '),
    formats(previewer),
    previewer.bytes?.toLocaleString('en') ?? 'unknown',
    `[${message[previewer.sourceName]}](${previewer.source})`,
  ].join(' | ');

const table = (): string =>
  ['Previewer | Words of its `User-Agent` | Formats | Maximum bytes | Source', '--- | --- | --- | ---: | ---']
    .concat(previewers.map(getRow))
    .map((row) => `| ${row} |`)
    .join('\n');

/** `docs/readers.md`, with the table of previewers. */
export const clientClassesDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/readers.md', 'utf8'), { previewers: table });

/** Any of the words, as a regular expression reads them. */
const pattern = (): string =>
  previewerWords()
    .map((word) => word.replace(/[/.]/g, '\\$&'))
    .join('|');

/** What the edge functions share. */
export const admissionFile = 'lambdas/edge/admission.js';

/** The same, with the words that tell previewers from everybody else. */
export const edgeFunctionSource = async (): Promise<string> =>
  (await readFile(admissionFile, 'utf8')).replace(
    /^const previewers =\n.*$/m,
    () => `const previewers =\n  /${pattern()}/i;`,
  );
