import type { limits } from 'image-url-contract/limits.ts';

export interface FetchWatch {
  /** Called before a request to a host. If it resolves to false, nothing is fetched from the host. */
  checkAdmission(host: string): Promise<boolean>;
  /** Called with the bytes announced or received so far. */
  countBytes(bytes: number): void;
}

/** For whom something is fetched: it counts against hourly budgets of the account and of each host. */
export interface Payer {
  readonly accountId: string;
  readonly purpose: keyof typeof limits.fetchedBytesPerHour;
  readonly now: Date;
  /** Is given what need not be waited for: giving back what was not read. @default it is waited for */
  readonly later?: (work: Promise<unknown>) => void;
}

export type FetchedImage =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** Fetches images that templates reference, from public addresses only. */
export interface RemoteImages {
  /** Fetches an image within budgets. Fails with `too large` for more than `limits.fetchedImageBytes`. */
  fetch(url: string, payer: Payer): Promise<FetchedImage>;
}
