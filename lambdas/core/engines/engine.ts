import type Sharp from 'sharp';
import type { Boxes } from '../rendering/boxes.ts';
import type { FontFiles } from '../rendering/fonts/font-files.ts';
import type { Typography } from '../rendering/fonts/typography.ts';
import type { ImageFailure } from '../rendering/images/image-failure.ts';
import type { Painting } from '../rendering/pixels.ts';
import type { PlacedBox } from '../rendering/positioned-boxes.ts';
import type { RenderOptions } from '../rendering/render-options.ts';
import type { EncodedImage } from '../rendering/rendered-image.ts';
import type { EmojiFiles } from '../rendering/tree/emoji.ts';
import type { PreparedElement } from '../rendering/tree/prepared-tree.ts';
import type { ImageDiagnostic } from '../template/lint/image/image-diagnostics.ts';
import type { Look, LookSettings } from '../template/lint/image/texts.ts';
import type { VElement } from '../vnode/vnode.ts';

/** What an engine needs from outside: files and native libraries, held by the process that renders. */
export interface EngineParts {
  /** Of this engine alone: it may change their bytes. */
  readonly fonts: FontFiles;
  readonly emoji: EmojiFiles;
  readonly sharp: typeof Sharp;
  /** Loads one of the engine's own packages. */
  readonly load: (name: string) => unknown;
}

/** A tree and what it is rendered from. */
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

/** Called with a tree right before it is laid out, and the text of its style sheets; may change the tree in place. */
export type Watch = (tree: PreparedElement, sheets: string) => void;

/** A tree that was prepared for layout. */
export interface Layout {
  readonly tree: PreparedElement;
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Declarations that are left out, because the engine refuses them. */
  readonly unreadable: () => Promise<readonly ImageDiagnostic[]>;
  /** What a browser would show otherwise; absent where the engine promises what a browser shows. */
  readonly unlikeBrowser?: () => readonly ImageDiagnostic[];
  readonly measure: () => Promise<Boxes>;
  readonly paint: () => Promise<Painting>;
  /** The image as a PNG, where the engine encodes it. */
  readonly paintPng?: () => Promise<Buffer>;
  /** As far as is known by now. */
  readonly failedImages: () => readonly ImageFailure[];
}

/** @throws EngineRefusal, EngineDamage */
export type LayOut = (scene: Scene, watch?: Watch) => Promise<Layout>;

/** The stages of a rendering, in this order. */
export type Stage = 'layout' | 'raster' | 'encode';

/** Reports the progress of a render. */
export interface RenderingCourse {
  /** Called as each stage after `layout` begins. */
  readonly enter: (stage: Stage) => void;
}

/** How the pixels of a scene are encoded. */
export interface Output extends RenderOptions {
  /** Whether to encode for link previewers too. @default false */
  readonly isForPreviewers?: boolean | undefined;
  /** Whether to return the boxes of elements that have a source position. @default false */
  readonly hasBoxes?: boolean | undefined;
}

export interface EngineImage {
  readonly bytes: Uint8Array;
  /** The image for link previewers, if it was requested and is a different one. */
  readonly forPreviewers?: EncodedImage | undefined;
  /** Images of the tree that could not be rendered. */
  readonly failedImages: readonly ImageFailure[];
  /** Boxes of the elements, if they were requested. */
  readonly boxes?: readonly PlacedBox[] | undefined;
}

/**
 * Renders trees. The same tree gives the same bytes, whatever was rendered before.
 *
 * Its methods throw `EngineRefusal` for a tree that cannot be rendered, and `EngineDamage` where the process must not be used
 * again.
 */
export interface Engine {
  /** Loads in advance what every first render needs. */
  readonly warm?: () => Promise<unknown>;
  readonly render: (scene: Scene & Output, course: RenderingCourse) => Promise<EngineImage>;
  /** Lays out a tree for linting. */
  readonly look: (scene: Scene, settings: LookSettings, course: RenderingCourse) => Promise<Look>;
}
