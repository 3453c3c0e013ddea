import type { DenyListEntry } from './records.ts';

/** Which accounts and templates an operator has denied. */
export interface DenyListReader {
  /**
   * Returns whether any of the subjects is denied.
   *
   * @param subjects names of subjects (`subjectName`).
   * @param onStale called with the error when the deny list cannot be read and cached verdicts are used.
   * @throws the error when a subject has no cached verdict.
   */
  isAnyDenied(subjects: readonly string[], onStale: (cause: unknown) => void): Promise<boolean>;
}

export interface DenyListLister {
  all(): Promise<readonly DenyListEntry[]>;
}

/** The deny list entries the edge function refuses by. */
export interface EdgeDenyList {
  /**
   * Makes the edge's deny list equal to the listed subject names. `list` is called again after a conflict with another
   * writer.
   */
  replaceEntries(list: () => Promise<readonly string[]>): Promise<void>;
}
