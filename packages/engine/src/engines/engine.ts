import type Sharp from 'sharp';
import type { ImageDiagnostic } from '../lint/image/image-diagnostics.ts';
import type { Boxes } from '../rendering/boxes.ts';
import type { FontFiles } from '../rendering/fonts/font-files.ts';
import type { Typography } from '../rendering/fonts/typography.ts';
import type { ImageFailure } from '../rendering/images/image-failure.ts';
import type { Painting } from '../rendering/pixels.ts';
import type { RenderOptions } from '../rendering/render-options.ts';
import type { EmojiFiles } from '../rendering/tree/emoji.ts';
import type { PreparedElement } from '../rendering/tree/prepared-tree.ts';
import type { VElement } from '../vnode/vnode.ts';

/** Files and native libraries that an engine needs. The render worker opens them. */
export interface EngineParts {
  /** Not shared with another engine: the engine may modify the bytes. */
  readonly fonts: FontFiles;
  readonly emoji: EmojiFiles;
  readonly sharp: typeof Sharp;
  /** Loads one of the engine's npm packages. */
  readonly load: (name: string) => unknown;
  /** Imports one of them that is an ES module. */
  readonly importModule: (name: string) => Promise<unknown>;
}

/** A tree, the size of its image and the remote images and typography it needs. */
export interface Scene {
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly devicePixelRatio: number;
  /** Bytes of remote images, by URL. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly typography?: Typography | undefined;
}

/** Called with a tree right before layout. May modify it in place. */
export type Watch = (tree: PreparedElement) => void;

/** A tree that has been laid out. */
export interface Layout {
  readonly tree: PreparedElement;
  /** Characters that no font contains. */
  readonly missingGlyphs: readonly string[];
  /** Returns letters whose marks a font draws beside them. */
  readonly looseMarks: () => Promise<readonly string[]>;
  /** Returns diagnostics for declarations that are left out because the engine rejects them. */
  readonly unreadable: () => Promise<readonly ImageDiagnostic[]>;
  readonly measure: () => Promise<Boxes>;
  readonly paint: () => Promise<Painting>;
  /** Returns a PNG as small as the encoder's, in a third of the time. Absent if the engine has no encoder. */
  readonly paintPng?: () => Promise<Buffer>;
  /** Returns the images that have failed so far. */
  readonly failedImages: () => readonly ImageFailure[];
  /** The vector images that ask for what is not rendered. */
  readonly unrenderedImages: readonly ImageFailure[];
}

/** @throws EngineRejection, EngineDamage */
export type LayoutFunction = (scene: Scene, watch?: Watch) => Promise<Layout>;

/** The stages of a render, in order. */
export type RenderStage = 'layout' | 'raster' | 'encode';

/** Called as each stage after `layout` begins. */
export type EnterStage = (stage: RenderStage) => void;

/** Options for encoding the pixels of a scene. */
export interface Output extends RenderOptions {
  /** Whether to encode a second image for link previewers. @default false */
  readonly isForPreviewers?: boolean | undefined;
  /** Whether to return the boxes of elements that have a source position. @default false */
  readonly hasBoxes?: boolean | undefined;
}
