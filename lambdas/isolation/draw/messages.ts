import type { EngineName } from '../../contract/engine-names.ts';
import type { Stage } from '../../core/engines/engine.ts';
import type { ReadFont } from '../../core/picture/fonts/opentype/read-font.ts';
import type { Typography } from '../../core/picture/fonts/typography.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import type { SurveyRequest } from '../../core/picture/survey/survey.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** The job: draw a picture, survey it instead of encoding it, or open a font file. */
export type DrawJob =
  | { readonly kind: 'draw'; readonly request: DrawRequest }
  | { readonly kind: 'survey'; readonly request: SurveyOrder }
  | { readonly kind: 'font'; readonly file: Uint8Array };

export interface SurveyOrder extends SurveyRequest {
  /** @default the one that every stage has */
  readonly engine?: EngineName;
  readonly typography?: Typography | undefined;
}

/** A font that can be drawn with, and its plain bytes; or why it cannot. */
export type OpenedFont =
  | { readonly ok: true; readonly font: ReadFont; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** What a render worker is given. */
export interface DrawOrder {
  readonly job: DrawJob;
  /** Bytes of custom fonts that the worker has asked for, by their hashes. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
}

/** What it answers. */
export type DrawAnswer =
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  | { readonly kind: 'opened'; readonly opened: OpenedFont }
  /** It needs the bytes of fonts, by their hashes. */
  | { readonly kind: 'lacking'; readonly hashes: readonly string[] }
  | { readonly kind: 'failed'; readonly stage: Stage; readonly message: string };
