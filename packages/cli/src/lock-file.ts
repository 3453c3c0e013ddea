import { createHash } from 'node:crypto';
import files from 'node:fs/promises';
import type { SavedTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { imageFormats } from 'image-url-engine/images.ts';
import * as z from 'zod';
import { withLock } from '../../client/src/file-lock.ts';
import type { Project } from './config.ts';
import { Failure, getReason, wrongUse } from './failure.ts';
import { locate, locateOwn, templateEndings } from './paths.ts';
import { readInside, writeInside } from './project-files.ts';

const lockFile = 'image-url.lock.json';

const entry = z.strictObject({
  /** Path from the folder of the lock file. */
  file: z.string(),
  /** Absent while it is first pushed. */
  templateId: z.string().optional(),
  version: z.int().positive().optional(),
  /** Hash of the version's code; of several files, of their bundle. */
  hash: z.string().optional(),
  /** Size in CSS pixels and format of a template without sizes; the client writes them into the tags of signed images. */
  width: z.int().optional(),
  height: z.int().optional(),
  devicePixelRatio: z.number().optional(),
  format: z.enum(imageFormats).optional(),
  /** Width and height by name, for templates with sizes; the client writes them into the tags of signed images. */
  sizes: z.record(z.string(), z.tuple([z.int(), z.int()])).optional(),
  /** Names of the version's variables, with which `sign` compares what it is given. */
  variables: z
    .object({
      required: z.array(z.string()),
      optional: z.array(z.string()),
      others: z.boolean().optional(),
    })
    .optional(),
  /** Hash of the code that is being pushed. After an interrupted push, the next one checks what became of it. */
  pushing: z.string().optional(),
});
const environment = z.strictObject({
  baseUrl: z.string(),
  templates: z.record(z.string(), entry),
});
const lock = z.strictObject({ environments: z.record(z.string(), environment) });

/** The record of one template in one environment. */
export type LockEntry = z.output<typeof entry>;
/** By name, as `createClient({ templates })` accepts them. */
export type LockEntries = Readonly<Record<string, LockEntry>>;
type Lock = z.output<typeof lock>;

/** Returns the hash of a template's code, regardless of line ends, which git may change. */
export const getHash = (code: string): string =>
  createHash('sha256').update(code.replace(/\r\n?/g, '\n')).digest('hex');

/** What an entry records of a template, besides its id and version. */
type RecordedTemplate = Pick<
  SavedTemplateResponse['template'],
  'width' | 'height' | 'format' | 'sizes' | 'variables' | 'otherVariables'
> &
  // not in the response to fetching a template
  Partial<Pick<SavedTemplateResponse['template'], 'devicePixelRatio'>>;

/** Returns an entry's fields for a template's size, format and variables; no size if its pixels are not known. */
export const getFacts = ({
  width,
  height,
  devicePixelRatio,
  format,
  sizes,
  variables,
  otherVariables,
}: RecordedTemplate): Omit<LockEntry, 'file'> => {
  const names = (isRequired: boolean) =>
    variables.filter(({ required }) => required === isRequired).map(({ name }) => name);
  return {
    ...(!sizes && devicePixelRatio !== undefined && { width, height }),
    ...(devicePixelRatio !== undefined && devicePixelRatio !== 1 && { devicePixelRatio }),
    format,
    ...(sizes && { sizes: Object.fromEntries(sizes.map(({ name, width, height }) => [name, [width, height]])) }),
    variables: { required: names(true), optional: names(false), ...(otherVariables && { others: true }) },
  };
};

/** Reads the whole file. @throws Failure for a damaged one, which is then not overwritten */
const read = async (root: string): Promise<Lock> => {
  const bytes = await readInside(root, lockFile, ['.json']);
  if (!bytes) return { environments: {} };
  const broken = (what: string) =>
    wrongUse(
      'BROKEN_LOCK_FILE',
      `${lockFile} ${what}: take it from git again (git checkout ${lockFile}), or delete it and run image-url pull --all.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw broken(/^[<=>]{7}/m.test(bytes.toString('utf8')) ? 'has the marks of a merge conflict' : 'is no JSON');
  }
  const parsed = lock.safeParse(value);
  if (parsed.success) return parsed.data;
  throw broken(`is damaged at ${parsed.error.issues[0]?.path.join('.')}`);
};

/** @throws Failure when the environment's entries are those of another service */
const requireSameService = (recorded: string, project: Project): void => {
  if (project.baseUrl === undefined || recorded === project.baseUrl) return;
  throw wrongUse(
    'OTHER_SERVICE',
    `${lockFile} has ids of ${recorded} for the environment "${project.environment}", but image-url.json names ${project.baseUrl}: give the other service an environment of its own, or change "baseUrl" in the lock file if it has moved.`,
  );
};

/** Returns the entries of the chosen environment. @throws Failure for a damaged lock file */
export const readLock = async (project: Project): Promise<LockEntries> => {
  const { environments } = await read(project.root);
  const found = Object.hasOwn(environments, project.environment) ? environments[project.environment] : undefined;
  if (found) requireSameService(found.baseUrl, project);
  const entries = found?.templates ?? {};
  // the file may not have been written by this program
  for (const { file } of Object.values(entries)) await locate(project.root, file, templateEndings);
  return entries;
};

const sortByName = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Changes the lock file atomically, after concurrent writers. Entries that are not in `changes` are unchanged;
 * undefined removes one.
 */
export const changeLock = async (
  project: Project,
  changes: Readonly<Record<string, LockEntry | undefined>>,
): Promise<void> => {
  const path = await locateOwn(project.root, lockFile, ['.json']);
  await withLock(files, `${path}.lock`, async (assertLocked) => {
    const { environments } = await read(project.root);
    const before = environments[project.environment]?.templates ?? {};
    const after = Object.entries({ ...before, ...changes }).filter(([, one]) => one !== undefined);
    const templates = sortByName(Object.fromEntries(after) as Record<string, LockEntry>);
    const next = {
      environments: sortByName({
        ...environments,
        [project.environment]: { baseUrl: project.baseUrl ?? '', templates },
      }),
    };
    const text = `${JSON.stringify(next, null, 2)}\n`;
    await assertLocked();
    await writeInside(project.root, lockFile, ['.json'], text);
  }).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    throw wrongUse('UNWRITABLE_FILE', `${lockFile} cannot be written: ${getReason(error)}.`, error);
  });
};

/** Returns a function that records changes; those of the same moment in one write. */
export const lockRecorder = (project: Project) => {
  let waiting: Record<string, LockEntry | undefined> = {};
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    next = undefined;
    const changes = waiting;
    waiting = {};
    await changeLock(project, changes);
  };
  /** Resolves once the lock file contains the changes. */
  return (changes: Readonly<Record<string, LockEntry | undefined>>): Promise<void> => {
    Object.assign(waiting, changes);
    if (next === undefined) {
      next = writing.catch(() => {}).then(write);
      writing = next;
    }
    return next;
  };
};
