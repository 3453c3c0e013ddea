import { extname, relative } from 'node:path';
import * as z from 'zod';
import { wrongUse } from './failure.ts';
import { getFileName, type TemplateFile } from './files.ts';
import { listInside, readInside } from './project-files.ts';

const cases = z.record(z.string(), z.record(z.string(), z.json()), {
  error: 'must be an object: names of cases, each with its variables',
});

/** A test case: a template with variables, and its expected image. */
export interface Case {
  readonly name: string;
  readonly variables: Readonly<Record<string, z.output<ReturnType<typeof z.json>>>>;
  /** Path of the committed image. */
  readonly image: string;
}

const getSiblingPath = ({ path }: TemplateFile, ending: string): string =>
  `${path.slice(0, path.length - extname(path).length)}.cases${ending}`;

/** Returns the cases in `article.cases.json` for `article.tsx`. @throws Failure for an invalid file */
export const getCases = async (root: string, template: TemplateFile, cwd: string): Promise<readonly Case[]> => {
  const path = getSiblingPath(template, '.json');
  const bytes = await readInside(root, path, ['.json']);
  if (!bytes) return [];
  const file = relative(cwd, path);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw wrongUse('INVALID_CASES', `${file} is no JSON: ${(error as Error).message}.`, error);
  }
  const parsed = cases.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrongUse(
      'INVALID_CASES',
      `${file}: ${issue?.path.join('.') || 'it'} ${issue?.message}; an example: { "long title": { "title": "..." } }`,
    );
  }
  const found = Object.entries(parsed.data).map(([name, variables]) => ({
    name,
    variables,
    image: `${getSiblingPath(template, '/')}${getFileName(name)}.png`,
  }));
  const twice = found.find(
    ({ image }, at) => found.findIndex((one) => one.image.toLowerCase() === image.toLowerCase()) !== at,
  );
  if (twice)
    throw wrongUse(
      'INVALID_CASES',
      `${file}: two cases would have the image ${relative(cwd, twice.image)}: rename "${twice.name}".`,
    );
  return found;
};

/** Returns the images in the folder of a template's cases. @throws Failure for a folder outside the project */
export const committedImages = async (root: string, template: TemplateFile): Promise<string[]> =>
  (await listInside(root, getSiblingPath(template, '')))
    .filter((file) => file.endsWith('.png'))
    .map((file) => getSiblingPath(template, '/') + file);
