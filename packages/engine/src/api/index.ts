export type { EngineName } from '../engine-names.ts';
export type { ImageFormat } from '../image-formats.ts';
export { EngineError, type ErrorCode, InputError, LimitError, TemplateError } from './errors.ts';
export { openEngine } from './open-engine.ts';
export type {
  Engine,
  EngineLimits,
  EngineSettings,
  Font,
  ImageOptions,
  Json,
  RenderedImage,
  RenderRequest,
  Template,
  TemplateDiagnostic,
} from './types.ts';
