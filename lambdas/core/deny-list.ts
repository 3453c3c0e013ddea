/** What an operator can end the delivery of. */
export const denyListKinds = ['account', 'template'] as const;
export type DenyListKind = (typeof denyListKinds)[number];

/** Somebody or something by its kind and id. */
export interface Subject {
  readonly kind: DenyListKind;
  readonly id: string;
}

/**
 * A subject's name in the table of deny list entries and in the edge's store, where `lambdas/edge/verify-image-url.js` makes the same one.
 * No id of a signing key looks like it.
 */
export const subjectName = ({ kind, id }: Subject): string => `${kind}:${id}`;

const ownName = new RegExp(`^(${denyListKinds.join('|')}):`);
/** Whether an entry of the edge's store is one of a deny list entry. */
export const isDenyListEntryEntry = (name: string): boolean => ownName.test(name);

/** The subjects whose deny list entry ends the delivery of a URL. */
export const getSubjects = ({ uid, templateId }: { readonly uid: string; readonly templateId: string }): string[] => [
  subjectName({ kind: 'account', id: uid }),
  subjectName({ kind: 'template', id: templateId }),
];

/** How long after its deny list entry or revocation a URL may still be delivered, by any copy of the list: the edge's or a function's. */
export const refusalSeconds = 60;
/** Every deployment writes all of them to the edge, and an operator reads them in one answer. */
export const maxDenyListEntries = 1_000;
