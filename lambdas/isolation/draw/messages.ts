import type { Rasteriser } from '../../core/engines/satori/raster/rasterise.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** What a drawing process is told. */
export interface DrawOrder {
  readonly id: number;
  readonly request: DrawRequest;
  readonly rasteriser: Rasteriser;
}

export type DrawStage = 'layout' | 'raster' | 'encode';

/** What it answers: it is ready, it has come to a stage, it is done. */
export type DrawReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stage'; readonly id: number; readonly stage: DrawStage }
  | { readonly kind: 'drawn'; readonly id: number; readonly drawing: Drawing; readonly rssBytes: number }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly stage: DrawStage;
      readonly message: string;
      /** The layout library's memory may be damaged: the process draws nothing right any more. */
      readonly isPoisoned: boolean;
    };
