import type { ImageQuery } from '../core/signing/image-query.ts';
import type { AccountRecord, TemplateRecord } from './records.ts';

/** Result of the first request of an on-demand URL. Its query never changes. */
export interface FrozenImage {
  readonly accountId: string;
  /** All parameters that determine the image. */
  readonly query: Omit<ImageQuery, 'exp'>;
  /** Tells claims of one identity apart: another one may have been withdrawn before it. */
  readonly claimId: string;
  /** When it was claimed: the unit is consumed in the billing month of this date. */
  readonly claimedAt: Date;
  /** Whether its unit is known to be consumed. */
  readonly isPaid: boolean;
}

/** Why an image could not be evaluated; cached until the backoff ends. */
export interface EvaluationFailure {
  readonly code: string;
  readonly message: string;
}

/** Images of on-demand URLs, by their identities. */
export interface FrozenImages {
  find(identity: string): Promise<FrozenImage | undefined>;
  /** Freezes an image unless another is. @returns the one that is frozen; undefined if another was, and was withdrawn meanwhile. */
  claim(identity: string, image: FrozenImage, expiresAt: Date): Promise<FrozenImage | undefined>;
  /** Marks a claimed image as paid. @returns false if the claim was withdrawn. */
  pay(identity: string, claimed: FrozenImage): Promise<boolean>;
  /** Gives up a claim that is not paid. */
  withdraw(identity: string, claimed: FrozenImage): Promise<void>;
  failure(identity: string): Promise<EvaluationFailure | undefined>;
  recordFailure(identity: string, failure: EvaluationFailure, accountId: string, expiresAt: Date): Promise<void>;
}

/** The image an account has shown in place of on-demand URLs that cannot be rendered. */
export interface FallbackImage {
  /** All parameters that determine it. It was evaluated when it was set. */
  readonly query: Omit<ImageQuery, 'exp'>;
}

export interface FallbackReader {
  find(accountId: string): Promise<FallbackImage | undefined>;
}

export interface FallbackWriter {
  set(accountId: string, fallback: FallbackImage, expiresAt: Date): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** A request for an on-demand URL that could not be rendered. */
export interface RenderFailure {
  /** As it was requested. */
  readonly path: string;
  readonly templateId: string;
  readonly code: string;
  readonly message: string;
  readonly failedAt: Date;
}

export interface RenderFailureAdder {
  add(accountId: string, failure: RenderFailure): Promise<void>;
}

export interface RenderFailureLister {
  /** Origin of the image host. */
  readonly imageUrl: string;
  /** Latest minute first, about `limits.listedBytes` at most. A URL may occur more than once. */
  latest(accountId: string): AsyncIterable<RenderFailure>;
}

export interface OwnerReader {
  /** Reads an account and a template in one consistent round trip. */
  find(
    accountId: string,
    templateId: string,
  ): Promise<{ readonly account?: AccountRecord | undefined; readonly template?: TemplateRecord | undefined }>;
}
