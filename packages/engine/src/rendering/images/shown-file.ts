import type { Size } from '../boxes.ts';
import type { ColourSpace } from './colour-profile.ts';

/** What is said of an image whose light goes beyond white. */
export const beyondWhite = 'light brighter than white (PQ, HLG)';

/** Where an image lies on a transparent canvas, in pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly canvas: Size;
}

/** The bytes of a bitmap, and what a decoder must know to show it as browsers do. */
export interface ShownFile {
  readonly bytes: Uint8Array;
  /** Absent if it fills its canvas. */
  readonly place?: Place;
  /** What its values mean, where the decoder does not read it. */
  readonly colours?: ColourSpace;
  /** What of it is not rendered. */
  readonly unrendered?: readonly string[];
  /** Whether its colours are multiplied by alpha. */
  readonly isPremultiplied?: boolean;
}
