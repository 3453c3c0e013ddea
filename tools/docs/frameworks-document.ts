import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fillMarks } from './marks.ts';

const folder = 'docs/examples/client';

/** Returns an example by its name in the folder, or by its path in the repository; tests run both. */
const code = async (wanted: string): Promise<string> => {
  const name = (await readdir(folder)).find((file) => parse(file).name === wanted);
  const file = name === undefined ? wanted : `${folder}/${name}`;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no example ${wanted}.`, { cause });
  });
  return `\`\`\`${parse(file).ext.slice(1)}\n${text.trim()}\n\`\`\``;
};

/** Returns `docs/frameworks.md`, with its examples. */
export const frameworksDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/frameworks.md', 'utf8'), { code });
