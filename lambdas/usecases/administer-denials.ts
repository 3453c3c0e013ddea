import { mostDenials, refusalSeconds, type Subject, subjectName } from '../core/denial.ts';
import type { Administration } from '../ports/administration.ts';
import type { EdgeDenials } from '../ports/denials.ts';
import type { DenialRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { AdminError } from './administer-accounts.ts';

export interface DenialView extends Subject {
  readonly deniedAt: string;
}

/** Where denials are kept: the table is what holds, the edge has a copy. */
export interface DenialStores {
  readonly store: Administration;
  readonly edge: EdgeDenials;
}

const viewOf = ({ kind, id, deniedAt }: DenialRecord): DenialView => ({ kind, id, deniedAt: deniedAt.toISOString() });

const idForms = { account: /^[0-9A-Za-z]{1,32}$/, template: /^[0-9A-Za-z_-]{1,64}$/ };
const known = (subject: Subject): Subject => {
  if (!idForms[subject.kind].test(subject.id)) throw new AdminError(`${subject.id} is no id of ${subject.kind}s.`);
  return subject;
};

/** Gives the edge what the table says, all of it: what an earlier call left undone is done as well. */
export const tellEdge = ({ store, edge }: DenialStores): Promise<void> =>
  edge.keepOnly(async () => (await store.denials()).map(subjectName));

/**
 * Ends the delivery of every URL of an account or a template. Again changes nothing, and tells the edge anew.
 *
 * @returns the denial, and when it holds everywhere at the latest.
 */
export const deny = async (
  stores: DenialStores,
  runtime: Runtime,
  subject: Subject,
): Promise<DenialView & { readonly effectiveBy: string }> => {
  const { kind, id } = known(subject);
  const denials = await stores.store.denials();
  const earlier = denials.find((one) => one.kind === kind && one.id === id);
  if (!earlier && denials.length >= mostDenials)
    throw new AdminError(`There are ${mostDenials} denials, which is the most there can be: lift some.`);
  const denial = earlier ?? { kind, id, deniedAt: runtime.now() };
  if (!earlier) await stores.store.putDenial(denial);
  await tellEdge(stores);
  return { ...viewOf(denial), effectiveBy: new Date(runtime.now().getTime() + refusalSeconds * 1_000).toISOString() };
};

/** Lets an account or a template be delivered again. */
export const liftDenial = async (
  stores: DenialStores,
  subject: Subject,
): Promise<Subject & { readonly lifted: true }> => {
  const { kind, id } = known(subject);
  const isLifted = await stores.store.removeDenial({ kind, id });
  await tellEdge(stores);
  if (!isLifted) throw new AdminError(`The ${kind} ${id} is not denied.`);
  return { kind, id, lifted: true };
};

/** Every denial, the newest first. */
export const listDenials = async ({ store }: DenialStores): Promise<{ readonly denials: readonly DenialView[] }> => {
  const denials = await store.denials();
  return { denials: denials.map(viewOf).sort((a, b) => (a.deniedAt < b.deniedAt ? 1 : -1)) };
};
