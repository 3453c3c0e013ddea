import type { ServiceError } from 'image-url-contract/errors.ts';

/** Something that an account may have only so many of at the same time. */
interface Addition {
  readonly id: string;
  /** Returns the ids of those that the account has, the oldest first. */
  list(): Promise<readonly string[]>;
  store(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Orders what an account has by age; of the same moment, by id. */
export const byAge =
  <T extends { readonly createdAt?: Date | undefined }>(getId: (of: T) => string) =>
  (a: T, b: T): number =>
    (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0) || (getId(a) < getId(b) ? -1 : 1);

/**
 * Stores one more of what an account may have `most` of. They are counted by listing them, before and after: no count
 * can be wrong after a process has died, and of requests that come at once the latest ones remove what they stored.
 *
 * @throws `refusal` when there are too many
 */
export const storeWithin = async (most: number, refusal: ServiceError, addition: Addition): Promise<void> => {
  if ((await addition.list()).length >= most) throw refusal;
  await addition.store();
  if ((await addition.list()).indexOf(addition.id) < most) return;
  await addition.remove();
  throw refusal;
};
