import type { EngineName } from '../../contract/schemas/render.ts';
import type { Stage } from '../../core/engines/engine.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import type { SurveyRequest } from '../../core/picture/survey/survey.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** What is to be done: a picture drawn, or looked at instead of handed out. */
export type DrawJob =
  | { readonly kind: 'draw'; readonly request: DrawRequest }
  | { readonly kind: 'survey'; readonly request: SurveyOrder };

export interface SurveyOrder extends SurveyRequest {
  /** @default the one that every stage has */
  readonly engine?: EngineName;
}

/** What a drawing process is told. */
export interface DrawOrder {
  readonly job: DrawJob;
  /** In a second try, the other way the engine named in the first. */
  readonly otherWay: string | undefined;
}

/** How far it has come. */
export interface DrawProgress {
  readonly stage: Stage;
  /** What to ask for in another process if this one ends at this stage. */
  readonly otherWay: string | undefined;
}

/** What it answers. */
export type DrawAnswer =
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  | {
      readonly kind: 'failed';
      readonly stage: Stage;
      readonly message: string;
      /** The layout library's memory may be damaged: the process draws nothing right any more. */
      readonly isPoisoned: boolean;
    };
