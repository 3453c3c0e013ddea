/** Kinds of subjects that an operator can put on the deny list. */
export const denyListKinds = ['account', 'template'] as const;
export type DenyListKind = (typeof denyListKinds)[number];

/** An account or a template. */
export interface Subject {
  readonly kind: DenyListKind;
  readonly id: string;
}

/**
 * Returns the name of a subject: its key in the deny list table and in the edge's key-value store.
 * `lambdas/edge/verify-image-url.js` computes the same name. No signing key id has this form.
 */
export const subjectName = ({ kind, id }: Subject): string => `${kind}:${id}`;

const entryNamePattern = new RegExp(`^(${denyListKinds.join('|')}):`);
/** Returns whether an entry of the edge's key-value store is a deny list entry. */
export const isDenyListEntryName = (name: string): boolean => entryNamePattern.test(name);

/** Returns the subjects whose deny list entry blocks a URL. */
export const getSubjects = ({ uid, templateId }: { readonly uid: string; readonly templateId: string }): string[] => [
  subjectName({ kind: 'account', id: uid }),
  subjectName({ kind: 'template', id: templateId }),
];

/**
 * Seconds for which a URL may still be delivered after its deny list entry or revocation was created, because the edge
 * and the functions cache those entries.
 */
export const denyListDelaySeconds = 60;
/** Maximum number of deny list entries. Every deployment writes all of them to the edge. */
export const maxDenyListEntries = 1_000;
