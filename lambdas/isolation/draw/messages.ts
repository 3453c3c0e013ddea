import type { Stage } from '../../core/engines/engine.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** What a drawing process is told. */
export interface DrawOrder {
  readonly id: number;
  readonly request: DrawRequest;
  /** In a second try, the other way the engine named in the first. */
  readonly otherWay: string | undefined;
}

/** What it answers: it is ready, it has come to a stage, it is done. */
export type DrawReport =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'stage';
      readonly id: number;
      readonly stage: Stage;
      /** What to ask for in another process if this one ends at this stage. */
      readonly otherWay: string | undefined;
    }
  | { readonly kind: 'drawn'; readonly id: number; readonly drawing: Drawing; readonly rssBytes: number }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly stage: Stage;
      readonly message: string;
      /** The layout library's memory may be damaged: the process draws nothing right any more. */
      readonly isPoisoned: boolean;
    };
