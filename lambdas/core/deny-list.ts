import { toEpoch } from './epoch.ts';

/** Kinds of subjects that an operator can put on the deny list. */
export const denyListKinds = ['account', 'template', 'site'] as const;
export type DenyListKind = (typeof denyListKinds)[number];

/** An account, a template or a site. */
export interface Subject {
  readonly kind: DenyListKind;
  readonly id: string;
}

/**
 * Returns the name of a subject: its key in the deny list table and in the edge's key-value store.
 * `lambdas/edge/verify-image-url.js` computes the same name. No signing key id has this form.
 */
export const subjectName = ({ kind, id }: Subject): string => `${kind}:${id}`;

/**
 * Name of the entry at the edge that changes with the denied templates. It is part of the cache key of site images,
 * whose URL does not contain their template. No id of a subject has its form.
 */
const templatesEntry = 'denials:templates';

const entryNamePattern = new RegExp(`^(${denyListKinds.join('|')}|denials):`);
/** Returns whether an entry of the edge's key-value store is a deny list entry. */
export const isDenyListEntryName = (name: string): boolean => entryNamePattern.test(name);

/**
 * Returns the edge's entries by name for the names of the denied subjects.
 *
 * @param answer value of each subject's entry
 */
export const getDenyListEntries = (subjects: readonly string[], answer: string): ReadonlyMap<string, string> => {
  const templates = subjects.filter((subject) => subject.startsWith('template:'));
  const epoch = templates.length > 0 ? [[templatesEntry, toEpoch(templates)] as const] : [];
  return new Map([...subjects.map((subject) => [subject, answer] as const), ...epoch]);
};

/** Returns the subjects whose deny list entry blocks a URL. */
export const getSubjects = ({
  uid,
  templateId,
  siteId,
}: {
  readonly uid: string;
  readonly templateId: string;
  readonly siteId?: string | undefined;
}): string[] => [
  subjectName({ kind: 'account', id: uid }),
  subjectName({ kind: 'template', id: templateId }),
  ...(siteId === undefined ? [] : [subjectName({ kind: 'site', id: siteId })]),
];

/**
 * Seconds for which a URL may still be delivered after its deny list entry or revocation was created, because the edge
 * and the functions cache those entries.
 */
export const denyListDelaySeconds = 60;
/** Maximum number of deny list entries. Every deployment writes all of them to the edge. */
export const maxDenyListEntries = 1_000;
