import type { ImageType } from 'image-url-engine/images.ts';

/** A part of a message to the model: text or an image. */
export type AuthorMessage =
  | { readonly text: string }
  | { readonly image: { readonly bytes: Uint8Array; readonly type: ImageType } };

export interface AuthorRequest {
  readonly instructions: readonly AuthorMessage[];
  /** Earlier answers of the model, each with the reply to it. */
  readonly rounds: readonly { readonly answer: string; readonly reply: readonly AuthorMessage[] }[];
  readonly signal: AbortSignal;
}

/** A language model that writes templates. */
export interface TemplateAuthor {
  readonly isConfigured: boolean;
  /** Maximum number of requests for one template. */
  readonly rounds: number;
  /** Sends one request and returns the model's whole answer as text. Does not retry. */
  write(request: AuthorRequest): Promise<Written>;
}

export interface TokensUsed {
  /** Tokens of the request that were not read from the model's cache. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export type Written =
  /** `isCut`: the answer reached the maximum number of tokens. */
  | { readonly ok: true; readonly answer: string; readonly isCut: boolean; readonly tokens: TokensUsed }
  /**
   * `isUnavailable`: this AWS account has no access to the model. `isBusy`: a later request may succeed. `cause` is for
   * the log.
   */
  | { readonly ok: false; readonly isUnavailable: boolean; readonly isBusy: boolean; readonly cause: unknown };
