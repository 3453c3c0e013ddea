import type { ItemProgress } from 'image-url-contract/schemas/generate.ts';

/** A generation by the `Idempotency-Key` of its request. */
export interface GenerationRef {
  readonly accountId: string;
  readonly generationId: string;
}

/** What a run writes about itself. */
export interface GenerationRun {
  /** Id of this run of the request. */
  readonly run: string;
  readonly items: readonly ItemProgress[];
  /** Latest end of the run; 1970 once it has ended. */
  readonly endsAt: Date;
}

/** Stored progress of a generation. Times are Unix milliseconds. */
export interface GenerationRecord {
  readonly items: ItemProgress[];
  readonly endsAt: number;
  readonly canceledAt?: number | undefined;
}
