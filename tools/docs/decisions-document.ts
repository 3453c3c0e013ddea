import { readdir, readFile } from 'node:fs/promises';

const folder = 'docs/decisions';
const form = /^# (\d+)\. (.+)\n\n/;

/** Returns a row of the index. @throws Error naming the file when it does not begin like a record */
const getRow = async (file: string): Promise<string> => {
  const [, number, title] = form.exec(await readFile(`${folder}/${file}`, 'utf8')) ?? [];
  if (Number(number) !== Number(file.slice(0, 4)))
    throw new Error(`${folder}/${file} must begin with "# ${Number(file.slice(0, 4))}. Title" and an empty line.`);
  return `| [${number}](${file}) | ${title} |`;
};

/** Returns `docs/decisions/README.md`: every record by its number. */
export const decisionsDocument = async (): Promise<string> => {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.md$/.test(file)).sort();
  const rows = await Promise.all(files.map(getRow));
  return `# Decisions

<!-- made by npm run docs from the records beside it; do not edit -->

One record for each choice about a trust boundary, a data format or a promise that a maintainer might want to reverse: context, decision, consequences, alternatives. A record describes the code as it is. When a choice changes, its record is rewritten or deleted in the same commit; git keeps the earlier text. Numbers are names and have gaps.

| Number | Decision |
|---:|---|
${rows.join('\n')}
`;
};
