import { extname } from 'node:path';
import { type Api, getService } from '../api.ts';
import { atOnce } from '../at-once.ts';
import { getSource, readTemplate } from '../bundling.ts';
import { type Project, readProject, templatesFolder } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { getFileName, getInLines } from '../files.ts';
import { getFacts, getHash, type LockEntries, type LockEntry, lockRecorder, readLock } from '../lock-file.ts';
import { locateOwn, templateEndings } from '../paths.ts';
import { readInside, writeInside } from '../project-files.ts';
import { type Remote, readRemote } from '../remote.ts';

export interface PullOptions {
  readonly all?: boolean;
  readonly force?: boolean;
}

interface Outcome {
  readonly name: string;
  readonly file: string;
  readonly action: 'written' | 'unchanged' | 'conflict';
  readonly templateId: string;
  readonly version?: number;
  readonly message?: string;
}

const requestsAtOnce = 6;

/** Returns whether code would import files if it were written to a path. */
const importsFiles = async (root: string, path: string, code: string, cwd: string): Promise<boolean> => {
  try {
    return (await getSource(root, path, code, cwd)).files.length > 1;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
};

/** Returns why a file cannot be overwritten; undefined if it can. */
const getObstacle = async (
  root: string,
  file: string,
  cwd: string,
  code: string,
  hash: string | undefined,
  force: boolean,
): Promise<string | undefined> => {
  const path = await locateOwn(root, file, templateEndings);
  // imports of files on this machine: the author must read such code first
  if (await importsFiles(root, path, code, cwd))
    return 'the code on the service imports files of this machine, so it is not written: image-url diff shows it';
  if (!(await readInside(root, file, templateEndings))) return undefined;
  const source = await readTemplate(root, path, cwd);
  if (source.files.length > 1)
    return `${file} is bundled from ${source.files.length} files, which no pull can take apart: change them by hand, then image-url push --force`;
  if (force || getHash(source.code) === hash) return undefined;
  return 'it was changed here and elsewhere: image-url diff shows it, --force takes the one of the service';
};

/** Updates one file from the service. */
const pullOne = async (
  context: Context,
  project: Project,
  remote: Remote,
  name: string,
  entry: LockEntry & { templateId: string },
  force: boolean,
): Promise<{ outcome: Outcome; entry?: LockEntry }> => {
  const { templateId, file, hash } = entry;
  const { root } = project;
  const outcome = { name, file, templateId };
  const there = await remote.find(templateId);
  if (!there) {
    const message = `${templateId} is not on the service any more: image-url delete ${name} forgets it, image-url push --force makes a new one`;
    return { outcome: { ...outcome, action: 'conflict', message } };
  }
  const before = await readInside(root, file, templateEndings);
  if (there.version === entry.version && before && !force)
    return { outcome: { ...outcome, action: 'unchanged', version: there.version } };
  const code = (await remote.code(templateId))?.code ?? '';
  const next: LockEntry = { file, templateId, version: there.version, hash: getHash(code), ...getFacts(there) };
  const isHere =
    before &&
    getHash(
      await remote.withAssets(
        (await readTemplate(root, await locateOwn(root, file, templateEndings), context.cwd)).code,
      ),
    ) === next.hash;
  if (isHere) return { outcome: { ...outcome, action: 'unchanged', version: there.version }, entry: next };
  const message = await getObstacle(root, file, context.cwd, code, hash, force);
  if (message !== undefined) return { outcome: { ...outcome, action: 'conflict', version: there.version, message } };
  await writeInside(root, file, templateEndings, getInLines(code, before));
  return { outcome: { ...outcome, action: 'written', version: there.version }, entry: next };
};

/** Returns the path for a template without a file: one that the first pattern matches. */
const createNamer = (project: Project, entries: LockEntries) => {
  const [pattern = ''] = project.templates;
  const ending = extname(pattern) || '.tsx';
  const taken = new Set(Object.keys(entries));
  return (name: string): [string, string] => {
    const base = getFileName(name);
    let own = base;
    for (let n = 2; taken.has(own); n += 1) own = `${base}-${n}`;
    taken.add(own);
    return [own, `${templatesFolder(project)}/${own}${ending}`.replace(/^\.\//, '')];
  };
};

/** Returns the templates of the account without a file. */
const getTemplatesWithoutFile = (project: Project, remote: Remote, entries: LockEntries): [string, LockEntry][] => {
  const known = new Set(Object.values(entries).map(({ templateId }) => templateId));
  const getNewFile = createNamer(project, entries);
  return remote.listed
    .filter(({ _id }) => !known.has(_id))
    .map(({ _id, name }) => {
      const [own, file] = getNewFile(name);
      return [own, { file, templateId: _id }];
    });
};

/** `image-url pull`: updates these files from the service; `--all` also writes templates without a file. */
export const pull = async (context: Context, { all = false, force = false }: PullOptions): Promise<Answer> => {
  const project = readProject(context);
  const api: Api = getService(context);
  const entries = await readLock(project);
  const remote = await readRemote(api);
  const record = lockRecorder(project);
  const wanted = [...Object.entries(entries), ...(all ? getTemplatesWithoutFile(project, remote, entries) : [])];
  const known = wanted.filter(
    (one): one is [string, LockEntry & { templateId: string }] => one[1].templateId !== undefined,
  );
  const progress = context.output.progress(known.length);
  const outcomes = await atOnce(requestsAtOnce, known, async ([name, entry]) => {
    progress.step(entry.file);
    const { outcome, entry: next } = await pullOne(context, project, remote, name, entry, force);
    if (next) await record({ [name]: next });
    return outcome;
  }).finally(progress.end);

  const count = (action: Outcome['action']) => outcomes.filter((one) => one.action === action).length;
  const lines = outcomes
    .filter(({ action }) => action !== 'unchanged')
    .map(({ action, file, version, message }) => {
      const colour = action === 'conflict' ? 'red' : 'green';
      return `${context.output.style(colour, action.padEnd(8))} ${file}${version === undefined ? '' : ` version ${version}`}${message === undefined ? '' : `: ${message}`}`;
    });
  const summary = `written ${count('written')}, unchanged ${count('unchanged')}, conflicts ${count('conflict')}`;
  const ok = count('conflict') === 0;
  return { json: { ok, templates: outcomes }, text: [...lines, summary].join('\n'), exitCode: ok ? 0 : 1 };
};
