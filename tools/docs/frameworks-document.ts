import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fillMarks } from './marks.ts';

const folder = 'docs/examples/client';

/** Returns an example from its folder, where a test runs it. */
const code = async (wanted: string): Promise<string> => {
  const file = (await readdir(folder)).find((file) => parse(file).name === wanted);
  if (file === undefined) throw new Error(`${folder} has no example ${wanted}.`);
  const { ext } = parse(file);
  return `\`\`\`${ext.slice(1)}\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}\n\`\`\``;
};

/** Returns `docs/frameworks.md`, with its examples. */
export const frameworksDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/frameworks.md', 'utf8'), { code });
