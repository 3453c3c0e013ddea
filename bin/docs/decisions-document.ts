import { readdir, readFile } from 'node:fs/promises';

const folder = 'docs/decisions';
const form = /^# (\d+)\. (.+)\n\n(Accepted|Replaced) on (\d{4}-\d\d-\d\d)(?: by (\[\d+\]\(\d{4}-[\w-]+\.md\)))?\.\n/;

/** A row of the index. @throws naming the file when its first lines are not those of a record. */
const rowOf = async (file: string): Promise<string> => {
  const [, number, title, status, date, by] = form.exec(await readFile(`${folder}/${file}`, 'utf8')) ?? [];
  if (Number(number) !== Number(file.slice(0, 4)) || (status === 'Replaced') !== (by !== undefined)) {
    throw new Error(
      `${folder}/${file} must begin with "# ${Number(file.slice(0, 4))}. Title", an empty line, and "Accepted on YYYY-MM-DD." or "Replaced on YYYY-MM-DD by [N](NNNN-title.md)."`,
    );
  }
  return `| [${number}](${file}) | ${title} | ${date} | ${by ? `replaced by ${by}` : 'accepted'} |`;
};

/** `docs/decisions/README.md`: every record with its date and status. */
export const decisionsDocument = async (): Promise<string> => {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.md$/.test(file)).sort();
  const rows = await Promise.all(files.map(rowOf));
  return `# Decisions

<!-- made by npm run docs from the records beside it; do not edit -->

One record for each choice that somebody will question: the situation, the choice, its consequences, what was turned down.
A record is not rewritten when a later one decides otherwise: it is marked as replaced, and the later one says why. Numbers
have gaps; they are names, not a count.

| Number | Decision | Date | Status |
|---:|---|---|---|
${rows.join('\n')}
`;
};
