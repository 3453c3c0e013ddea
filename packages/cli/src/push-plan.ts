import type { TemplateSource } from './bundling.ts';
import type { TemplateFile } from './files.ts';
import { getHash, type LockEntries, type LockEntry } from './lock-file.ts';
import type { Remote } from './remote.ts';

/** A template with its current code. */
export interface Local extends TemplateFile {
  readonly source: TemplateSource;
  readonly hash: string;
}

/** The action of a push for one template. */
export type Step = { readonly local: Local } & (
  | { readonly action: 'create' }
  /** `entry` is the new lock entry if the service is up to date; undefined if the lock file is too. */
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
 * Returns a template that an interrupted push created but did not record, or whose lock file is lost: with this name,
 * without an entry, and with the pushed code.
 */
const findCreatedBefore = async (name: string, pushing: string, entries: LockEntries, remote: Remote) => {
  const known = new Set(Object.values(entries).map(({ templateId }) => templateId));
  for (const one of remote.listed.filter((other) => other.name === name && !known.has(other._id))) {
    const found = await remote.code(one._id);
    if (found && getHash(found.code) === pushing) return { templateId: one._id, version: found.version };
  }
  return undefined;
};

/** Plans a template with an id in the lock file. */
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

/** Returns the entry of a renamed file: one with the same code whose file no longer exists. */
const findRenamed = (local: Local, entries: LockEntries, gone: ReadonlySet<string>): [string, LockEntry] | undefined =>
  Object.entries(entries).find(
    ([name, { hash, templateId }]) => gone.has(name) && templateId !== undefined && hash === local.hash,
  );

/** Plans a push. Returns its steps, and the entries to remove because their files were renamed. */
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
    const made = await findCreatedBefore(local.name, pushed, entries, remote);
    if (made) return planKnown(local, { file: '', hash: pushed, ...made }, remote, force);
    const [before, old] = findRenamed(local, entries, gone) ?? [];
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
