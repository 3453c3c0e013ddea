import { denyListDelaySeconds, maxDenyListEntries, type Subject, subjectName } from '../lambdas/domain/deny-list.ts';
import type { Ports } from '../lambdas/ports/ports.ts';
import type { DenyListEntry } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { AdminError } from './administer-accounts.ts';
import { serviceAudit } from './audit.ts';
import type { AdminStore } from './store.ts';

/** Stores of deny list entries: the table is the source of truth, the edge has a copy. */
export interface DenyListStores {
  readonly store: AdminStore;
  readonly edge: Ports['edgeDenyList:write'];
}

const getView = ({ kind, id, deniedAt }: DenyListEntry) => ({
  kind,
  id,
  deniedAt: deniedAt.toISOString(),
});

const idForms = {
  account: /^[0-9A-Za-z]{1,32}$/,
  template: /^[0-9A-Za-z_-]{1,64}$/,
  site: /^[0-9A-Za-z]{1,32}-[0-9A-Za-z]{16}$/,
};
const requireSubject = (subject: Subject): Subject => {
  if (!idForms[subject.kind].test(subject.id)) throw new AdminError(`${subject.id} is not an id of ${subject.kind}s.`);
  return subject;
};

/** Returns the account of what is denied; undefined for starters, which belong to the service. */
const getOwner = async ({ store }: DenyListStores, { kind, id }: Subject): Promise<string | undefined> => {
  if (kind === 'account') return id;
  if (kind === 'site') return id.split('-')[0];
  const owner = await store.templateOwner(id);
  return owner?.startsWith('$') ? undefined : owner;
};

/** Replaces the edge's deny list by that of the table, which also completes an interrupted earlier call. */
export const notifyEdge = ({ store, edge }: DenyListStores): Promise<void> =>
  edge.replaceEntries(async () => (await store.denials()).map(subjectName));

/**
 * Ends the delivery of every URL of an account, a template or a site. An existing entry is unchanged; only the edge is updated.
 *
 * @returns the deny list entry, and `effectiveBy`: when it is in force everywhere at the latest
 * @throws AdminError for a malformed id, or when the deny list is full
 */
export const deny = async (stores: DenyListStores, runtime: Runtime, subject: Subject) => {
  const { kind, id } = requireSubject(subject);
  const accountId = await getOwner(stores, subject);
  const denyList = await stores.store.denials();
  const earlier = denyList.find((one) => one.kind === kind && one.id === id);
  if (!earlier && denyList.length >= maxDenyListEntries)
    throw new AdminError(
      `There are ${maxDenyListEntries} deny list entries, which is the most there can be: lift some.`,
    );
  const denyListEntry = earlier ?? { kind, id, deniedAt: runtime.now() };
  await runtime.beginAct({ accountId: accountId ?? serviceAudit, subject: `${kind} ${id}` });
  if (!earlier) await stores.store.putDenyListEntry(denyListEntry);
  await notifyEdge(stores);
  return {
    ...getView(denyListEntry),
    ...(accountId !== undefined && { accountId }),
    effectiveBy: new Date(runtime.now().getTime() + denyListDelaySeconds * 1_000).toISOString(),
  };
};

/**
 * Removes a deny list entry, so that the URLs of the account, template or site are delivered again.
 *
 * @throws AdminError when there is no such entry
 */
export const removeDenyListEntry = async (
  stores: DenyListStores,
  runtime: Pick<Runtime, 'beginAct'>,
  subject: Subject,
) => {
  const { kind, id } = requireSubject(subject);
  const accountId = await getOwner(stores, subject);
  const isDenied = (await stores.store.denials()).some((one) => one.kind === kind && one.id === id);
  if (isDenied) await runtime.beginAct({ accountId: accountId ?? serviceAudit, subject: `${kind} ${id}` });
  // completes an interrupted earlier call even if there is none
  const isLifted = await stores.store.deleteDenyListEntry({ kind, id });
  await notifyEdge(stores);
  if (!isLifted) throw new AdminError(`The ${kind} ${id} is not denied.`);
  return { kind, id, ...(accountId !== undefined && { accountId }), lifted: true };
};

/** Returns every deny list entry, the newest first. */
export const listDenyList = async ({ store }: DenyListStores) => {
  const denyList = await store.denials();
  return { denials: denyList.map(getView).sort((a, b) => (a.deniedAt < b.deniedAt ? 1 : -1)) };
};
