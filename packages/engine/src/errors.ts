/** Messages of the engine's errors, by code. */
export const engineErrors = {
  INVALID_SIZE: "size must be the name of one of the template's sizes.",
  INVALID_DEVICE_PIXEL_RATIO: 'devicePixelRatio must be a positive number.',
  RENDER_ERROR: 'The image could not be rendered.',
  SERVICE_UNAVAILABLE: 'The service is busy; try again shortly.',
} as const;

export type EngineErrorCode = keyof typeof engineErrors;

interface Extras {
  /** The underlying error, for the log only. */
  readonly cause?: unknown;
  /** Replaces the message in answers that anybody may read: without texts of templates. @default the message */
  readonly publicDetail?: string | undefined;
  /** When a retry can succeed. */
  readonly retryAt?: Date;
  /** Index of the item of a batch that it is about. */
  readonly item?: number | undefined;
}

/** An error with a code. Its message can be shown to the author of the template, its cause only to the operator. */
export class CodedError<C extends string = string> extends Error {
  readonly code: C;
  readonly retryAt: Date | undefined;
  readonly item: number | undefined;
  /** The message without texts of templates, for answers that anybody may read. */
  readonly publicMessage: string;

  constructor(code: C, message: string, { cause, retryAt, publicDetail, item }: Extras = {}) {
    super(message, { cause });
    this.code = code;
    this.retryAt = retryAt;
    this.item = item;
    this.publicMessage = publicDetail ?? message;
  }

  /** Returns the same error with the index of the item of a batch that it is about. */
  ofItem(item: number): CodedError<C> {
    const { cause, retryAt, publicMessage: publicDetail } = this;
    return new CodedError(this.code, this.message, { cause, publicDetail, item, ...(retryAt && { retryAt }) });
  }
}

/** Creates an error of the engine. @param message replaces the standard message of the code */
export const engineError = <C extends EngineErrorCode>(
  code: C,
  { message = engineErrors[code], ...extras }: Extras & { readonly message?: string } = {},
): CodedError<C> => new CodedError(code, message, extras);
