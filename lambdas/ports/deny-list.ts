import type { DenyListEntry } from './records.ts';

/** Which accounts and templates an operator has denied. */
export interface DenyListReader {
  /**
   * @param subjects their names (`subjectName`).
   * @param onStale told why a deny list entry could not be read anew; the last answer that could goes on serving.
   */
  isAnyDenied(subjects: readonly string[], onStale: (cause: unknown) => void): Promise<boolean>;
}

export interface DenyListLister {
  all(): Promise<readonly DenyListEntry[]>;
}

/** The deny list entries the edge function refuses by. */
export interface EdgeDenyList {
  /** Makes the edge's deny list entries these, by the subjects' names; the list is asked for anew when others write at the same time. */
  pickKeys(list: () => Promise<readonly string[]>): Promise<void>;
}
