import type { DenialRecord } from './records.ts';

/** Which accounts and templates an operator has denied. */
export interface DenialReader {
  /**
   * @param subjects their names (`subjectName`).
   * @param onStale told why a denial could not be read anew; the last answer that could goes on serving.
   */
  isAnyDenied(subjects: readonly string[], onStale: (cause: unknown) => void): Promise<boolean>;
}

export interface DenialList {
  all(): Promise<readonly DenialRecord[]>;
}

/** The denials the edge function refuses by. */
export interface EdgeDenials {
  /** Makes the edge's denials these, by the subjects' names; the list is asked for anew when others write at the same time. */
  keepOnly(list: () => Promise<readonly string[]>): Promise<void>;
}
