import type { ImageType } from '../contract/image-bytes.ts';

/** Something said to the author: words, or an image. */
export type AuthorMessage =
  | { readonly text: string }
  | { readonly picture: { readonly bytes: Uint8Array; readonly type: ImageType } };

export interface AuthorRequest {
  /** What is wanted. */
  readonly instructions: readonly AuthorMessage[];
  /** Earlier answers, each with what was said to it. */
  readonly rounds: readonly { readonly answer: string; readonly reply: readonly AuthorMessage[] }[];
  readonly signal: AbortSignal;
}

/** A language model that writes templates. */
export interface TemplateAuthor {
  readonly isConfigured: boolean;
  /** How often it is asked at most for one template. */
  readonly rounds: number;
  /** The model's whole answer as text. Asks once, whatever comes of it. */
  write(request: AuthorRequest): Promise<Written>;
}

export interface TokensUsed {
  /** Read anew; what comes out of the model's cache is counted beside it. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export type Written =
  /** Cut: the model had more to say than it may. */
  | { readonly ok: true; readonly answer: string; readonly isCut: boolean; readonly tokens: TokensUsed }
  /**
   * Unavailable: this AWS account has no access to the model. Busy: asked again later it may answer. The cause is for the log.
   */
  | { readonly ok: false; readonly isUnavailable: boolean; readonly isBusy: boolean; readonly cause: unknown };
