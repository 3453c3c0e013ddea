import type Sharp from 'sharp';
import type { FontFiles } from '../picture/fonts/font-files.ts';
import type { Typography } from '../picture/fonts/typography.ts';
import type { ImageFailure } from '../picture/images/image-failure.ts';
import type { PlacedBox } from '../picture/placed-boxes.ts';
import type { RenderOptions } from '../picture/render-options.ts';
import type { EncodedPicture } from '../picture/rendered-image.ts';
import type { Look, LookSettings } from '../picture/survey/texts.ts';
import type { EmojiFiles } from '../picture/tree/emoji.ts';
import type { VElement } from '../vnode/vnode.ts';

/** What an engine needs from outside: files and native libraries, held by the process that draws. */
export interface EngineParts {
  /** Of this engine alone: it may change their bytes. */
  readonly fonts: FontFiles;
  readonly emoji: EmojiFiles;
  readonly sharp: typeof Sharp;
  /** Loads one of the engine's own packages. */
  readonly load: (name: string) => unknown;
}

/** A tree and what it is drawn from. */
export interface Scene {
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly devicePixelRatio: number;
  /** Bytes of remote images by address. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly typography?: Typography | undefined;
}

/** The stages of a drawing, in this order. */
export type Stage = 'layout' | 'raster' | 'encode';

/** How one drawing goes. */
export interface DrawingCourse {
  /** Called as each stage after `layout` begins. */
  readonly enter: (stage: Stage) => void;
}

/** What is to become of a scene's pixels. */
export interface Output extends RenderOptions {
  /** Encodes them for link previewers as well. @default false */
  readonly isForPreviewers?: boolean | undefined;
  /** Tells where the elements lie that carry a place. @default false */
  readonly hasBoxes?: boolean | undefined;
}

export interface EnginePicture {
  readonly bytes: Uint8Array;
  /** For link previewers, where it is another picture than the first and was asked for. */
  readonly forPreviewers?: EncodedPicture | undefined;
  /** Images of the tree that could not be drawn. */
  readonly failedImages: readonly ImageFailure[];
  /** Where elements lie, where that was asked for. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}

/**
 * Draws trees. The same tree gives the same bytes, whatever was drawn before.
 *
 * Its methods throw `EngineRefusal` for a tree that cannot be drawn, and `EngineDamage` where the process must not be used
 * again.
 */
export interface Engine {
  /** Loads, ahead of it, what a first drawing loads whatever its tree is. */
  readonly warm?: () => Promise<unknown>;
  /** @param template what may be kept between drawings is kept under this name. */
  readonly draw: (scene: Scene & Output, template: string, course: DrawingCourse) => Promise<EnginePicture>;
  /** Lays a tree out, to be looked at. */
  readonly look: (scene: Scene, settings: LookSettings, course: DrawingCourse) => Promise<Look>;
}
