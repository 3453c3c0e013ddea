import type { TemplateSource } from './bundling.ts';
import type { TemplateFile } from './files.ts';
import { getHash, type LockEntries, type LockEntry } from './lock-file.ts';
import type { Remote } from './remote.ts';

/** A template, and what its code is now. */
export interface Local extends TemplateFile {
  readonly source: TemplateSource;
  readonly hash: string;
}

/** What a push has to do with one template. */
export type Step = { readonly local: Local } & (
  | { readonly action: 'create' }
  /** `entry` is what to record where the service has it already, and undefined where the lock file says so too. */
  | {
      readonly action: 'keep';
      readonly entry: LockEntry | undefined;
      readonly version: number;
      readonly templateId: string;
    }
  | { readonly action: 'update'; readonly templateId: string; readonly version: number; readonly name?: string }
  | { readonly action: 'conflict'; readonly message: string }
);

const getEntry = ({ file, hash }: Local, templateId: string, version: number): LockEntry => ({
  file,
  templateId,
  version,
  hash,
});

/**
 * A template that was made and not recorded, by a push that was ended or whose lock file is lost: of this name, in no entry, with
 * the code that was being pushed.
 */
const madeBefore = async (name: string, pushing: string, entries: LockEntries, remote: Remote) => {
  const known = new Set(Object.values(entries).map(({ templateId }) => templateId));
  for (const one of remote.listed.filter((other) => other.name === name && !known.has(other._id))) {
    const found = await remote.code(one._id);
    if (found && getHash(found.code) === pushing) return { templateId: one._id, version: found.version };
  }
  return undefined;
};

/** Decides about a template the lock file has an id of. */
const planKnown = async (
  local: Local,
  entry: LockEntry & { templateId: string },
  remote: Remote,
  force: boolean,
): Promise<Step> => {
  const { templateId, version, hash, pushing, file } = entry;
  const there = await remote.find(templateId);
  if (!there)
    return force
      ? { local, action: 'create' }
      : {
          local,
          action: 'conflict',
          message: `${templateId} is not on the service any more: --force makes a new one, image-url delete ${local.name} forgets it`,
        };
  const store = (isNew: boolean): Step => ({
    local,
    action: 'keep',
    entry: isNew ? getEntry(local, templateId, there.version) : undefined,
    version: there.version,
    templateId,
  });
  const update: Step = { local, action: 'update', templateId, version: there.version };
  if (there.version === version)
    return hash === local.hash ? store(file !== local.file || pushing !== undefined) : update;
  const remoteHash = getHash((await remote.code(templateId))?.code ?? '');
  if (remoteHash === local.hash) return store(true);
  if (remoteHash === pushing || force) return update;
  const message = `it was changed elsewhere: version ${there.version} is there, ${version ?? 'none'} was the last one here. image-url diff ${local.name} shows it, image-url pull takes it, --force replaces it`;
  return { local, action: 'conflict', message };
};

/** A file that was renamed: its code is that of an entry whose file is gone. */
const renamed = (local: Local, entries: LockEntries, gone: ReadonlySet<string>): [string, LockEntry] | undefined =>
  Object.entries(entries).find(
    ([name, { hash, templateId }]) => gone.has(name) && templateId !== undefined && hash === local.hash,
  );

/** What a push has to do, and the entries that go because their file has another name now. */
export const planPush = async (
  locals: readonly Local[],
  entries: LockEntries,
  gone: ReadonlySet<string>,
  remote: Remote,
  force: boolean,
): Promise<{ readonly steps: readonly Step[]; readonly moved: readonly string[] }> => {
  const moved: string[] = [];
  const plan = async (local: Local): Promise<Step> => {
    const entry = Object.hasOwn(entries, local.name) ? entries[local.name] : undefined;
    if (entry?.templateId !== undefined)
      return planKnown(local, { ...entry, templateId: entry.templateId }, remote, force);
    const pushed = entry?.pushing ?? local.hash;
    const made = await madeBefore(local.name, pushed, entries, remote);
    if (made) return planKnown(local, { file: '', hash: pushed, ...made }, remote, force);
    const [before, old] = renamed(local, entries, gone) ?? [];
    if (before === undefined || old?.templateId === undefined) return { local, action: 'create' };
    const there = await remote.find(old.templateId);
    if (!there) return { local, action: 'create' };
    moved.push(before);
    return { local, action: 'update', templateId: old.templateId, version: there.version, name: local.name };
  };
  const steps: Step[] = [];
  for (const local of locals) steps.push(await plan(local));
  return { steps, moved };
};
