import { readFile } from 'node:fs/promises';
import { getPreviewerWords, type Previewer, previewers } from '#engine/client-classes.ts';
import { fillMarks } from './marks.ts';

const sourceLabels = { vendor: 'vendor', users: 'user reports' } as const;
const listFormats = ({ shows }: Previewer): string =>
  shows?.map((format) => format.toUpperCase()).join(', ') ?? 'unknown';

const getRow = (previewer: Previewer): string =>
  [
    previewer.name,
    previewer.agents.map((word) => `\`${word}\``).join(', '),
    listFormats(previewer),
    previewer.bytes?.toLocaleString('en') ?? 'unknown',
    `[${sourceLabels[previewer.sourceName]}](${previewer.source})`,
  ].join(' | ');

const table = (): string =>
  ['Previewer | Words of its `User-Agent` | Formats | Maximum bytes | Source', '--- | --- | --- | ---: | ---']
    .concat(previewers.map(getRow))
    .map((row) => `| ${row} |`)
    .join('\n');

/** Returns `docs/client-classes.md`, with the table of previewers. */
export const clientClassesDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/client-classes.md', 'utf8'), { previewers: table });

/** Returns a regular expression that matches any of the words. */
const pattern = (): string =>
  getPreviewerWords()
    .map((word) => word.replace(/[/.]/g, '\\$&'))
    .join('|');

/** Code that all edge functions share. */
export const admissionFile = 'lambdas/edge/admission.js';

/** Returns that code with the words that distinguish previewers from other clients. */
export const edgeFunctionSource = async (): Promise<string> =>
  (await readFile(admissionFile, 'utf8')).replace(
    /^const previewers =\n.*$/m,
    () => `const previewers =\n  /${pattern()}/i;`,
  );
