import type { TemplateDiagnostic } from './types.ts';

/**
 * - `INVALID_TEMPLATE`: a `TemplateError`
 * - `INVALID_INPUT`: an `InputError`
 * - `OVER_LIMIT`: a `LimitError`
 * - `RENDER_FAILED`: the engine cannot render what the template returned
 * - `BUSY`: too many calls wait; try again later
 * - `CLOSED`: the engine was closed
 */
export type ErrorCode = 'INVALID_TEMPLATE' | 'INVALID_INPUT' | 'OVER_LIMIT' | 'RENDER_FAILED' | 'BUSY' | 'CLOSED';

/** An error of this package. */
export class EngineError extends Error {
  override readonly name: string = 'EngineError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The template does not compile, or it throws. The message lists every error with its line. */
export class TemplateError extends EngineError {
  override readonly name: string = 'TemplateError';
  readonly diagnostics: readonly TemplateDiagnostic[];
  constructor(message: string, diagnostics: readonly TemplateDiagnostic[]) {
    super('INVALID_TEMPLATE', message);
    this.diagnostics = diagnostics;
  }
}

/** A setting, an option or a variable is missing or invalid. */
export class InputError extends EngineError {
  override readonly name: string = 'InputError';
  /** @example 'variables.items[2].price' */
  readonly field: string;
  constructor(field: string, problem: string) {
    super('INVALID_INPUT', `${field} ${problem}`);
    this.field = field;
  }
}

/** The template or its image exceeded a limit; its process was killed or its code interrupted. */
export class LimitError extends EngineError {
  override readonly name: string = 'LimitError';
  /** `size`: the template returned too many elements or too much text. */
  readonly limit: 'processor time' | 'memory' | 'size';
  constructor(limit: LimitError['limit'], message: string, options?: { readonly cause?: unknown }) {
    super('OVER_LIMIT', message, options);
    this.limit = limit;
  }
}
