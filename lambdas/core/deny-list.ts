/** Kinds of subjects whose delivery an operator can end. */
export const denyListKinds = ['account', 'template'] as const;
export type DenyListKind = (typeof denyListKinds)[number];

/** An account or a template. */
export interface Subject {
  readonly kind: DenyListKind;
  readonly id: string;
}

/**
 * Returns the name of a subject, which is its key in the table of deny list entries and in the edge's store.
 * `lambdas/edge/verify-image-url.js` computes the same name. No id of a signing key has this form.
 */
export const subjectName = ({ kind, id }: Subject): string => `${kind}:${id}`;

const ownName = new RegExp(`^(${denyListKinds.join('|')}):`);
/** Returns whether an entry of the edge's store is a deny list entry. */
export const isDenyListEntryName = (name: string): boolean => ownName.test(name);

/** The subjects whose deny list entry ends the delivery of a URL. */
export const getSubjects = ({ uid, templateId }: { readonly uid: string; readonly templateId: string }): string[] => [
  subjectName({ kind: 'account', id: uid }),
  subjectName({ kind: 'template', id: templateId }),
];

/**
 * Seconds for which a URL may still be delivered after its deny list entry or revocation, because the edge and the
 * functions cache them.
 */
export const refusalSeconds = 60;
/**
 * Maximum number of deny list entries: every deployment writes all of them to the edge, and the admin program lists
 * them in one response.
 */
export const maxDenyListEntries = 1_000;
