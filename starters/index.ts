import { readFile } from 'node:fs/promises';

/** The starter templates in the order they are listed. An id stands in published URLs: it never changes. */
const listed: readonly {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly file: string;
}[] = [];

/** Reads the starter templates, code included. */
export const starters = () =>
  Promise.all(
    listed.map(async ({ file, ...starter }) => ({
      ...starter,
      code: await readFile(new URL(file, import.meta.url), 'utf8'),
    })),
  );
